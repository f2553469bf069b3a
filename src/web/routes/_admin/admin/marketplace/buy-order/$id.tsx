import { createFileRoute } from '@tanstack/react-router';
import { AdminBuyOrderPage } from '#web/marketplace-admin/admin-buy-order-page.tsx';
import { byId } from '#web/shell/by-id.tsx';

export const Route = createFileRoute('/_admin/admin/marketplace/buy-order/$id')({ component: byId(AdminBuyOrderPage) });
