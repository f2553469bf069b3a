import { createFileRoute } from '@tanstack/react-router';
import { CompanyImportPage } from '#web/company-admin/company-import-page.tsx';
import { listSearch } from '#web/design/lists/list-search.ts';

export const Route = createFileRoute('/_admin/admin/business-account/import')({
  validateSearch: listSearch,
  component: CompanyImportPage,
});
