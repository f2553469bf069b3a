import { createFileRoute } from '@tanstack/react-router';
import { BuyOrderPage } from '#web/marketplace/buy-orders/buy-order-page.tsx';
import { pageOfId } from '#web/platform/page/page-of-id.tsx';

export const Route = createFileRoute('/_user/user/marketplace/buy-order/$id')({ component: pageOfId(BuyOrderPage) });
