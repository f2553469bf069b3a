import { createFileRoute } from '@tanstack/react-router';
import { BuyersPage } from '#web/marketplace-admin/buyers-page.tsx';
import { pageOfId } from '#web/platform/page/page-of-id.tsx';

export const Route = createFileRoute('/_admin/admin/marketplace/update-buyers/$id')({
  component: pageOfId(BuyersPage),
});
