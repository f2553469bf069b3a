import { createFileRoute } from '@tanstack/react-router';
import { SellOrderPage } from '#web/marketplace/sell-order-page.tsx';
import { pageOfId } from '#web/platform/page/page-of-id.tsx';

export const Route = createFileRoute('/_user/user/marketplace/sell-order/$id')({ component: pageOfId(SellOrderPage) });
