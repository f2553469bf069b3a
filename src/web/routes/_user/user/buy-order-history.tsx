import { createFileRoute } from '@tanstack/react-router';
import { HistoryPage } from '#web/buy-order-history/history-page.tsx';
import { historySearch } from '#web/buy-order-history/history-search.ts';

export const Route = createFileRoute('/_user/user/buy-order-history')({
  validateSearch: historySearch,
  component: () => <HistoryPage role="user" />,
});
