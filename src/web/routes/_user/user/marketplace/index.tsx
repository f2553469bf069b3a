import { createFileRoute } from '@tanstack/react-router';
import { MarketplacePage } from '#web/marketplace/marketplace-page.tsx';
import { marketplaceSearch } from '#web/marketplace/marketplace-search.ts';

export const Route = createFileRoute('/_user/user/marketplace/')({
  validateSearch: marketplaceSearch,
  component: MarketplacePage,
});
