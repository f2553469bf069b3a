import type { Bid } from '#domain/bidding/bid.ts';
import type { ItemView, RoomView } from '#web/bidding/room-view.ts';

/** What others' bids did to one of ours between two views of a room; our own doings are no news. */
export type OwnEvent = {
  readonly kind: 'outbid' | 'reduced' | 'regained' | 'cancelled';
  readonly view: ItemView;
  readonly bid: Bid;
  readonly won: number;
};

export function ownEvents(before: RoomView, now: RoomView): readonly OwnEvent[] {
  return [...now.items.values()].flatMap((view) => {
    const old = before.items.get(view.item.auctionItemId);
    return old && old !== view ? itemEvents(old, view) : [];
  });
}

function itemEvents(old: ItemView, view: ItemView): readonly OwnEvent[] {
  const cancelled = view.gone
    .filter((bid) => old.own.some((row) => row.bid.bidId === bid.bidId))
    .map((bid): OwnEvent => ({ kind: 'cancelled', view, bid, won: 0 }));
  const moved = view.own.flatMap((row): readonly OwnEvent[] => {
    const was = old.own.find((other) => other.bid.bidId === row.bid.bidId);
    // A bid that was revised meanwhile moved by its bidder's will.
    if (!was || was.bid.seq !== row.bid.seq || was.won === row.won) return [];
    const kind = row.won === 0 ? 'outbid' : row.won < was.won ? 'reduced' : 'regained';
    return [{ kind, view, bid: row.bid, won: row.won }];
  });
  return [...cancelled, ...moved];
}
