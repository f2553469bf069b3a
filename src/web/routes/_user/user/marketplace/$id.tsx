import { createFileRoute } from '@tanstack/react-router';
import { BuyPage } from '#web/marketplace/buying/buy-page.tsx';
import { byId } from '#web/shell/by-id.tsx';

export const Route = createFileRoute('/_user/user/marketplace/$id')({ component: byId(BuyPage) });
