import { createFileRoute } from '@tanstack/react-router';
import { AuctionListPage } from '#web/auction/auction-list-page.tsx';
import { userAuctionSearch } from '#web/auction/auction-list-search.ts';

export const Route = createFileRoute('/_user/user/past')({
  validateSearch: userAuctionSearch,
  component: () => <AuctionListPage role="user" list="past" />,
});
