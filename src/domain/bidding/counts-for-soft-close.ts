import { DIRECTIONS } from '#domain/auction/direction.ts';
import { fewestOf } from '#domain/bidding/allocate.ts';
import type { Bid, BiddingItem, BiddingTerms } from '#domain/bidding/bid.ts';

/**
 * Whether a bid that was placed or revised counts for soft close (docs/rules.md#soft-close): it is new, betters its
 * price or quantity, or takes fewer RECs than before, because it allows partial or has a lower minimum. An
 * administrator's revision may do none of these and then does not count. By the rules of release 0.1 every bid counts.
 * A bid that counts moves the end only if it also changes an item's winners.
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
