import { IconAlertTriangle, IconCircleCheck, IconPlayerPause, IconPlugConnectedX } from '@tabler/icons-react';
import { createContext, use } from 'react';
import type { Webhook } from '#contract/company/webhook.ts';
import { isWebhookOff, type WebhookState } from '#domain/automation/webhook.ts';
import { EVENT_WORDS } from '#web/automation/event-kinds.ts';
import type { WebhookChanges } from '#web/automation/use-webhook-changes.ts';
import { Moment } from '#web/design/dates/moment.tsx';
import { StatusBadge } from '#web/design/feedback/status-badge.tsx';
import { ReasonButton } from '#web/design/forms/reason-button.tsx';
import type { Column } from '#web/design/lists/data-table.tsx';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';
import css from './automation.module.css';

type Actions = WebhookChanges & {
  /** Why nothing can be changed by this person. */
  readonly reason: PhraseKey | undefined;
  edit(this: void, webhook: Webhook): void;
  showDeliveries(this: void, webhook: Webhook): void;
};

/** Columns are constants, so what their buttons do comes to them by context. */
export const WebhookActionsContext = createContext<Actions | undefined>(undefined);

const LOOKS = {
  works: { tone: 'good', label: 'automation.works', icon: IconCircleCheck },
  failing: { tone: 'warn', label: 'automation.failing', icon: IconAlertTriangle },
  paused: { tone: 'quiet', label: 'automation.paused', icon: IconPlayerPause },
  disabled: { tone: 'bad', label: 'automation.switchedOff', icon: IconPlugConnectedX },
} as const satisfies Record<WebhookState, object>;

type Props = { row: Webhook };

const Address = ({ row }: Props) => <code className={css.call}>{row.url}</code>;

function Events({ row }: Props) {
  const say = useSay();
  return row.kinds.map((kind) => say(EVENT_WORDS[kind])).join(', ');
}

function State({ row }: Props) {
  const say = useSay();
  return (
    <span className={css.answer}>
      <StatusBadge {...LOOKS[row.state]} />
      {row.failingSince !== null && (
        <span>
          {say('automation.failingSince')} <Moment at={row.failingSince} />
        </span>
      )}
    </span>
  );
}

const LOOK = { size: 'xs', variant: 'subtle' } as const;

function Buttons({ row }: Props) {
  const say = useSay();
  const actions = use(WebhookActionsContext);
  if (!actions) return null;
  const { reason, showDeliveries, edit, toggle, renew, remove } = actions;
  const isOff = isWebhookOff(row.state);
  const button = (label: PhraseKey, run: () => void, more: { isDangerous?: true; isOpen?: true } = {}) => (
    <ReasonButton
      {...LOOK}
      reason={more.isOpen ? undefined : reason}
      {...(more.isDangerous && { isDangerous: true })}
      name={`${say(label)}: ${row.url}`}
      onClick={run}
    >
      {say(label)}
    </ReasonButton>
  );
  return (
    <div className={css.rowButtons}>
      {button('automation.deliveries', () => showDeliveries(row), { isOpen: true })}
      {button('automation.edit', () => edit(row))}
      {button(isOff ? 'automation.resume' : 'automation.pause', () => toggle(row))}
      {button('automation.renew', () => void renew(row))}
      {button('automation.remove', () => void remove(row), { isDangerous: true })}
    </div>
  );
}

export const WEBHOOK_COLUMNS: readonly Column<Webhook>[] = [
  { id: 'url', title: 'automation.url', Cell: Address },
  { id: 'events', title: 'automation.events', width: '220px', Cell: Events },
  { id: 'state', title: 'automation.state', width: '190px', Cell: State },
  { id: 'actions', title: 'auction.actions', width: '330px', Cell: Buttons },
];
