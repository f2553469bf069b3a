import { IconAlertTriangle, IconCircleCheck, IconClock } from '@tabler/icons-react';
import type { RegistryOrderView } from '#contract/settlement/registry-order.ts';
import { StatusBadge } from '#web/design/feedback/status-badge.tsx';
import { useSay } from '#web/platform/phrases/phrase.ts';
import css from './registry.module.css';

const WAITS = { tone: 'warn', icon: IconClock } as const;
const DONE = { tone: 'good', icon: IconCircleCheck } as const;
const WRONG = { tone: 'bad', icon: IconAlertTriangle } as const;

const ORDER = {
  prepared: WAITS,
  sent: WAITS,
  pending: WAITS,
  accepted: DONE,
  rejected: WRONG,
  failed: WRONG,
  unclear: WRONG,
} as const;

type Props = { order: RegistryOrderView };

/** The state of a registry order, and the reason for it. */
export function OrderState({ order: { state, reason } }: Props) {
  const say = useSay();
  return (
    <>
      <StatusBadge {...ORDER[state]} label={`registryOrder.states.${state}`} />
      {reason && <span className={css.under}>{say(`registryOrder.reason.${reason}`)}</span>}
    </>
  );
}

/** The certificates of a registry order: serial numbers, device and quantity. */
export function OrderCertificates({ order: { first, last, device, quantity } }: Props) {
  const say = useSay();
  return (
    <>
      <span className={css.name}>{first === '' ? say('registryOrder.noCertificates') : `${first} – ${last}`}</span>
      {device && <span className={css.under}>{device}</span>}
      <span className={css.under}>{say('registryOrder.recs', { quantity })}</span>
    </>
  );
}
