import { useDesk } from '#web/bidding/desk-context.ts';
import { SpokenStanding } from '#web/bidding/spoken-standing.tsx';
import { useOwnNews } from '#web/bidding/use-own-news.ts';

/** Shows and speaks what rivals do to the bidder's own bids. */
export function RoomNews({ onBid }: { onBid: () => void }) {
  useOwnNews(useDesk(), onBid);
  return <SpokenStanding />;
}
