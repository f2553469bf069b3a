import { createFileRoute } from '@tanstack/react-router';
import { accountSearch } from '#web/company/account-search.ts';
import { listSearch } from '#web/design/lists/list-search.ts';
import { BeneficiariesPage } from '#web/holding/beneficiaries-page.tsx';

export const Route = createFileRoute('/_user/user/beneficiaries')({
  validateSearch: (raw: Record<string, unknown>) => ({ ...listSearch(raw), ...accountSearch(raw) }),
  component: BeneficiariesPage,
});
