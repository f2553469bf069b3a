import { createFileRoute } from '@tanstack/react-router';
import { BuyPage } from '#web/marketplace/buying/buy-page.tsx';
import { pageOfId } from '#web/platform/page/page-of-id.tsx';

export const Route = createFileRoute('/_user/user/marketplace/$id')({ component: pageOfId(BuyPage) });
