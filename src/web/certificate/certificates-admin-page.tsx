import { useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { decideDevice } from '#contract/certificate/device.ts';
import { decideLot } from '#contract/certificate/lot.ts';
import type { CheckStatus } from '#domain/certificate/check-status.ts';
import type { CertificateSearch } from '#web/certificate/certificate-search.ts';
import { DeviceList, RowButton } from '#web/certificate/device-list.tsx';
import { LotList } from '#web/certificate/lot-list.tsx';
import { RemarkDialog, type RemarkWords } from '#web/design/dialogs/remark-dialog.tsx';
import { toast } from '#web/design/feedback/toast.tsx';
import { PageTabs } from '#web/design/layout/page-tabs.tsx';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import { api } from '#web/platform/calls/api.ts';
import { useRequestKeys } from '#web/platform/calls/request-key.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';

const TABS = [
  { tab: undefined, title: 'certificate.lots' },
  { tab: 'devices', title: 'certificate.devices' },
] as const;

const WORDS = {
  Verified: {
    title: 'certificate.verifyTitle',
    text: 'certificate.verifyText',
    help: 'certificate.remarkHelp',
    submit: 'certificate.verify',
    isRequired: false,
  },
  Rejected: {
    title: 'certificate.rejectTitle',
    text: 'certificate.rejectText',
    help: 'certificate.remarkHelp',
    submit: 'certificate.reject',
    isRequired: true,
    isDangerous: true,
  },
} as const satisfies Record<string, RemarkWords>;

type Deciding = {
  readonly route: typeof decideDevice | typeof decideLot;
  readonly id: string;
  readonly name: string;
  readonly decision: keyof typeof WORDS;
};

/** The devices and certificates of all companies, which administrators verify. */
export function CertificatesAdminPage() {
  const say = useSay();
  const { tab }: CertificateSearch = useSearch({ strict: false });
  const queryClient = useQueryClient();
  const { keyFor } = useRequestKeys();
  const [deciding, decide] = useState<Deciding>();
  const changed = () =>
    Promise.all(['devices', 'certificate-lots'].map((key) => queryClient.invalidateQueries({ queryKey: [key] })));
  const buttons = (about: Omit<Deciding, 'decision'>, status: CheckStatus) =>
    status === 'Submitted' &&
    (['Verified', 'Rejected'] as const).map((decision) => (
      <RowButton key={decision} label={say(WORDS[decision].submit)} onClick={() => decide({ ...about, decision })} />
    ));
  const done = async ({ decision, name }: Deciding) => {
    await changed();
    toast('good', say(decision === 'Verified' ? 'certificate.verified' : 'certificate.rejected', { name }));
    decide(undefined);
  };
  return (
    <>
      <PageTitle title="certificate.title" note={say('certificate.adminNote')} />
      <PageTabs label="certificate.title" tabs={TABS} current={tab === 'devices' ? tab : undefined} />
      {tab === 'devices' ? (
        <DeviceList
          role="admin"
          actions={({ id, name, status }) => buttons({ route: decideDevice, id, name }, status)}
        />
      ) : (
        <LotList
          role="admin"
          actions={({ id, first, last, status }) =>
            buttons({ route: decideLot, id, name: `${first} – ${last}` }, status)
          }
        />
      )}
      {deciding && (
        <RemarkDialog
          words={WORDS[deciding.decision]}
          params={{ name: deciding.name }}
          send={(remark) => {
            const body = { decision: deciding.decision, remark };
            return api(deciding.route as typeof decideDevice, {
              params: { id: deciding.id },
              body,
              key: keyFor({ ...body, id: deciding.id }),
            });
          }}
          onDone={() => void done(deciding)}
          onRefused={() => void changed()}
          onClose={() => decide(undefined)}
        />
      )}
    </>
  );
}
