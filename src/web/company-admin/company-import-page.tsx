import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import {
  importCompanies,
  listCompanyImports,
  previewCompanies,
  undoCompanyImport,
} from '#contract/company/company-import.ts';
import { COMPANY_COLUMNS } from '#domain/import/company-columns.ts';
import { toast } from '#web/design/feedback/toast.tsx';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import type { ListSearch } from '#web/design/lists/list-search.ts';
import { FileImport } from '#web/import/file-import.tsx';
import { PastImports } from '#web/import/past-imports.tsx';
import { paths } from '#web/paths.ts';
import { api } from '#web/platform/calls/api.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';

/** The page that creates business accounts from a file. */
export function CompanyImportPage() {
  const say = useSay();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const search: ListSearch = useSearch({ strict: false });
  return (
    <>
      <PageTitle title="companyImport.title" back={{ to: paths.businessAccounts, label: 'account.title' }} />
      <FileImport
        kind="companies"
        columns={COMPANY_COLUMNS}
        hint="companyImport.hint"
        submit="import.importAll"
        preview={async (file) => ({ report: await api(previewCompanies, { body: { File: file } }), body: file })}
        send={(file) => api(importCompanies, { body: { File: file } })}
        onDone={async ({ lines }) => {
          await queryClient.invalidateQueries({ queryKey: ['accounts'] });
          await queryClient.invalidateQueries({ queryKey: ['company-imports'] });
          toast('good', say('import.done', { lines }));
          await navigate({ to: paths.businessAccounts });
        }}
      />
      <PastImports
        name={['company-imports']}
        search={search}
        load={(query, signal) => api(listCompanyImports, { query, signal })}
        undo={(id) => api(undoCompanyImport, { params: { id } })}
        shownIn={['accounts']}
      />
    </>
  );
}
