import { bidderTotalCents, costOf } from '#domain/award/close.ts';
import type { RoomSetting } from '#web/bidding/room/room-setting.ts';

/** The amount that a bidder pays (or receives as a seller), the bidder's own fee, and the total. In cents. */
export type Cost = { readonly amountCents: bigint; readonly feeCents: bigint; readonly totalCents: bigint };

/** A cost of zero, the start of a sum. */
export const NO_COST: Cost = { amountCents: 0n, feeCents: 0n, totalCents: 0n };

/**
 * Returns a bidder's cost. It includes only the bidder's own fee: the buyer's fee in a forward auction, the seller's
 * fee in a reverse auction.
 */
export function costToBidder({ terms, fees }: RoomSetting, priceCents: number, quantity: number): Cost {
  const cost = costOf(priceCents, quantity, fees);
  const { amountCents } = cost;
  const totalCents = bidderTotalCents(terms, cost);
  const difference = totalCents - amountCents;
  return { amountCents, feeCents: difference < 0n ? -difference : difference, totalCents };
}

/** Adds two costs. The fees are already rounded, because fees are rounded per award (docs/rules.md#numbers). */
export const addCosts = (one: Cost, other: Cost): Cost => ({
  amountCents: one.amountCents + other.amountCents,
  feeCents: one.feeCents + other.feeCents,
  totalCents: one.totalCents + other.totalCents,
});
