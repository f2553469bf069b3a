import { createFileRoute } from '@tanstack/react-router';
import { AdminSellOrderPage } from '#web/marketplace-admin/admin-sell-order-page.tsx';

export const Route = createFileRoute('/_admin/admin/marketplace/sell-order/$id')({ component: Page });

function Page() {
  const { id } = Route.useParams();
  return <AdminSellOrderPage key={id} id={id} />;
}
