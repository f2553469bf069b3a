import type { Bid } from '#domain/bidding/bid.ts';
import { bidAfter, type HistoryLine } from '#domain/bidding/history.ts';

/** Returns the bids that are not deleted after these lines of a history. */
export function standingAfter(lines: readonly { readonly line: HistoryLine }[]): Bid[] {
  const bids = new Map<string, Bid>();
  for (const { line } of lines) {
    const bid = line.bidId === null ? undefined : bidAfter(line, bids.get(line.bidId));
    if (bid) bids.set(bid.bidId, bid);
  }
  return [...bids.values()].filter(({ isDeleted }) => !isDeleted);
}
