import { createFileRoute } from '@tanstack/react-router';
import { RegistrationListPage } from '#web/company-admin/company-lists.tsx';
import { registrationSearch } from '#web/company-admin/company-search.ts';

export const Route = createFileRoute('/_admin/admin/account-registration/')({
  validateSearch: registrationSearch,
  component: RegistrationListPage,
});
