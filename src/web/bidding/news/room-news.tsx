import { SpokenStanding } from '#web/bidding/news/spoken-standing.tsx';
import { useOwnNews } from '#web/bidding/news/use-own-news.ts';
import { useDesk } from '#web/bidding/room/desk-context.ts';

/** Shows and speaks what rivals do to the bidder's own bids. */
export function RoomNews({ onBid }: { onBid: () => void }) {
  useOwnNews(useDesk(), onBid);
  return <SpokenStanding />;
}
