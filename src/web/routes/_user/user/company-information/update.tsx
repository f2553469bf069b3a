import { createFileRoute } from '@tanstack/react-router';
import { accountSearch } from '#web/company/account-search.ts';
import { CompanyInformationPage } from '#web/company/company-information-page.tsx';
import { onlyTnbx } from '#web/identity/session/guards.ts';

export const Route = createFileRoute('/_user/user/company-information/update')({
  validateSearch: accountSearch,
  beforeLoad: onlyTnbx,
  component: CompanyInformationPage,
});
