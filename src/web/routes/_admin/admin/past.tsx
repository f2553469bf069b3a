import { createFileRoute } from '@tanstack/react-router';
import { AuctionListPage } from '#web/auction/auction-list-page.tsx';
import { adminAuctionSearch } from '#web/auction/auction-list-search.ts';

export const Route = createFileRoute('/_admin/admin/past')({
  validateSearch: adminAuctionSearch,
  component: () => <AuctionListPage role="admin" list="past" />,
});
