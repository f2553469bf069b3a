import { useDesk } from '#web/bidding/desk-context.ts';
import { SpokenStanding } from '#web/bidding/spoken-standing.tsx';
import { useOwnNews } from '#web/bidding/use-own-news.ts';

/** What rivals do to the own bids, shown and spoken. */
export function RoomNews({ onBid }: { onBid: () => void }) {
  useOwnNews(useDesk(), onBid);
  return <SpokenStanding />;
}
