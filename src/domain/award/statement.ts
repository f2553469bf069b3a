import { DIRECTIONS, type AuctionType } from '#domain/auction/direction.ts';
import type { Award } from '#domain/award/close.ts';
import type { BidderId } from '#domain/basics/ids.ts';

/** Sums of awards. Amounts are in minor units. Screens, statements and exports take every total from here. */
export type Figures = {
  readonly quantity: number;
  readonly amountCents: bigint;
  readonly buyerFeeCents: bigint;
  readonly sellerFeeCents: bigint;
  /** Average price, weighted by quantity and rounded half up to the minor unit; null if there are no awards. */
  readonly averagePriceCents: bigint | null;
};

type Counted = Pick<Award, 'won' | 'amountCents' | 'buyerFeeCents' | 'sellerFeeCents'>;

/** Adds up awards. Each award's amounts are already rounded (docs/rules.md#numbers). Sums are not rounded again. */
export function figuresOf(awards: readonly Counted[]): Figures {
  const sum = (pick: (award: Counted) => bigint): bigint => awards.reduce((total, award) => total + pick(award), 0n);
  const amountCents = sum((award) => award.amountCents);
  const quantity = awards.reduce((total, { won }) => total + won, 0);
  return {
    quantity,
    amountCents,
    buyerFeeCents: sum((award) => award.buyerFeeCents),
    sellerFeeCents: sum((award) => award.sellerFeeCents),
    averagePriceCents: quantity === 0 ? null : (amountCents * 2n + BigInt(quantity)) / (2n * BigInt(quantity)),
  };
}

/**
 * The side of a party in a trade. A buyer pays its fee in addition to the amount. A seller's fee is deducted from the
 * amount.
 */
export type Side = 'buyer' | 'seller';

/**
 * Returns the side of a party. The winners of a forward auction buy from its owner. The winners of a reverse auction
 * sell to its owner.
 */
export const sideOf = (auctionType: AuctionType, as: 'bidder' | 'owner'): Side =>
  (DIRECTIONS[auctionType].winnerTakes === 'buys') === (as === 'bidder') ? 'buyer' : 'seller';

/** Returns the fee that this side pays, in minor units. */
export const feeOn = (side: Side, figures: Figures): bigint =>
  side === 'buyer' ? figures.buyerFeeCents : figures.sellerFeeCents;

/** Returns the amount that a buyer pays in total or a seller receives, in minor units. */
export const totalOn = (side: Side, figures: Figures): bigint =>
  side === 'buyer' ? figures.amountCents + figures.buyerFeeCents : figures.amountCents - figures.sellerFeeCents;

/**
 * The awards of a statement. A bidder's statement covers the bidder's own awards. The owner's and the administrators'
 * statements cover all awards.
 */
export type StatementOf = { readonly as: 'bidder'; readonly bidderId: BidderId } | { readonly as: 'owner' | 'admin' };

/** Returns each award of a statement with its sums, and the total of all these awards. */
export function statementOf<A extends Award>(awards: readonly A[], whose: StatementOf) {
  const stated = awards.filter(({ bid }) => whose.as !== 'bidder' || bid.bidderId === whose.bidderId);
  return { lines: stated.map((award) => ({ award, figures: figuresOf([award]) })), total: figuresOf(stated) };
}
