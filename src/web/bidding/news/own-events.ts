import type { Bid } from '#domain/bidding/bid.ts';
import { isEasierToWin } from '#domain/bidding/price-to-win.ts';
import type { ItemView, RoomView } from '#web/bidding/room/room-view.ts';

/**
 * An effect of other bidders' bids on the caller's own bids on one item, between two views of a room. The caller's own
 * actions cause no event.
 */
export type OwnEvent = {
  /** `canWin`: the own bids win as much as before, but a price that did not win in the earlier view wins now. */
  readonly kind: 'outbid' | 'reduced' | 'regained' | 'cancelled' | 'canWin';
  readonly view: ItemView;
  readonly bid: Bid;
  readonly won: number;
};

/** Returns the news about the own bids on all items, between two views of a room. */
export function ownEvents(before: RoomView, now: RoomView): readonly OwnEvent[] {
  return [...now.items.values()].flatMap((view) => {
    const old = before.items.get(view.item.auctionItemId);
    return old && old !== view ? itemEvents(old, view) : [];
  });
}

/**
 * Returns the events of one item: cancelled own bids, own bids that win more or less than before, or a chance to win
 * more.
 */
function itemEvents(old: ItemView, view: ItemView): readonly OwnEvent[] {
  const cancelled = view.gone
    .filter((bid) => old.own.some((row) => row.bid.bidId === bid.bidId))
    .map((bid): OwnEvent => ({ kind: 'cancelled', view, bid, won: 0 }));
  const moved = view.own.flatMap((row): readonly OwnEvent[] => {
    const was = old.own.find((other) => other.bid.bidId === row.bid.bidId);
    // If the bidder revised this bid since the last view, the change is not news.
    if (!was || was.bid.seq !== row.bid.seq || was.won === row.won) return [];
    const kind = row.won === 0 ? 'outbid' : row.won < was.won ? 'reduced' : 'regained';
    return [{ kind, view, bid: row.bid, won: row.won }];
  });
  return [...cancelled, ...moved, ...(moved.length === 0 ? chances(old, view) : [])];
}

/**
 * Returns news about the best own bid that could win more. Returns nothing if the caller changed its own bids on the
 * item.
 */
function chances(old: ItemView, view: ItemView): readonly OwnEvent[] {
  const row = view.own.find(({ bid, won }) => won < bid.quantity);
  const isOurs = seqsOf(old) !== seqsOf(view);
  if (!row || isOurs || !isEasierToWin(view.toWin, old.toWin, view.ranking.terms)) return [];
  return [{ kind: 'canWin', view, bid: row.bid, won: row.won }];
}

/** Returns a text that changes whenever the own bids change. */
const seqsOf = ({ own }: ItemView): string =>
  own
    .map(({ bid }) => bid.seq)
    .toSorted((one, other) => one - other)
    .join();
