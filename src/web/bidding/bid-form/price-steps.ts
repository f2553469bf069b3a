import { DIRECTIONS } from '#domain/auction/direction.ts';
import { ceilToTick, floorToTick } from '#domain/basics/price.ts';
import type { BiddingItem, BiddingTerms } from '#domain/bidding/bid.ts';
import { openingPriceCents, type PriceToWin } from '#domain/bidding/price-to-win.ts';

/**
 * Returns the item's price limits, rounded inward to the tick size. If no valid price is between the limits,
 * `leastCents` is greater than `mostCents`.
 */
function gridBounds({ item, terms }: Grid): { leastCents: number; mostCents: number } {
  return {
    leastCents: ceilToTick(item.minimumBidPriceCents, terms.tickCents),
    mostCents: floorToTick(item.maximumBidPriceCents, terms.tickCents),
  };
}

type Grid = { readonly item: BiddingItem; readonly terms: BiddingTerms };

/**
 * Returns the price that is `steps` ticks away, within the item's limits. A price between two ticks is first rounded
 * against the direction of `steps`. Without a price, returns the opening price.
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
 * Returns up to `count` next prices that would be accepted, starting at the price to win. If a bid is being revised,
 * all prices are better than `presentCents`, the price of that bid. Empty if the item is fully taken.
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

/** A price on a button. `isBehind`: the server accepts the price, but the bid wins only if better bids drop out. */
export type OfferedPrice = { readonly priceCents: number; readonly isBehind: boolean };

/**
 * Returns the next prices that win now. If a worse price is accepted too, this worse price comes first. A bid at this
 * price ranks behind bids that could drop out.
 */
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
