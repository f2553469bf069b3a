import type { Bid } from '#domain/bidding/bid.ts';
import { judgeBid } from '#domain/bidding/judge-bid.ts';
import type { CancellationCause } from '#domain/bidding/cancellation.ts';
import { decimalOfCents } from '#domain/basics/price.ts';
import type { BidderId } from '#domain/basics/ids.ts';
import { addLine, endOf } from '#server/room/judging/add-line.ts';
import type { RoomBidder, RoomState } from '#server/room/room-state.ts';
import type { NewLine } from '#server/room/store/write-lines.ts';

/** A sealed bid that a change cancels. */
export type CancelledBid = {
  readonly bid: Bid;
  readonly bidder: RoomBidder;
  readonly cause: CancellationCause;
};

/** The same with the line of the history that cancels it. */
type CancelledByLine = CancelledBid & { readonly line: NewLine };

/**
 * Cancels what no longer fits after the settings, an item or a bidder changed before the start: bids on items that are
 * gone, of bidders that are gone, or against the rules as they are now. `state` holds the new settings.
 */
export function cancelMisfits(
  state: RoomState,
  bidders: ReadonlyMap<string, RoomBidder>,
  nowMs: number,
): readonly CancelledByLine[] {
  const cancelled: CancelledByLine[] = [];
  const inOrder = [...state.bids.values()].filter((bid) => !bid.isDeleted).toSorted((a, b) => a.tieSeq - b.tieSeq);
  const keptOf = new Map<BidderId, Bid[]>();
  for (const bid of inOrder) {
    const bidder = bidders.get(bid.bidderId);
    if (!bidder) continue;
    const kept = keptOf.get(bid.bidderId) ?? [];
    const cause = causeNow(state, bidder, bid, kept);
    if (cause) {
      const by = { by: 'system', reason: 'no_longer_fits', userId: bidder.userId } as const;
      cancelled.push({ line: addLine(state, bidder, endOf(bid, 'cancelled'), nowMs, by), bid, bidder, cause });
    } else keptOf.set(bid.bidderId, [...kept, bid]);
  }
  return cancelled;
}

/** Why a bid no longer fits, if it doesn't; `own` are the bids of its bidder that do. */
function causeNow(state: RoomState, bidder: RoomBidder, bid: Bid, own: readonly Bid[]): CancellationCause | undefined {
  if (!state.settings.bidders.has(bid.bidderId)) return { code: 'bidder_removed' };
  const item = state.settings.items.get(bid.itemId);
  if (!item) return { code: 'item_deleted' };
  if (bid.allowsPartial && !item.partialFulfillment) return { code: 'partial_not_offered' };
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
  return verdict.ok ? undefined : Object.values(verdict.fields)[0];
}
