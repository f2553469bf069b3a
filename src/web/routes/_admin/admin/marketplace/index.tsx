import { createFileRoute } from '@tanstack/react-router';
import { AdminMarketplacePage } from '#web/marketplace-admin/admin-marketplace-page.tsx';
import { marketplaceSearch } from '#web/marketplace/marketplace-search.ts';

export const Route = createFileRoute('/_admin/admin/marketplace/')({
  validateSearch: marketplaceSearch,
  component: AdminMarketplacePage,
});
