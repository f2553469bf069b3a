import { DIRECTIONS } from '#domain/auction/direction.ts';
import { decimalOfCents } from '#domain/basics/price.ts';
import type { Refusal } from '#domain/basics/result.ts';
import { claimOf, couldDropOut, fewestOf, type Allocated } from '#domain/bidding/allocate.ts';
import { asPlaced, type Offer, type Bid, type BiddingItem } from '#domain/bidding/bid.ts';
import { boundPriceCents, nextBetterCents, openingPriceCents } from '#domain/bidding/price-to-win.ts';
import { compareBids } from '#domain/bidding/rank.ts';
import { hasDroppable, placeOf, withBid, withoutBid, visitWinners, type Ranking } from '#domain/bidding/ranking.ts';

// This file has the rules against hidden withdrawal (docs/rules.md#no-hidden-withdrawal, decision 55). The rules limit
// how a bidder may change its live bids. The rules do not apply to an administrator who acts for a bidder.

const isAllOrNothing = (item: BiddingItem, bid: Allocated): boolean =>
  bid.quantity > 1 && fewestOf(item, bid) === bid.quantity;

/**
 * Refuses a revision that raises the minimum number of RECs that a bid accepts. One case is allowed: an all-or-nothing
 * bid that stays all-or-nothing and gets a greater quantity.
 */
export function judgeFewest(
  item: BiddingItem,
  bid: Allocated,
  present: Bid | undefined,
): Refusal<'you_cannot_increase_your_minimum'> | undefined {
  if (!present) return undefined;
  const minimum = fewestOf(item, present);
  if (!item.partialFulfillment || fewestOf(item, bid) <= minimum) return undefined;
  const isGrowing = isAllOrNothing(item, present) && isAllOrNothing(item, bid) && bid.quantity > present.quantity;
  return isGrowing ? undefined : { code: 'you_cannot_increase_your_minimum', params: { minimum } };
}

/** A bid to place or revise, with the ranking before that. */
export type Placing = {
  /** The item's current ranking, including `present`. */
  readonly ranking: Ranking;
  readonly offer: Offer;
  readonly present: Bid | undefined;
  /** The bidder's other standing bids on the item, without `present`. */
  readonly others: readonly Bid[];
};

/**
 * Refuses a bid that displaces the bidder's own bids. This is the case if there is a price for which the bidder's bids
 * at that price or better would together win fewer RECs than before. The parameter `price` of the refusal is the next
 * better price if that price would be accepted, else 0.
 */
export function judgeOwnBids(placing: Placing): Refusal<'own_bid_displaced'> | undefined {
  if (!displacesOwn(placing)) return undefined;
  const { ranking, offer } = placing;
  const { item, terms } = ranking;
  const { sign } = DIRECTIONS[terms.auctionType];
  const priceCents = nextBetterCents(offer.priceCents, terms);
  const isWayOut =
    sign * (priceCents - boundPriceCents(item, terms)) <= 0 &&
    !displacesOwn({ ...placing, offer: { ...offer, priceCents } });
  return { code: 'own_bid_displaced', params: { price: isWayOut ? decimalOfCents(priceCents) : 0 } };
}

function displacesOwn({ ranking, offer, present, others }: Placing): boolean {
  if (!present && others.length === 0) return false;
  const bid = asPlaced(offer, present);
  if (present && others.length === 0 && winsNoLess(ranking, present, bid)) return false;
  const before = wonBy(present ? [present, ...others] : others, ranking);
  const after = wonBy([bid, ...others], withBid(withoutBid(ranking, present), bid));
  const { sign } = DIRECTIONS[ranking.terms.auctionType];
  const totalFrom = (all: readonly Won[], cents: number): number =>
    all.reduce((sum, { priceCents, won }) => sum + (sign * (priceCents - cents) >= 0 ? won : 0), 0);
  return before.some(({ priceCents }) => totalFrom(after, priceCents) < totalFrom(before, priceCents));
}

/**
 * Returns whether a revised bid certainly wins at least as many RECs as before. This is the case if the revised bid
 * does not fall behind a rival, does not claim fewer RECs, and does not require a higher minimum.
 */
function winsNoLess({ item, terms }: Ranking, before: Bid, after: Bid): boolean {
  if (compareBids(terms.auctionType)(after, before) > 0) return false;
  const [was, is] = [claimOf(item, before), claimOf(item, after)];
  return is.claim >= was.claim && is.least <= was.least;
}

type Won = { readonly priceCents: number; readonly won: number };

const wonBy = (bids: readonly Bid[], ranking: Ranking): Won[] =>
  bids.map((bid) => ({ priceCents: bid.priceCents, won: placeOf(ranking, bid).won }));

/**
 * Refuses a bid that lowers the item's worth. Callers use this rule only if rivals do not have the full time to answer.
 * The worth can only fall if the new bid or a standing bid could drop out. In all other cases it is not computed.
 */
export function judgeWorth({ ranking, offer, present }: Placing): Refusal<'would_lower_the_total'> | undefined {
  if (!hasDroppable(ranking) && !couldDropOut(ranking.item, offer)) return undefined;
  const after = withBid(withoutBid(ranking, present), asPlaced(offer, present));
  return worthOf(after) < worthOf(ranking) ? { code: 'would_lower_the_total' } : undefined;
}

/**
 * Returns the item's worth (docs/rules.md#no-hidden-withdrawal). Each awarded REC counts as one plus the number of
 * price steps by which its price is better than the opening price. The running time grows with the number of winning
 * bids.
 */
export function worthOf(ranking: Ranking): bigint {
  const { item, terms } = ranking;
  const openingCents = openingPriceCents(item, terms);
  const { sign } = DIRECTIONS[terms.auctionType];
  let worth = 0n;
  visitWinners(ranking, ({ priceCents }, won) => {
    const steps = Math.max(0, Math.floor((sign * (priceCents - openingCents)) / terms.tickCents));
    worth += BigInt(won) * BigInt(steps + 1);
  });
  return worth;
}
