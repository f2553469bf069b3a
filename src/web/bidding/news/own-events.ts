import type { Bid } from '#domain/bidding/bid.ts';
import { isEasierToWin } from '#domain/bidding/price-to-win.ts';
import type { ItemView, RoomView } from '#web/bidding/room/room-view.ts';

/**
 * An effect of other bidders' bids on the own bids on an item, between two views of a room. Own actions are not
 * reported.
 */
export type OwnEvent = {
  /** `canWin`: the own bids win as much as before, and a price that did not win before wins now. */
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

/** Returns the events of one item: cancelled bids, own bids that won more or less than before, and a chance to win. */
function itemEvents(old: ItemView, view: ItemView): readonly OwnEvent[] {
  const cancelled = view.gone
    .filter((bid) => old.own.some((row) => row.bid.bidId === bid.bidId))
    .map((bid): OwnEvent => ({ kind: 'cancelled', view, bid, won: 0 }));
  const moved = view.own.flatMap((row): readonly OwnEvent[] => {
    const was = old.own.find((other) => other.bid.bidId === row.bid.bidId);
    // A bid that was revised meanwhile moved by its bidder's own action.
    if (!was || was.bid.seq !== row.bid.seq || was.won === row.won) return [];
    const kind = row.won === 0 ? 'outbid' : row.won < was.won ? 'reduced' : 'regained';
    return [{ kind, view, bid: row.bid, won: row.won }];
  });
  return [...cancelled, ...moved, ...(moved.length === 0 ? chances(old, view) : [])];
}

/** Returns news about the best own bid that could win more. There is none if the own bids on the item changed. */
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
