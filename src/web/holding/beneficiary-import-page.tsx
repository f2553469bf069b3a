import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import {
  importBeneficiaries,
  listBeneficiaryImports,
  previewBeneficiaries,
  undoBeneficiaryImport,
} from '#contract/holding/beneficiary-import.ts';
import { judgeActing } from '#domain/access/may.ts';
import { BENEFICIARY_COLUMNS } from '#domain/import/beneficiary-columns.ts';
import { AccountChoice, ReadOnlyNotice, useChosenAccount, type Membership } from '#web/company/account-choice.tsx';
import { toast } from '#web/design/feedback/toast.tsx';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import type { ListSearch } from '#web/design/lists/list-search.ts';
import { FileImport } from '#web/import/file-import.tsx';
import { PastImports } from '#web/import/past-imports.tsx';
import { paths } from '#web/paths.ts';
import { api } from '#web/platform/calls/api.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';

/** The page that saves beneficiaries from a file. */
export function BeneficiaryImportPage() {
  const account = useChosenAccount();
  return account ? <FromFile key={account.id} account={account} /> : null;
}

function FromFile({ account }: { account: Membership }) {
  const refusal = judgeActing(account);
  return (
    <>
      <PageTitle
        title="beneficiaryImport.title"
        note={<AccountChoice account={account} />}
        back={{ to: paths.beneficiaries, label: 'beneficiary.listTitle' }}
      />
      {refusal ? <ReadOnlyNotice reason={refusal} /> : <Steps accountId={account.id} />}
    </>
  );
}

function Steps({ accountId }: { accountId: string }) {
  const say = useSay();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const search: ListSearch = useSearch({ strict: false });
  const params = { id: accountId };
  return (
    <>
      <FileImport
        kind="beneficiaries"
        columns={BENEFICIARY_COLUMNS}
        hint="beneficiaryImport.hint"
        submit="import.importAll"
        preview={async (file) => ({
          report: await api(previewBeneficiaries, { params, body: { File: file } }),
          body: file,
        })}
        send={(file) => api(importBeneficiaries, { params, body: { File: file } })}
        onDone={async ({ lines }) => {
          await queryClient.invalidateQueries({ queryKey: ['beneficiaries', accountId] });
          await queryClient.invalidateQueries({ queryKey: ['beneficiary-imports', accountId] });
          toast('good', say('import.done', { lines }));
          await navigate({ to: paths.beneficiaries });
        }}
      />
      <PastImports
        name={['beneficiary-imports', accountId]}
        search={search}
        load={(query, signal) => api(listBeneficiaryImports, { params, query, signal })}
        undo={(importId) => api(undoBeneficiaryImport, { params: { ...params, importId } })}
        shownIn={['beneficiaries', accountId]}
      />
    </>
  );
}
