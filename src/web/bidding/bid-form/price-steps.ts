import { DIRECTIONS } from '#domain/auction/direction.ts';
import { ceilToTick, floorToTick } from '#domain/basics/price.ts';
import type { BiddingItem, BiddingTerms } from '#domain/bidding/bid.ts';
import { openingPriceCents, type PriceToWin } from '#domain/bidding/price-to-win.ts';

/**
 * Returns the item's price bounds on the tick grid. If no grid price lies between them, `leastCents` is above
 * `mostCents`.
 */
function gridBounds({ item, terms }: Grid): { leastCents: number; mostCents: number } {
  return {
    leastCents: ceilToTick(item.minimumBidPriceCents, terms.tickCents),
    mostCents: floorToTick(item.maximumBidPriceCents, terms.tickCents),
  };
}

type Grid = { readonly item: BiddingItem; readonly terms: BiddingTerms };

/**
 * Returns the price that is `steps` ticks away, first moving onto the grid, never beyond the item's bounds. Without a
 * price, returns the opening price.
 */
export function stepPrice(priceCents: number | undefined, steps: number, { item, terms }: Grid): number {
  const { tickCents } = terms;
  if (priceCents === undefined) return openingPriceCents(item, terms);
  const toGrid = steps > 0 ? floorToTick : ceilToTick;
  const stepped = toGrid(priceCents, tickCents) + steps * tickCents;
  const { leastCents, mostCents } = gridBounds({ item, terms });
  return Math.max(leastCents, Math.min(mostCents, stepped));
}

/**
 * Returns the next prices that would be accepted, starting at the price to win. For a revision, they are better than
 * the bid's present price. Empty if the item is full at the limit price.
 */
export function nextPrices(
  toWin: PriceToWin,
  { item, terms }: Grid,
  presentCents: number | undefined,
  count: number,
): readonly number[] {
  if (toWin.isFull) return [];
  const { sign } = DIRECTIONS[terms.auctionType];
  const { leastCents, mostCents } = gridBounds({ item, terms });
  const beyond = presentCents === undefined ? undefined : presentCents + sign * terms.tickCents;
  const first = beyond !== undefined && sign * (beyond - toWin.priceCents) > 0 ? beyond : toWin.priceCents;
  return Array.from({ length: count }, (_, step) => first + sign * step * terms.tickCents).filter(
    (price) => price >= leastCents && price <= mostCents,
  );
}

/** A price on a button. `isBehind`: the price is accepted, but wins only if better bids drop out. */
export type OfferedPrice = { readonly priceCents: number; readonly isBehind: boolean };

/** Returns the next prices that win now. The first price accepted behind bids that could drop out comes before them. */
export function offeredPrices(
  { toWin, lowestPrice }: { readonly toWin: PriceToWin; readonly lowestPrice: PriceToWin },
  grid: Grid,
  presentCents: number | undefined,
  count: number,
): readonly OfferedPrice[] {
  const winning = nextPrices(toWin, grid, presentCents, count);
  const accepted = nextPrices(lowestPrice, grid, presentCents, winning.length > 0 ? 1 : count);
  const behind = accepted.filter((price) => price !== winning[0]);
  return [
    ...behind.map((priceCents) => ({ priceCents, isBehind: true })),
    ...winning.map((priceCents) => ({ priceCents, isBehind: false })),
  ].slice(0, count);
}
