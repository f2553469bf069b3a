import { createFileRoute } from '@tanstack/react-router';
import { AuctionListPage } from '#web/auction/auction-list-page.tsx';
import { auctionListSearch } from '#web/auction/auction-list-search.ts';

export const Route = createFileRoute('/_user/user/past')({
  validateSearch: auctionListSearch,
  component: () => <AuctionListPage role="user" list="past" />,
});
