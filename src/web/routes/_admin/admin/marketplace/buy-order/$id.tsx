import { createFileRoute } from '@tanstack/react-router';
import { AdminBuyOrderPage } from '#web/marketplace-admin/admin-buy-order-page.tsx';
import { pageOfId } from '#web/platform/page/page-of-id.tsx';

export const Route = createFileRoute('/_admin/admin/marketplace/buy-order/$id')({
  component: pageOfId(AdminBuyOrderPage),
});
