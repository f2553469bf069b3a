import { DIRECTIONS, type AuctionType } from '#domain/auction/direction.ts';
import type { Award } from '#domain/award/close.ts';
import type { BidderId } from '#domain/basics/ids.ts';

/** What awards come to, in hundredths: the one source of every total on a screen, in a statement and in an export. */
export type Figures = {
  readonly quantity: number;
  readonly amountCents: bigint;
  readonly buyerFeeCents: bigint;
  readonly sellerFeeCents: bigint;
  /** Weighted by quantity, rounded half-up to the hundredth; null where nothing was awarded. */
  readonly averagePriceCents: bigint | null;
};

type Counted = Pick<Award, 'won' | 'amountCents' | 'buyerFeeCents' | 'sellerFeeCents'>;

/** Sums of what was rounded per award (docs/rules.md#numbers): never rounded again. */
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

/** On which side of a trade somebody stands: a buyer pays its fee on top of the amount, a seller's is taken off. */
export type Side = 'buyer' | 'seller';

/** The winners of a forward auction buy from its owner, those of a reverse one sell to it. */
export const sideOf = (auctionType: AuctionType, as: 'bidder' | 'owner'): Side =>
  (DIRECTIONS[auctionType].winnerTakes === 'buys') === (as === 'bidder') ? 'buyer' : 'seller';

export const feeOn = (side: Side, figures: Figures): bigint =>
  side === 'buyer' ? figures.buyerFeeCents : figures.sellerFeeCents;

/** What a buyer pays, what a seller receives. */
export const totalOn = (side: Side, figures: Figures): bigint =>
  side === 'buyer' ? figures.amountCents + figures.buyerFeeCents : figures.amountCents - figures.sellerFeeCents;

/** Whose awards a statement states: one bidder's, or all of them, for the owner or for the administrators. */
export type StatementOf = { readonly as: 'bidder'; readonly bidderId: BidderId } | { readonly as: 'owner' | 'admin' };

/** The awards that a statement states, each with its figures, and what they come to. */
export function statementOf<A extends Award>(awards: readonly A[], whose: StatementOf) {
  const stated = awards.filter(({ bid }) => whose.as !== 'bidder' || bid.bidderId === whose.bidderId);
  return { lines: stated.map((award) => ({ award, figures: figuresOf([award]) })), total: figuresOf(stated) };
}
