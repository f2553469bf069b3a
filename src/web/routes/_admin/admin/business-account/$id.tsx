import { createFileRoute } from '@tanstack/react-router';
import { AccountPage } from '#web/company-admin/account-page.tsx';

export const Route = createFileRoute('/_admin/admin/business-account/$id')({ component: Page });

function Page() {
  const { id } = Route.useParams();
  return <AccountPage key={id} id={id} />;
}
