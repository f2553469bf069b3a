import { createFileRoute } from '@tanstack/react-router';
import { AdminSellOrderPage } from '#web/marketplace-admin/admin-sell-order-page.tsx';
import { pageOfId } from '#web/platform/page/page-of-id.tsx';

export const Route = createFileRoute('/_admin/admin/marketplace/sell-order/$id')({
  component: pageOfId(AdminSellOrderPage),
});
