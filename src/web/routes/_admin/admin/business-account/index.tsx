import { createFileRoute } from '@tanstack/react-router';
import { AccountListPage } from '#web/company-admin/company-lists.tsx';
import { accountSearch } from '#web/company-admin/company-search.ts';

export const Route = createFileRoute('/_admin/admin/business-account/')({
  validateSearch: accountSearch,
  component: AccountListPage,
});
