import { Button, FileButton, Skeleton } from '@mantine/core';
import '@mantine/core/styles/Skeleton.layer.css';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import {
  exportCertificateTemplate,
  previewCertificateFile,
  registerCertificateFile,
  type LineReport,
} from '#contract/certificate/certificate-file.ts';
import { judgeActing } from '#domain/access/may.ts';
import { FILE_KINDS, FILE_LINES_MAX, type FileKind } from '#domain/certificate/certificate-file.ts';
import { FileColumns } from '#web/certificate/certificate-file-columns.tsx';
import { FilePreviewCard } from '#web/certificate/certificate-file-preview.tsx';
import { readCertificateFile, type ReadFile } from '#web/certificate/read-certificate-file.ts';
import type { CertificateSearch } from '#web/certificate/certificate-search.ts';
import { AccountChoice, ReadOnlyNotice, useChosenAccount, type Membership } from '#web/company/account-choice.tsx';
import { EmptyState } from '#web/design/feedback/empty-state.tsx';
import { toast } from '#web/design/feedback/toast.tsx';
import { FormError } from '#web/design/forms/form-error.tsx';
import { Card } from '#web/design/layout/facts.tsx';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import { Segments } from '#web/design/layout/segments.tsx';
import { DownloadButton } from '#web/design/lists/download-button.tsx';
import { paths } from '#web/paths.ts';
import { api, apiFile } from '#web/platform/calls/api.ts';
import { useRequestKeys } from '#web/platform/calls/request-key.ts';
import { useChange } from '#web/platform/calls/use-change.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import css from './certificates.module.css';

/** The page that registers plants or certificates from a file: the file, then a preview, then one step. */
export function CertificateFilePage() {
  const account = useChosenAccount();
  return account ? <FromFile key={account.id} account={account} /> : null;
}

function FromFile({ account }: { account: Membership }) {
  const refusal = judgeActing(account);
  return (
    <>
      <PageTitle
        title="certificateFile.title"
        note={<AccountChoice account={account} />}
        back={{ to: paths.certificates('user'), label: 'certificate.title' }}
      />
      {refusal ? <ReadOnlyNotice reason={refusal} /> : <Steps accountId={account.id} />}
    </>
  );
}

type Previewed = { readonly file: ReadFile; readonly lines: readonly LineReport[] };

function Steps({ accountId }: { accountId: string }) {
  const { tab }: CertificateSearch = useSearch({ strict: false });
  const kind: FileKind = tab ?? 'devices';
  return <StepsOf key={kind} accountId={accountId} kind={kind} />;
}

function StepsOf({ accountId, kind }: { accountId: string; kind: FileKind }) {
  const say = useSay();
  const params = { id: accountId };
  const [shown, setShown] = useState<Previewed>();
  const preview = useChange<File | ReadFile, Previewed>({
    send: async (chosen) => {
      const file = chosen instanceof File ? await readCertificateFile(kind, chosen) : chosen;
      return { file, lines: (await api(previewCertificateFile, { params, body: file.body }))[kind] };
    },
    onDone: setShown,
    onRefused: () => setShown(undefined),
  });
  return (
    <div className={css.page}>
      <ChooseCard kind={kind} isBusy={preview.isPending} onFile={(file) => preview.run(file)} />
      <FormError error={preview.error} />
      {preview.isPending ? (
        <Skeleton height={200} radius="md" aria-label={say('certificateFile.reading')} />
      ) : shown ? (
        <PreviewStep {...shown} accountId={accountId} kind={kind} onChanged={() => preview.run(shown.file)} />
      ) : (
        preview.error === null && (
          <EmptyState title="certificateFile.none" hint="certificateFile.noneHint" icon={IconFileSpreadsheet} />
        )
      )}
      <FileColumns kind={kind} />
    </div>
  );
}

type ChooseProps = { kind: FileKind; isBusy: boolean; onFile: (file: File) => void };

/** Chooses what the file has, and the file. Offers templates. */
function ChooseCard({ kind, isBusy, onFile }: ChooseProps) {
  const say = useSay();
  const navigate = useNavigate();
  const show = (tab: FileKind) => void navigate({ to: '.', search: (before) => ({ ...before, tab }), replace: true });
  return (
    <Card title="certificateFile.kind">
      <div className={css.buttons}>
        <Segments
          label={say('certificateFile.kind')}
          segments={FILE_KINDS.map((value) => ({ value, label: say(`certificateFile.${value}`) }))}
          value={kind}
          onChange={show}
        />
      </div>
      <p>{say(`certificateFile.${kind}Hint`)}</p>
      <p className={css.under}>{say('certificateFile.limits', { lines: FILE_LINES_MAX })}</p>
      <div className={css.buttons}>
        <FileButton onChange={(file) => file && onFile(file)} accept=".csv,.txt,.xlsx" key={String(isBusy)}>
          {(button) => (
            <Button {...button} loading={isBusy} leftSection={<IconFileSpreadsheet size={16} aria-hidden />}>
              {say('certificateFile.choose')}
            </Button>
          )}
        </FileButton>
        {(['csv', 'xlsx'] as const).map((format) => (
          <DownloadButton
            key={format}
            label={say('certificateFile.template', { format: format.toUpperCase() })}
            name={`${kind}.${format}`}
            load={() => apiFile(exportCertificateTemplate, { query: { kind, format } })}
          />
        ))}
      </div>
    </Card>
  );
}

type PreviewProps = Previewed & { accountId: string; kind: FileKind; onChanged: () => void };

/** The preview, and the step that registers all lines. If something changed since, the preview is made again. */
function PreviewStep({ accountId, kind, file, lines, onChanged }: PreviewProps) {
  const say = useSay();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const keys = useRequestKeys();
  const params = { id: accountId };
  const register = useChange({
    send: () => api(registerCertificateFile, { params, body: file.body, key: keys.keyFor(file.body) }),
    onDone: async (done) => {
      const key = kind === 'devices' ? 'devices' : 'certificate-lots';
      await queryClient.invalidateQueries({ queryKey: [key] });
      toast('good', say('certificateFile.done', { lines: done[kind] }));
      await navigate({ to: paths.certificates('user'), search: { tab: kind } });
    },
    onRefused: (refused) => {
      keys.takeRefused(refused);
      if (Object.keys(refused.fields).length > 0) onChanged();
    },
  });
  return (
    <>
      <FilePreviewCard file={file} lines={lines} />
      <FormError error={register.error} />
      <div className={css.foot}>
        <Button
          onClick={() => register.run()}
          loading={register.isPending}
          disabled={lines.some(({ errors }) => errors.length > 0)}
        >
          {say('certificateFile.register')}
        </Button>
      </div>
    </>
  );
}
