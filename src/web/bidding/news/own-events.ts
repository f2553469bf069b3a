import type { Bid } from '#domain/bidding/bid.ts';
import { isEasierToWin } from '#domain/bidding/price-to-win.ts';
import type { ItemView, RoomView } from '#web/bidding/room/room-view.ts';

/** Effects of others' bids on our bids on an item, between two views of a room. Our own acts are no news. */
export type OwnEvent = {
  /** `canWin`: our bids win as much as before, and a price wins now that did not. */
  readonly kind: 'outbid' | 'reduced' | 'regained' | 'cancelled' | 'canWin';
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
  return [...cancelled, ...moved, ...(moved.length === 0 ? chances(old, view) : [])];
}

/** Looks at the best of our bids that could win more. A bid that we changed meanwhile does not count. */
function chances(old: ItemView, view: ItemView): readonly OwnEvent[] {
  const row = view.own.find(({ bid, won }) => won < bid.quantity);
  const isOurs = seqsOf(old) !== seqsOf(view);
  if (!row || isOurs || !isEasierToWin(view.toWin, old.toWin, view.ranking.terms)) return [];
  return [{ kind: 'canWin', view, bid: row.bid, won: row.won }];
}

const seqsOf = ({ own }: ItemView): string =>
  own
    .map(({ bid }) => bid.seq)
    .toSorted((one, other) => one - other)
    .join();
