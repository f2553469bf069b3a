import { createFileRoute } from '@tanstack/react-router';
import { RegistrationPage } from '#web/company-admin/registration-page.tsx';

export const Route = createFileRoute('/_admin/admin/account-registration/$id')({ component: Page });

function Page() {
  const { id } = Route.useParams();
  return <RegistrationPage key={id} id={id} />;
}
