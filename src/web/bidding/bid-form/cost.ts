import { bidderTotalCents, costOf } from '#domain/award/close.ts';
import type { RoomSetting } from '#web/bidding/room/room-setting.ts';

/** What a bidder pays (or, selling, receives): amount, its own fee, and the two together, in hundredths. */
export type Cost = { readonly amountCents: bigint; readonly feeCents: bigint; readonly totalCents: bigint };

export const NO_COST: Cost = { amountCents: 0n, feeCents: 0n, totalCents: 0n };

/** Only the fee that the bidder bears is shown to it: the buyer's in a forward, the seller's in a reverse auction. */
export function costToBidder({ terms, fees }: RoomSetting, priceCents: number, quantity: number): Cost {
  const cost = costOf(priceCents, quantity, fees);
  const { amountCents } = cost;
  const totalCents = bidderTotalCents(terms, cost);
  const difference = totalCents - amountCents;
  return { amountCents, feeCents: difference < 0n ? -difference : difference, totalCents };
}

/** Fees are rounded per award (docs/rules.md#numbers), so sums add rounded costs. */
export const addCosts = (one: Cost, other: Cost): Cost => ({
  amountCents: one.amountCents + other.amountCents,
  feeCents: one.feeCents + other.feeCents,
  totalCents: one.totalCents + other.totalCents,
});
