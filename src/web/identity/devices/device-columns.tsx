import { Button } from '@mantine/core';
import { IconDeviceLaptop, IconDeviceMobile, IconPointFilled } from '@tabler/icons-react';
import { createContext, use } from 'react';
import type { TrustedDevice } from '#contract/identity/own-account.ts';
import { Moment } from '#web/design/dates/moment.tsx';
import { StatusBadge } from '#web/design/feedback/status-badge.tsx';
import type { Column } from '#web/design/lists/data-table.tsx';
import { deviceName } from '#web/identity/devices/device-name.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import css from './device-columns.module.css';

type Props = { row: TrustedDevice };

/** Columns are constants, so what their button does comes to it by context. */
export const ForgetDeviceContext = createContext<{ forget: (id: string) => void; isBusy: boolean }>({
  forget: () => {},
  isBusy: false,
});

function useDeviceName({ userAgent }: TrustedDevice): string {
  const say = useSay();
  const { browser, system } = deviceName(userAgent);
  if (browser && system) return say('identity.deviceName', { browser, system });
  return browser ?? system ?? say('identity.unknownDevice');
}

function Name({ row }: Props) {
  const Picture = /Mobi|Android|iPhone|iPad/.test(row.userAgent) ? IconDeviceMobile : IconDeviceLaptop;
  return (
    <span className={css.device} title={row.userAgent}>
      <Picture size={20} stroke={1.5} aria-hidden />
      <strong>{useDeviceName(row)}</strong>
      {row.isThisDevice && <StatusBadge tone="good" label="identity.thisDevice" icon={IconPointFilled} />}
    </span>
  );
}

const Since = ({ row }: Props) => <Moment at={row.trustedAt} />;
const Used = ({ row }: Props) => <Moment at={row.lastUsedAt} />;
const Until = ({ row }: Props) => <Moment at={row.expiresAt} />;

function Forget({ row }: Props) {
  const say = useSay();
  const { forget, isBusy } = use(ForgetDeviceContext);
  const name = useDeviceName(row);
  return (
    <Button
      size="xs"
      variant="default"
      disabled={isBusy}
      aria-label={say('identity.forgetOne', { device: name })}
      onClick={() => forget(row.id)}
    >
      {say('identity.forget')}
    </Button>
  );
}

export const DEVICE_COLUMNS: readonly Column<TrustedDevice>[] = [
  { id: 'device', title: 'identity.device', Cell: Name },
  { id: 'since', title: 'identity.trustedSince', width: '200px', Cell: Since },
  { id: 'used', title: 'identity.lastUsed', width: '200px', Cell: Used },
  { id: 'until', title: 'identity.trustedUntil', width: '200px', Cell: Until },
  { id: 'actions', title: 'auction.actions', width: '120px', Cell: Forget },
];
