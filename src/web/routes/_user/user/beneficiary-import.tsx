import { createFileRoute } from '@tanstack/react-router';
import { accountSearch } from '#web/company/account-search.ts';
import { listSearch } from '#web/design/lists/list-search.ts';
import { BeneficiaryImportPage } from '#web/holding/beneficiary-import-page.tsx';

export const Route = createFileRoute('/_user/user/beneficiary-import')({
  validateSearch: (raw: Record<string, unknown>) => ({ ...listSearch(raw), ...accountSearch(raw) }),
  component: BeneficiaryImportPage,
});
