import type { BidId } from '#domain/basics/ids.ts';
import type { Bid } from '#domain/bidding/bid.ts';
import type { HistoryLine } from '#domain/bidding/history.ts';
import type { Change, Columns } from '#server/platform/http/audit.ts';

/** What a line that isn't applied yet does to its bid, for the audit trail; null for a late one, which is refused. */
export function changeOfBid(line: HistoryLine, bids: ReadonlyMap<BidId, Bid>): Change | null {
  if (line.bidId === null) return null;
  const present = bids.get(line.bidId);
  const before = present && !present.isDeleted ? columnsOf(present) : null;
  return { table: 'bid', id: line.bidId, before, after: line.kind === 'cancelled' ? null : columnsOf(line) };
}

const columnsOf = (bid: Bid | HistoryLine): Columns => ({
  bidder_id: bid.bidderId,
  item_id: bid.itemId,
  price_cents: bid.priceCents,
  quantity: bid.quantity,
  allows_partial: bid.allowsPartial,
  minimum_acceptable: bid.minimumAcceptable,
});
