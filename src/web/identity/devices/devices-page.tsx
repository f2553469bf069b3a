import { Button } from '@mantine/core';
import { IconShieldCheck, IconDeviceLaptop, IconDeviceMobile, IconPointFilled, IconApps } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, use } from 'react';
import type { ReplyOf } from '#contract/basics/route.ts';
import {
  removeTrustedDevice,
  removeTrustedDevices,
  listTrustedDevices,
  type TrustedDevice,
  listApplications,
  withdrawApplication,
} from '#contract/identity/own-account.ts';
import { Moment } from '#web/design/dates/moment.tsx';
import { confirm } from '#web/design/dialogs/confirm.tsx';
import { EmptyState } from '#web/design/feedback/empty-state.tsx';
import { StatusBadge } from '#web/design/feedback/status-badge.tsx';
import { toast } from '#web/design/feedback/toast.tsx';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import { DataTable, type Column } from '#web/design/lists/data-table.tsx';
import { deviceName } from '#web/identity/devices/device-name.ts';
import { useChangeWithToast } from '#web/identity/one-time-code/use-change-with-toast.ts';
import { asApiError } from '#web/platform/calls/api-error.ts';
import { api } from '#web/platform/calls/api.ts';
import { readQuery } from '#web/platform/calls/read-query.ts';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';
import css from './devices-page.module.css';

const DEVICES = ['trusted-devices'];

const FORGET_ALL = {
  title: 'identity.forgetAllTitle',
  text: 'identity.forgetAllText',
  yes: 'identity.forgetAll',
  isDangerous: true,
} as const;

/** Lists trusted devices, which sign in without a one-time code, and lets the person remove them. */
export function DevicesPage() {
  const say = useSay();
  const { data, error, refetch } = useQuery(readQuery(DEVICES, listTrustedDevices, {}));
  const forgetting = useRemoveDevice();
  return (
    <>
      <PageTitle
        title="identity.devices"
        note={say('identity.devicesNote')}
        actions={
          data &&
          data.length > 0 && (
            <Button variant="default" onClick={() => void forgetting.forgetAll()} loading={forgetting.isForgettingAll}>
              {say('identity.forgetAll')}
            </Button>
          )
        }
      />
      <ForgetDeviceContext value={forgetting}>
        <DataTable
          caption="identity.devices"
          columns={DEVICE_COLUMNS}
          rows={data}
          rowKey={({ id }) => id}
          error={error && asApiError(error)}
          onRetry={() => void refetch()}
          empty={<EmptyState title="identity.noDevices" hint="identity.noDevicesHint" icon={IconShieldCheck} />}
        />
      </ForgetDeviceContext>
      {/* The applications follow after the list above has loaded; otherwise the list would push them down. */}
      {(data || error) && <Applications />}
    </>
  );
}

/**
 * Returns the call that removes a row of a list. Refetches the list, also after a refusal, because another tab may have
 * changed the list.
 */
function useRevoke<Input = void>(queryKey: string[], send: (input: Input) => Promise<unknown>, done: PhraseKey) {
  const say = useSay();
  const queryClient = useQueryClient();
  return useChangeWithToast<Input>({
    send,
    onDone: async () => {
      await queryClient.invalidateQueries({ queryKey });
      toast('good', say(done));
    },
    onRefused: () => void queryClient.invalidateQueries({ queryKey }),
  });
}

/**
 * Returns the calls that stop trusting one device or all devices. Afterwards, a sign-in on these devices needs a
 * one-time code.
 */
function useRemoveDevice() {
  const one = useRevoke(
    DEVICES,
    (id: string) => api(removeTrustedDevice, { params: { id } }),
    'identity.forgottenDevice',
  );
  const all = useRevoke(DEVICES, () => api(removeTrustedDevices, {}), 'identity.forgottenDevice');
  const forgetAll = async () => {
    if (await confirm(FORGET_ALL)) all.run();
  };
  return { forget: one.run, forgetAll, isBusy: one.isPending || all.isPending, isForgettingAll: all.isPending };
}

type ButtonProps = { label: PhraseKey; /** The accessible name. */ name: string; isBusy: boolean; onClick: () => void };

function RowButton({ label, name, isBusy, onClick }: ButtonProps) {
  const say = useSay();
  return (
    <Button size="xs" variant="default" disabled={isBusy} aria-label={name} onClick={onClick}>
      {say(label)}
    </Button>
  );
}

type RowProps = { row: TrustedDevice };

/**
 * Passes the actions to the buttons of the rows. Columns are module constants, so the buttons cannot get them as props.
 */
const ForgetDeviceContext = createContext<{ forget: (id: string) => void; isBusy: boolean }>({
  forget: () => {},
  isBusy: false,
});

/** Returns a readable name of a device, made from its user agent. */
function useDeviceName({ userAgent }: TrustedDevice): string {
  const say = useSay();
  const { browser, system } = deviceName(userAgent);
  if (browser && system) return say('identity.deviceName', { browser, system });
  return browser ?? system ?? say('identity.unknownDevice');
}

function Name({ row }: RowProps) {
  const Picture = /Mobi|Android|iPhone|iPad/.test(row.userAgent) ? IconDeviceMobile : IconDeviceLaptop;
  return (
    <span className={css.device} title={row.userAgent}>
      <Picture size={20} stroke={1.5} aria-hidden />
      <strong>{useDeviceName(row)}</strong>
      {row.isThisDevice && <StatusBadge tone="good" label="identity.thisDevice" icon={IconPointFilled} />}
    </span>
  );
}

const Since = ({ row }: RowProps) => <Moment at={row.trustedAt} />;
const Used = ({ row }: RowProps) => <Moment at={row.lastUsedAt} />;
const Until = ({ row }: RowProps) => <Moment at={row.expiresAt} />;

function Forget({ row }: RowProps) {
  const say = useSay();
  const { forget, isBusy } = use(ForgetDeviceContext);
  const name = say('identity.forgetOne', { device: useDeviceName(row) });
  return <RowButton label="identity.forget" name={name} isBusy={isBusy} onClick={() => forget(row.id)} />;
}

const DEVICE_COLUMNS: readonly Column<TrustedDevice>[] = [
  { id: 'device', title: 'identity.device', Cell: Name },
  { id: 'since', title: 'identity.trustedSince', width: '200px', Cell: Since },
  { id: 'used', title: 'identity.lastUsed', width: '200px', Cell: Used },
  { id: 'until', title: 'identity.trustedUntil', width: '200px', Cell: Until },
  { id: 'actions', title: 'auction.actions', width: '120px', Cell: Forget },
];

const APPLICATIONS = ['applications'];

/** Lists other applications that the person has authorized, with buttons that withdraw the authorization. */
function Applications() {
  const say = useSay();
  const { data, error, refetch } = useQuery(readQuery(APPLICATIONS, listApplications, {}));
  const withdrawing = useWithdrawApplication();
  return (
    <section className={css.section}>
      <h2>{say('identity.applications')}</h2>
      <WithdrawContext value={withdrawing}>
        <DataTable
          caption="identity.applications"
          columns={APPLICATION_COLUMNS}
          rows={data}
          rowKey={({ id }) => id}
          likelyRows={1}
          error={error && asApiError(error)}
          onRetry={() => void refetch()}
          empty={<EmptyState title="identity.noApplications" hint="identity.noApplicationsHint" icon={IconApps} />}
        />
      </WithdrawContext>
    </section>
  );
}

/** Returns the call that withdraws an application's permission. */
function useWithdrawApplication() {
  const { run, isPending } = useRevoke(
    APPLICATIONS,
    (clientId: string) => api(withdrawApplication, { params: { clientId } }),
    'identity.withdrawn',
  );
  const withdraw = async ({ id, name }: Application) => {
    const asked = { title: 'identity.withdrawTitle', text: 'identity.withdrawText', yes: 'identity.withdraw' } as const;
    if (await confirm({ ...asked, params: { name }, isDangerous: true })) run(id);
  };
  return { withdraw, isBusy: isPending };
}

type Application = ReplyOf<typeof listApplications>[number];
type ApplicationProps = { row: Application };

/**
 * Passes the actions to the buttons of the rows. Columns are module constants, so the buttons cannot get them as props.
 */
const WithdrawContext = createContext<ReturnType<typeof useWithdrawApplication>>({
  withdraw: async () => {},
  isBusy: false,
});

const ApplicationName = ({ row }: ApplicationProps) => <strong>{row.name}</strong>;
const GrantedSince = ({ row }: ApplicationProps) => <Moment at={row.grantedAt} />;

function Withdraw({ row }: ApplicationProps) {
  const { withdraw, isBusy } = use(WithdrawContext);
  const name = `${useSay()('identity.withdraw')}: ${row.name}`;
  return <RowButton label="identity.withdraw" name={name} isBusy={isBusy} onClick={() => void withdraw(row)} />;
}

const APPLICATION_COLUMNS: readonly Column<Application>[] = [
  { id: 'name', title: 'identity.application', Cell: ApplicationName },
  { id: 'since', title: 'identity.allowedSince', width: '200px', Cell: GrantedSince },
  { id: 'actions', title: 'auction.actions', width: '140px', Cell: Withdraw },
];
