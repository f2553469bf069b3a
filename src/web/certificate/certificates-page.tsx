import { Button } from '@mantine/core';
import { IconBuildingBank, IconFileSpreadsheet, IconPlus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { Device } from '#contract/certificate/device.ts';
import { withdrawLot, type Lot } from '#contract/certificate/lot.ts';
import { judgeActing } from '#domain/access/may.ts';
import type { CertificateSearch } from '#web/certificate/certificate-search.ts';
import { DeviceDialog } from '#web/certificate/device-dialog.tsx';
import { DeviceList, RowButton } from '#web/certificate/device-list.tsx';
import { LotDialog } from '#web/certificate/lot-dialog.tsx';
import { LotList } from '#web/certificate/lot-list.tsx';
import { ToBackList } from '#web/certificate/to-back-list.tsx';
import { AccountChoice, ReadOnlyNotice, useChosenAccount, type Membership } from '#web/company/account-choice.tsx';
import { useAction } from '#web/design/dialogs/use-action.ts';
import { ReasonButton } from '#web/design/forms/reason-button.tsx';
import { PageTabs } from '#web/design/layout/page-tabs.tsx';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import { paths } from '#web/paths.ts';
import { api } from '#web/platform/calls/api.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';

/** The certificates of a company: what needs certificates, its issuances, and its devices. */
export function CertificatesPage() {
  const account = useChosenAccount();
  return account ? <Certificates key={account.id} account={account} /> : null;
}

const TABS = [
  { tab: undefined, title: 'certificate.toBack' },
  { tab: 'lots', title: 'certificate.lots' },
  { tab: 'devices', title: 'certificate.devices' },
] as const;

type Open = { readonly device?: Device; readonly newLotOf?: Device };

function Certificates({ account }: { account: Membership }) {
  const say = useSay();
  const { tab }: CertificateSearch = useSearch({ strict: false });
  const [open, setOpen] = useState<Open>();
  const withdraw = useWithdrawLot();
  const refusal = judgeActing(account);
  const reason = refusal && (`error.${refusal}` as const);
  const add = (
    <>
      {refusal === undefined && (
        <Button
          variant="default"
          component={Link}
          to={paths.certificateFile}
          leftSection={<IconFileSpreadsheet size={16} aria-hidden />}
        >
          {say('certificateFile.title')}
        </Button>
      )}
      <ReasonButton reason={reason} onClick={() => setOpen({})} leftSection={<IconPlus size={16} aria-hidden />}>
        {say('certificate.addDevice')}
      </ReasonButton>
    </>
  );
  const deviceButtons = (device: Device) =>
    refusal === undefined && (
      <>
        {device.status !== 'Verified' && <RowButton label={say('action.edit')} onClick={() => setOpen({ device })} />}
        {device.status !== 'Rejected' && (
          <RowButton label={say('certificate.addLot')} onClick={() => setOpen({ newLotOf: device })} />
        )}
      </>
    );
  const lotButtons = (lot: Lot) =>
    refusal === undefined &&
    lot.status !== 'Verified' && <RowButton label={say('certificate.withdraw')} onClick={() => withdraw(lot)} />;
  return (
    <>
      <PageTitle
        title="certificate.title"
        note={<AccountChoice account={account} />}
        actions={
          <>
            <RegistryAccountsLink account={account} />
            {add}
          </>
        }
      />
      {refusal && <ReadOnlyNotice reason={refusal} />}
      <PageTabs label="certificate.title" tabs={TABS} current={tab} />
      {tab === 'devices' && <DeviceList role="user" actions={deviceButtons} />}
      {tab === 'lots' && <LotList role="user" actions={lotButtons} />}
      {tab === undefined && <ToBackList account={account} isClosed={refusal !== undefined} />}
      {open && !open.newLotOf && (
        <DeviceDialog accountId={account.id} device={open.device} onClose={() => setOpen(undefined)} />
      )}
      {open?.newLotOf && <LotDialog device={open.newLotOf} onClose={() => setOpen(undefined)} />}
    </>
  );
}

function RegistryAccountsLink({ account }: { account: Membership }) {
  const say = useSay();
  return (
    <Button
      variant="default"
      renderRoot={(props) => <Link to={paths.registryAccounts} search={{ account: account.id }} {...props} />}
      leftSection={<IconBuildingBank size={16} aria-hidden />}
    >
      {say('registryAccount.title')}
    </Button>
  );
}

/** Returns a function that withdraws a lot after a confirmation. */
function useWithdrawLot(): (lot: Lot) => void {
  const say = useSay();
  const queryClient = useQueryClient();
  const { act } = useAction({
    question: ({ first, last }: Lot) => ({
      title: 'certificate.withdrawTitle',
      text: 'certificate.withdrawText',
      params: { first, last },
      yes: 'certificate.withdraw',
      isDangerous: true,
    }),
    send: ({ id }) => api(withdrawLot, { params: { id } }),
    changed: () => queryClient.invalidateQueries({ queryKey: ['certificate-lots'] }),
    done: () => say('certificate.withdrawn'),
  });
  return act;
}
