import { createFileRoute } from '@tanstack/react-router';
import { BuyersPage } from '#web/marketplace-admin/buyers-page.tsx';

export const Route = createFileRoute('/_admin/admin/marketplace/update-buyers/$id')({ component: Page });

function Page() {
  const { id } = Route.useParams();
  return <BuyersPage key={id} id={id} />;
}
