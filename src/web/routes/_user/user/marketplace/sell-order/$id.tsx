import { createFileRoute } from '@tanstack/react-router';
import { SellOrderPage } from '#web/marketplace/sell-order-page.tsx';
import { byId } from '#web/shell/by-id.tsx';

export const Route = createFileRoute('/_user/user/marketplace/sell-order/$id')({ component: byId(SellOrderPage) });
