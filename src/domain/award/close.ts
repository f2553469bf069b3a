import { DIRECTIONS } from '#domain/auction/direction.ts';
import { amountCents, feeCents } from '#domain/basics/amount.ts';
import type { Bid, BiddingTerms } from '#domain/bidding/bid.ts';
import type { StandingRow } from '#domain/bidding/standing.ts';

/** Fees of an auction, in hundredths of a percent (docs/rules.md#numbers). */
export type Fees = { readonly sellerFeeHundredths: number; readonly buyerFeeHundredths: number };

/** An award: a won quantity at the winner's own price (pay as bid). Amounts are in minor units. */
export type Award = {
  readonly bid: Bid;
  readonly won: number;
  readonly rank: number;
  readonly amountCents: bigint;
  readonly sellerFeeCents: bigint;
  readonly buyerFeeCents: bigint;
};

/**
 * Returns the awards of one item: every bid that won at least one REC, in rank order (docs/rules.md#allocation,
 * docs/rules.md#closing).
 */
export const awardItem = (rows: readonly StandingRow[], fees: Fees): Award[] =>
  rows.filter((row) => row.won > 0).map((row) => ({ ...row, ...costOf(row.bid.priceCents, row.won, fees) }));

/**
 * Returns the amount and both fees of a quantity at a price. Fees are rounded half up per award
 * (docs/rules.md#numbers).
 */
export function costOf(priceCents: number, quantity: number, fees: Fees) {
  const amount = amountCents(priceCents, quantity);
  return {
    amountCents: amount,
    sellerFeeCents: feeCents(amount, fees.sellerFeeHundredths),
    buyerFeeCents: feeCents(amount, fees.buyerFeeHundredths),
  };
}

/**
 * Returns the fee that the bidder pays: the buyer's fee in a forward auction, the seller's fee in a reverse auction.
 */
export const bidderFeeHundredths = ({ auctionType }: Pick<BiddingTerms, 'auctionType'>, fees: Fees): number =>
  DIRECTIONS[auctionType].winnerTakes === 'buys' ? fees.buyerFeeHundredths : fees.sellerFeeHundredths;

/**
 * Returns the bidder's total of an award. In a forward auction the bidder pays the amount plus the buyer's fee. In a
 * reverse auction the bidder receives the amount minus the seller's fee.
 */
export function bidderTotalCents(terms: Pick<BiddingTerms, 'auctionType'>, cost: ReturnType<typeof costOf>): bigint {
  return DIRECTIONS[terms.auctionType].winnerTakes === 'buys'
    ? cost.amountCents + cost.buyerFeeCents
    : cost.amountCents - cost.sellerFeeCents;
}
