import type { Bid } from '#domain/bidding/bid.ts';
import { judgeBid } from '#domain/bidding/judge-bid.ts';
import { decimalOfCents } from '#domain/basics/price.ts';
import { addLine, endOf } from '#server/bidding/add-line.ts';
import type { RoomBidder, RoomState } from '#server/bidding/room-state.ts';
import type { NewLine } from '#server/bidding/write-lines.ts';

/**
 * Cancels what no longer fits after the settings, an item or a bidder changed before the start: bids on items that are
 * gone, of bidders that are gone, or against the rules as they are now. `state` holds the new settings.
 */
export function cancelMisfits(
  state: RoomState,
  bidders: ReadonlyMap<string, RoomBidder>,
  nowMs: number,
): readonly NewLine[] {
  const lines: NewLine[] = [];
  const inOrder = [...state.bids.values()].filter((bid) => !bid.isDeleted).toSorted((a, b) => a.tieSeq - b.tieSeq);
  const kept: Bid[] = [];
  for (const bid of inOrder) {
    const bidder = bidders.get(bid.bidderId);
    if (!bidder) continue;
    const isFit = state.settings.bidders.has(bid.bidderId) && fitsNow(state, bidder, bid, kept);
    if (isFit) kept.push(bid);
    else {
      const by = { by: 'system', reason: 'no_longer_fits', userId: bidder.userId } as const;
      lines.push(addLine(state, bidder, endOf(bid, 'cancelled'), nowMs, by));
    }
  }
  return lines;
}

function fitsNow(state: RoomState, bidder: RoomBidder, bid: Bid, kept: readonly Bid[]): boolean {
  const item = state.settings.items.get(bid.itemId);
  if (!item || (bid.allowsPartial && !item.partialFulfillment)) return false;
  const own = kept.filter((other) => other.bidderId === bid.bidderId);
  const verdict = judgeBid(
    { ...bid, price: decimalOfCents(bid.priceCents) },
    {
      phase: 'initial',
      isAdmin: bid.byAdmin,
      item,
      terms: state.settings.terms,
      maximumQuantity: bidder.maximumQuantity,
      otherQuantity: own.reduce((sum, other) => sum + other.quantity, 0),
      otherBidsOnItem: own.filter((other) => other.itemId === bid.itemId),
      market: { ranking: undefined, isAnswerable: true },
    },
  );
  return verdict.ok;
}
