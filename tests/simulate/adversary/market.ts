import type { AuctionType } from '#domain/auction/direction.ts';
import type { BidId, ItemId } from '#domain/basics/ids.ts';
import { decimalOfCents } from '#domain/basics/price.ts';
import type { Bid } from '#domain/bidding/bid.ts';
import { extendSoftly, lastMinutes } from '#server/room/judging/judge-batches.ts';
import { asBidder, judgeRequest, type RoomRequest } from '#server/room/judging/judge-request.ts';
import type { RoomState } from '#server/room/room-state.ts';
import { anItem, someTerms } from '#testing/builders/builders.ts';
import { aRoomBidder, aRoomState } from '#testing/builders/room-state-builders.ts';
import type { Chance } from '#testing/world/chance.ts';
import type { SoftClose } from '#domain/auction/answer-time.ts';

/**
 * The highest price of a market. Prices in this folder are steps from 1 (the opening price) to PRICE_MAX. A higher step
 * is always better for the owner, in forward and in reverse auctions. Quantities are in RECs.
 */
export const PRICE_MAX = 12;
const STEP_CENTS = 100;

/** An honest bidder, with the worth of one REC to that bidder and the number of RECs that it wants. */
export type Rival = {
  readonly name: string;
  readonly worth: number;
  readonly wants: number;
  readonly allOrNothing: boolean;
};

/**
 * How rivals bid. `answering`: a rival places the bid that pays it most, again after each change. `eager`: a rival bids
 * one step below its worth as soon as the room accepts that price. `winning`: like `eager`, but only if the bid wins
 * immediately; such a rival ignores the room's advice to bid behind a bid that could drop out. `late`: like `eager`,
 * but only in the last minutes.
 */
export const MANNERS = ['answering', 'eager', 'winning', 'late'] as const;

/** One item, the honest rivals, and the worth of one REC to the attackers. */
export type Market = {
  readonly auctionType: AuctionType;
  readonly quantity: number;
  readonly softClose: SoftClose | null;
  readonly manner: (typeof MANNERS)[number];
  readonly rivals: readonly Rival[];
  readonly worth: number;
  /** The version of the bidding rules that the room applies. */
  readonly rules: 1 | 2;
};

export function someMarket(chance: Chance, rules: Market['rules']): Market {
  const quantity = chance.between(4, 8);
  const withAllOrNothing = chance.happens(0.5);
  const rivals = Array.from({ length: chance.between(1, 2) }, (_, index) => ({
    name: `rival ${index + 1}`,
    worth: chance.between(4, 8),
    wants: chance.between(Math.ceil(quantity / 3), quantity),
    allOrNothing: withAllOrNothing && (index === 0 || chance.happens(0.4)),
  }));
  return {
    auctionType: chance.one(['Forward', 'Reverse']),
    quantity,
    softClose: chance.happens(0.5) ? { minutes: 3, maximum: 20 } : null,
    manner: chance.one(MANNERS),
    rivals,
    worth: chance.between(4, 9),
    rules,
  };
}

export const ATTACKERS = ['attacker', 'accomplice'] as const;

const MINUTE_MS = 60_000;
export const STARTS_AT_MS = 60 * MINUTE_MS;
const ENDS_AT_MS = 2 * STARTS_AT_MS;
const ITEM_ID = 'item' as ItemId;

export function openRoom({ auctionType, quantity, softClose, rivals, rules }: Market): RoomState {
  const prices = [1, PRICE_MAX].map((price) => centsOf(auctionType, price)).toSorted((a, b) => a - b);
  const [minimumBidPriceCents = 0, maximumBidPriceCents = 0] = prices;
  const item = anItem({ itemId: ITEM_ID, quantity, minimumBidPriceCents, maximumBidPriceCents });
  return aRoomState({
    terms: someTerms({ auctionType, tickCents: STEP_CENTS, rules }),
    softClose,
    items: [item],
    bidders: [...ATTACKERS, ...rivals.map(({ name }) => name)].map(aRoomBidder),
    times: { startsAtMs: STARTS_AT_MS, endsAtMs: ENDS_AT_MS },
  });
}

/** Converts a price in steps to hundredths. In a reverse auction, a higher step is a lower price. */
export const centsOf = (auctionType: AuctionType, price: number): number =>
  STEP_CENTS * (auctionType === 'Forward' ? price : PRICE_MAX + 1 - price);

export const priceOf = (state: RoomState, bid: Bid): number =>
  state.settings.terms.auctionType === 'Forward'
    ? bid.priceCents / STEP_CENTS
    : PRICE_MAX + 1 - bid.priceCents / STEP_CENTS;

/**
 * A requested bid. `fewest` is its minimum acceptable quantity: equal to `quantity` for all-or-nothing, 1 for any part.
 */
export type Offer = {
  readonly who: string;
  readonly bidId?: BidId | undefined;
  readonly price: number;
  readonly quantity: number;
  readonly fewest: number;
};

/**
 * Places a bid in the room, including its effect on the end, in the same way as a batch of requests. Returns the bid's
 * id, or the code of the refusal.
 */
export function ask(
  state: RoomState,
  offer: Offer,
  atMs: number,
): { readonly bidId: BidId } | { readonly refused: string } {
  const { who, bidId, quantity, fewest } = offer;
  const isPart = fewest < quantity || quantity === 1;
  const request: RoomRequest = {
    ...asBidder(aRoomBidder(who)),
    type: 'place',
    entry: 'initial',
    bids: [
      {
        auctionItemId: ITEM_ID,
        ...(bidId && { bidId }),
        price: decimalOfCents(centsOf(state.settings.terms.auctionType, offer.price)),
        quantity,
        bidderPartialFulfillment: isPart,
        minimumAcceptable: isPart && fewest > 1 ? fewest : null,
      },
    ],
  };
  const last = lastMinutes(state, request, atMs);
  const verdict = judgeRequest(state, request, atMs);
  if (!verdict.ok) return { refused: verdict.refused.code };
  if (last) extendSoftly(state, last, verdict.lines);
  return { bidId: verdict.bidIds[0] as BidId };
}

export const itemOf = (state: RoomState) => {
  const [item] = state.settings.items.values();
  const [standing] = state.standings.values();
  if (!item || !standing) throw new Error('a market has one item');
  return { item, standing };
};
