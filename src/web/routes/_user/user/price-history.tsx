import { createFileRoute } from '@tanstack/react-router';
import { PriceHistoryPage } from '#web/statistic/price-history-page.tsx';
import { priceSearch } from '#web/statistic/statistic-search.ts';

export const Route = createFileRoute('/_user/user/price-history')({
  validateSearch: priceSearch,
  component: () => <PriceHistoryPage role="user" />,
});
