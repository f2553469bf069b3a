import { createFileRoute } from '@tanstack/react-router';
import { BuyOrderPage } from '#web/marketplace/buy-orders/buy-order-page.tsx';
import { byId } from '#web/shell/by-id.tsx';

export const Route = createFileRoute('/_user/user/marketplace/buy-order/$id')({ component: byId(BuyOrderPage) });
