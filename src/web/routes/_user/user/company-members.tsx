import { createFileRoute } from '@tanstack/react-router';
import { accountSearch } from '#web/company/account-search.ts';
import { MembersPage } from '#web/company/members-page.tsx';

export const Route = createFileRoute('/_user/user/company-members')({
  validateSearch: accountSearch,
  component: MembersPage,
});
