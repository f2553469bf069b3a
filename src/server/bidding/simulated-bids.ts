import { randomInt } from 'node:crypto';
import { DIRECTIONS } from '#domain/auction/direction.ts';
import { decimalOfCents } from '#domain/basics/price.ts';
import { largestQuantity, smallestQuantity, type BiddingItem, type BiddingTerms } from '#domain/bidding/bid.ts';
import { boundPriceCents, openingPriceCents } from '#domain/bidding/price-to-win.ts';
import { asBidder, type RoomRequest } from '#server/room/judging/judge-request.ts';
import { standingBidsOf, type RoomBidder, type RoomState } from '#server/room/room-state.ts';

/**
 * Returns this price, or a random one up to `most` ticks better, within the item's price bound. Prices are in
 * hundredths.
 */
function betterBy(most: number, priceCents: number, item: BiddingItem, terms: BiddingTerms): number {
  const { sign } = DIRECTIONS[terms.auctionType];
  const allowed = Math.floor((sign * (boundPriceCents(item, terms) - priceCents)) / terms.tickCents);
  return priceCents + sign * terms.tickCents * randomInt(1 + Math.max(0, Math.min(most, allowed)));
}

/** The percentage of an item that all simulated companies together want. It is above 100, so that they compete. */
const WANTED = { min: 130, spread: 120 } as const;

/** Returns the rounded quantity that one of `companies` simulated companies wants of an item. */
function shareOf(item: BiddingItem, terms: BiddingTerms, companies: number): number {
  const smallest = smallestQuantity(item, terms);
  if (!item.partialFulfillment) return smallest;
  const round = item.quantity >= 10_000 ? 1_000 : 1;
  const hundredths = (WANTED.min + randomInt(WANTED.spread)) / companies;
  const share = Math.ceil((item.quantity * hundredths) / 100 / round) * round;
  return Math.min(largestQuantity(item), Math.max(share, smallest));
}

/**
 * Returns the first bids of a simulated bidder: on the first item, and perhaps on others. Sealed bids have a guessed
 * price. Live bids must win, so a fully taken item gets no bid. Returns undefined if there is no bid.
 */
export function openingBids(state: RoomState, bidder: RoomBidder, phase: 'initial' | 'live'): RoomRequest | undefined {
  const { terms, items, bidders } = state.settings;
  const wanted = [...items.values()].filter((_, index) => index === 0 || randomInt(3) > 0);
  const bids = wanted.flatMap((item) => {
    const quantity = shareOf(item, terms, bidders.size);
    const toWin = phase === 'live' ? state.standings.get(item.itemId)?.priceToWin(quantity) : undefined;
    if (toWin?.isFull) return [];
    const priceCents = toWin
      ? betterBy(1, toWin.priceCents, item, terms)
      : betterBy(7, openingPriceCents(item, terms), item, terms);
    const price = decimalOfCents(priceCents);
    return [{ auctionItemId: item.itemId, price, quantity, bidderPartialFulfillment: randomInt(4) > 0 }];
  });
  return bids.length === 0 ? undefined : { ...asBidder(bidder), type: 'place', entry: 'initial', bids };
}

/**
 * Returns a revision of a bid that would not win its whole quantity. The new price is the one at which the bid wins the
 * whole quantity, or one tick better.
 */
export function betterBid(state: RoomState, bidder: RoomBidder): RoomRequest | undefined {
  const own = [...standingBidsOf(state, bidder.bidderId).values()];
  const bid = own.find((known) =>
    state.standings
      .get(known.itemId)
      ?.rows()
      .some((row) => row.bid === known && row.won < known.quantity),
  );
  const standing = bid && state.standings.get(bid.itemId);
  if (!standing) return undefined;
  const { terms } = state.settings;
  const toWin = standing.priceToWin(bid.quantity, bid.bidId);
  if (toWin.isFull) return undefined;
  const price = decimalOfCents(betterBy(1, toWin.priceCents, standing.item, terms));
  const { bidId, quantity, allowsPartial } = bid;
  const revised = { auctionItemId: bid.itemId, bidId, price, quantity, bidderPartialFulfillment: allowsPartial };
  return { ...asBidder(bidder), type: 'place', entry: 'live', bids: [revised] };
}
