import { createFileRoute } from '@tanstack/react-router';
import { RetireListPage } from '#web/claim/retire-list-page.tsx';
import { accountSearch } from '#web/company/account-search.ts';

export const Route = createFileRoute('/_user/user/retire-list')({
  validateSearch: accountSearch,
  component: RetireListPage,
});
