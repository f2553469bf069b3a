import { createFileRoute } from '@tanstack/react-router';
import { RegistrationPage } from '#web/company-admin/registration-page.tsx';
import { pageOfId } from '#web/platform/page/page-of-id.tsx';

export const Route = createFileRoute('/_admin/admin/account-registration/$id')({
  component: pageOfId(RegistrationPage),
});
