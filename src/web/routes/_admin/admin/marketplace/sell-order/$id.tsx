import { createFileRoute } from '@tanstack/react-router';
import { AdminSellOrderPage } from '#web/marketplace-admin/admin-sell-order-page.tsx';
import { byId } from '#web/shell/by-id.tsx';

export const Route = createFileRoute('/_admin/admin/marketplace/sell-order/$id')({
  component: byId(AdminSellOrderPage),
});
