import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { BodyOf } from '#contract/basics/route.ts';
import { previewCertificateFile, registerCertificateFile } from '#contract/certificate/certificate-file.ts';
import { readTableFile } from '#contract/import/import.ts';
import { judgeActing } from '#domain/access/may.ts';
import { FILE_KINDS, type FileKind } from '#domain/certificate/certificate-file.ts';
import { DEVICE_COLUMNS, LOT_COLUMNS } from '#domain/import/certificate-columns.ts';
import type { CertificateSearch } from '#web/certificate/certificate-search.ts';
import { AccountChoice, ReadOnlyNotice, useChosenAccount, type Membership } from '#web/company/account-choice.tsx';
import { toast } from '#web/design/feedback/toast.tsx';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import { Segments } from '#web/design/layout/segments.tsx';
import { FileImport, type PreviewedFile } from '#web/import/file-import.tsx';
import { paths } from '#web/paths.ts';
import { api } from '#web/platform/calls/api.ts';
import { useRequestKeys } from '#web/platform/calls/request-key.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';

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

function Steps({ accountId }: { accountId: string }) {
  const say = useSay();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const keys = useRequestKeys();
  const { tab: kind = 'devices' }: CertificateSearch = useSearch({ strict: false });
  const params = { id: accountId };
  const show = (tab: FileKind) => void navigate({ to: '.', search: (before) => ({ ...before, tab }), replace: true });
  return (
    <FileImport
      key={kind}
      kind={kind}
      columns={kind === 'devices' ? DEVICE_COLUMNS : LOT_COLUMNS}
      hint={`certificateFile.${kind}Hint`}
      submit="certificateFile.register"
      preview={(file) => preview(accountId, kind, file)}
      send={(body) => api(registerCertificateFile, { params, body, key: keys.keyFor(body) })}
      onRefused={(refused) => keys.takeRefused(refused)}
      onDone={async (done) => {
        await queryClient.invalidateQueries({ queryKey: [kind === 'devices' ? 'devices' : 'certificate-lots'] });
        toast('good', say('certificateFile.done', { lines: done[kind] }));
        await navigate({ to: paths.certificates('user'), search: { tab: kind } });
      }}
    >
      <Segments
        label={say('certificateFile.kind')}
        segments={FILE_KINDS.map((value) => ({ value, label: say(`certificateFile.${value}`) }))}
        value={kind}
        onChange={show}
      />
    </FileImport>
  );
}

type Body = BodyOf<typeof registerCertificateFile>;

/** Reads a file, and asks what its lines would register. A cell that cannot be read has that error alone. */
async function preview(accountId: string, kind: FileKind, file: File): Promise<PreviewedFile<Body>> {
  const read = await api(readTableFile, { body: { File: file, Kind: kind } });
  const lines = read.lines.map(({ line, values }) => ({ ...values, line }));
  const body = { devices: [], lots: [], [kind]: lines } as unknown as Body;
  const { [kind]: reported } = await api(previewCertificateFile, { params: { id: accountId }, body });
  const judged = reported.map(({ line, name, errors }, at) => {
    const unread = read.lines[at]?.errors ?? [];
    const others = errors.filter(({ field }) => unread.every((one) => one.field !== field));
    const named = others.map((error) => ({ ...error, column: read.headings[error.field] ?? error.field }));
    return { line, name, errors: [...unread, ...named] };
  });
  const wrong = judged.filter(({ errors }) => errors.length > 0).length;
  return { report: { lines: judged, wrong, ignored: read.ignored }, body };
}
