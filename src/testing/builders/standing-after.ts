import type { Bid } from '#domain/bidding/bid.ts';
import { bidAfter, type HistoryLine } from '#domain/bidding/history.ts';

/** Applies these lines of a history. Returns the resulting bids, without deleted ones. */
export function standingAfter(lines: readonly { readonly line: HistoryLine }[]): Bid[] {
  const bids = new Map<string, Bid>();
  for (const { line } of lines) {
    const bid = line.bidId === null ? undefined : bidAfter(line, bids.get(line.bidId));
    if (bid) bids.set(bid.bidId, bid);
  }
  return [...bids.values()].filter(({ isDeleted }) => !isDeleted);
}
