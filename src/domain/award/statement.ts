import { DIRECTIONS, type AuctionType } from '#domain/auction/direction.ts';
import type { Award } from '#domain/award/close.ts';
import type { BidderId } from '#domain/basics/ids.ts';

/**
 * Sums of awards; amounts are in hundredths. Every total on a screen, in a statement and in an export comes from here.
 */
export type Figures = {
  readonly quantity: number;
  readonly amountCents: bigint;
  readonly buyerFeeCents: bigint;
  readonly sellerFeeCents: bigint;
  /** Average price weighted by quantity, rounded half up to the hundredth; null without awards. */
  readonly averagePriceCents: bigint | null;
};

type Counted = Pick<Award, 'won' | 'amountCents' | 'buyerFeeCents' | 'sellerFeeCents'>;

/** Adds up awards. The amounts were rounded per award (docs/rules.md#numbers) and are not rounded again. */
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

/** The side of a trade. A buyer pays its fee on top of the amount; a seller's fee is deducted from it. */
export type Side = 'buyer' | 'seller';

/**
 * Returns the side of a party. The winners of a forward auction buy from its owner; the winners of a reverse auction
 * sell to it.
 */
export const sideOf = (auctionType: AuctionType, as: 'bidder' | 'owner'): Side =>
  (DIRECTIONS[auctionType].winnerTakes === 'buys') === (as === 'bidder') ? 'buyer' : 'seller';

/** Returns the fee that this side pays, in hundredths. */
export const feeOn = (side: Side, figures: Figures): bigint =>
  side === 'buyer' ? figures.buyerFeeCents : figures.sellerFeeCents;

/** Returns what a buyer pays or a seller receives, in hundredths. */
export const totalOn = (side: Side, figures: Figures): bigint =>
  side === 'buyer' ? figures.amountCents + figures.buyerFeeCents : figures.amountCents - figures.sellerFeeCents;

/** The awards that a statement covers: those of one bidder, or all of them for the owner or the administrators. */
export type StatementOf = { readonly as: 'bidder'; readonly bidderId: BidderId } | { readonly as: 'owner' | 'admin' };

/** Returns the awards of a statement, each with its figures, and their total. */
export function statementOf<A extends Award>(awards: readonly A[], whose: StatementOf) {
  const stated = awards.filter(({ bid }) => whose.as !== 'bidder' || bid.bidderId === whose.bidderId);
  return { lines: stated.map((award) => ({ award, figures: figuresOf([award]) })), total: figuresOf(stated) };
}
