import { DIRECTIONS } from '#domain/auction/direction.ts';
import { fewestOf } from '#domain/bidding/allocate.ts';
import type { Bid, BiddingItem, BiddingTerms } from '#domain/bidding/bid.ts';

/**
 * Returns whether a placed or revised bid counts for soft close (docs/rules.md#soft-close). A bid counts if it is new,
 * has a better price, has a greater quantity, or accepts fewer RECs than before. An administrator's revision that does
 * none of these does not count. Under the rules of release 0.1 every bid counts. A bid that counts moves the end only
 * if it also changes an item's winners.
 */
export function countsForSoftClose(
  item: BiddingItem,
  terms: BiddingTerms,
  before: Bid | undefined,
  after: Bid,
): boolean {
  if (terms.rules === 1 || !before || before.isDeleted) return true;
  const betterCents = DIRECTIONS[terms.auctionType].sign * (after.priceCents - before.priceCents);
  return betterCents > 0 || after.quantity > before.quantity || fewestOf(item, after) < fewestOf(item, before);
}
