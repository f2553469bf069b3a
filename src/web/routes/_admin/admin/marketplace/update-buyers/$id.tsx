import { createFileRoute } from '@tanstack/react-router';
import { BuyersPage } from '#web/marketplace-admin/buyers-page.tsx';
import { byId } from '#web/shell/by-id.tsx';

export const Route = createFileRoute('/_admin/admin/marketplace/update-buyers/$id')({ component: byId(BuyersPage) });
