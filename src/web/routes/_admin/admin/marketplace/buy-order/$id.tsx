import { createFileRoute } from '@tanstack/react-router';
import { AdminBuyOrderPage } from '#web/marketplace-admin/admin-buy-order-page.tsx';

export const Route = createFileRoute('/_admin/admin/marketplace/buy-order/$id')({ component: Page });

function Page() {
  const { id } = Route.useParams();
  return <AdminBuyOrderPage key={id} id={id} />;
}
