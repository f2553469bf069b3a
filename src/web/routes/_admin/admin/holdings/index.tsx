import { createFileRoute } from '@tanstack/react-router';
import { holdingSearch } from '#web/holding/holding-search.ts';
import { HoldingsPage } from '#web/holding/holdings-page.tsx';

export const Route = createFileRoute('/_admin/admin/holdings/')({
  validateSearch: holdingSearch,
  component: () => <HoldingsPage role="admin" />,
});
