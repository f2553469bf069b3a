import { createFileRoute } from '@tanstack/react-router';
import { accountSearch } from '#web/company/account-search.ts';
import { RegistryAccountsPage } from '#web/registry/registry-accounts-page.tsx';

export const Route = createFileRoute('/_user/user/registry-accounts')({
  validateSearch: accountSearch,
  component: RegistryAccountsPage,
});
