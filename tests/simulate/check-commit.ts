import type { Bid } from '#domain/bidding/bid.ts';
import { bidAfter } from '#domain/bidding/history.ts';
import { createStanding } from '#domain/bidding/standing.ts';
import type { MemoryAuction } from '#testing/builders/memory-room-store.ts';
import { allocate } from './allocation.ts';
import { createBook, type Book } from './book.ts';

export type CommitCheck = { readonly book: Book; take(before: MemoryAuction, after: MemoryAuction): string[] };

/**
 * Compares each commit with the book: first the lines, then each bid's rank and won quantity in the resulting standing.
 * Screens and the closing use that standing.
 */
export function createCommitCheck(): CommitCheck {
  const book = createBook();
  const bids = new Map<string, Bid>();
  const take: CommitCheck['take'] = (before, after) => {
    const wrong = book.take(before, after);
    const touched = new Set<string>();
    for (const { line } of after.lines.slice(before.version)) {
      const bid = line.bidId === null ? undefined : bidAfter(line, bids.get(line.bidId));
      if (!bid) continue;
      bids.set(bid.bidId, bid);
      touched.add(bid.itemId);
    }
    const { items, terms } = after.settings;
    for (const item of items.values()) {
      if (!touched.has(item.itemId)) continue;
      const standing = createStanding(item, terms);
      for (const bid of bids.values()) if (bid.itemId === item.itemId) standing.put(bid);
      const rows = standing.rows();
      const sold = rows.reduce((sum, row) => sum + row.won, 0);
      if (sold > item.quantity) wrong.push(`${item.itemId} is sold ${sold} times, there are ${item.quantity}`);
      const told = allocate(
        item,
        after.settings,
        [...book.bids.values()].filter((bid) => bid.itemId === item.itemId),
      );
      const seen = rows.map(({ bid, rank, won }) => `${rank} ${bid.bidId} ${won}`).join(', ');
      const expected = told.map(({ bid, rank, won }) => `${rank} ${bid.bidId} ${won}`).join(', ');
      if (seen !== expected) wrong.push(`${item.itemId} stands as ${seen}, not ${expected}`);
    }
    return wrong;
  };
  return { book, take };
}
