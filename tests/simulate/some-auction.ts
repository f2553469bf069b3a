import { QUANTITY_MAX } from '#domain/basics/quantity.ts';
import type { AuctionId, BidderId, ItemId } from '#domain/basics/ids.ts';
import type { BiddingItem } from '#domain/bidding/bid.ts';
import { FIRST_HASH } from '#domain/bidding/history.ts';
import type { RoomBidder, RoomSettings } from '#server/room/room-state.ts';
import type { MemoryAuction } from '#testing/builders/memory-room-store.ts';
import type { Chance } from '#testing/world/chance.ts';
import { byIds } from '#testing/builders/room-state-builders.ts';

export const START_OF_TIME_MS = Date.parse('2026-03-01T09:00:00.000Z');
/** This text is part of every name that only admins may read. */
export const SECRET = 'Sdn Bhd';

/** Returns a random small auction. Small ranges of prices and quantities produce ties and reach limits. */
export function someAuction(chance: Chance, number: number): MemoryAuction {
  const auctionId = `auction-${number}` as AuctionId;
  const startsAtMs = START_OF_TIME_MS + chance.between(800, 2_500);
  const endsAtMs = startsAtMs + chance.between(1_500, 5_000);
  return {
    auctionId,
    settings: someSettings(chance, auctionId),
    times: { startsAtMs, endsAtMs, auctionEndsAtMs: endsAtMs, closedAtMs: null, pausedAtMs: null, annulledAtMs: null },
    version: 0,
    lastHash: FIRST_HASH,
    lines: [],
    answers: new Map(),
    awards: undefined,
  };
}

/** Any salt will do: nobody guesses contents here. */
export const SALT = '0123456789abcdef'.repeat(2);

function someSettings(chance: Chance, auctionId: AuctionId): RoomSettings {
  const tickCents = chance.one([1, 5, 10, 10, 25, 100]);
  const terms = {
    rules: 2 as const,
    auctionType: chance.one(['Forward', 'Reverse'] as const),
    tickCents,
    minimumBiddingQuantity: chance.one([1, 1, 5]),
  };
  const items = Array.from({ length: chance.between(1, 3) }, (_, index) => someItem(chance, tickCents, index + 1));
  const total = items.reduce((sum, item) => sum + item.quantity, 0);
  const bidders = Array.from({ length: chance.between(2, 8) }, (_, index) => someBidder(chance, total, index + 1));
  return {
    auctionId,
    ownerAccountId: 'account-of-owner',
    terms,
    fees: { sellerFeeHundredths: chance.between(0, 300), buyerFeeHundredths: chance.between(0, 300) },
    salt: SALT,
    softClose: chance.happens(0.5)
      ? { minutes: chance.one([150, 300, 600]) / 60_000, maximum: chance.between(1, 4) }
      : null,
    items: new Map(items.map((item) => [item.itemId, item])),
    ...byIds(bidders),
  };
}

export function someItem(chance: Chance, tickCents: number, number: number): BiddingItem {
  const lowestCents = tickCents * chance.between(1, 50);
  const quantity = chance.between(1, chance.one([5, 20, 200]));
  // The price limits need not be multiples of the tick size.
  const beside = chance.happens(0.2) ? chance.below(tickCents) : 0;
  return {
    itemId: `item-${number}` as ItemId,
    quantity,
    partialFulfillment: chance.happens(0.75),
    minimumBidPriceCents: lowestCents + beside,
    maximumBidPriceCents: lowestCents + beside + tickCents * chance.between(1, chance.one([4, 40])),
    minQuantity: chance.happens(0.2) ? chance.between(1, quantity) : null,
    maxQuantity: chance.happens(0.2) ? chance.between(Math.ceil(quantity / 2), quantity) : null,
  };
}

function someBidder(chance: Chance, total: number, number: number): RoomBidder {
  return {
    bidderId: `bidder-${number}` as BidderId,
    userId: `user-${number}`,
    username: `${SECRET} user ${number}`,
    accountId: `account-${number}`,
    companyName: `Company ${number} ${SECRET}`,
    englishCompanyName: `English company ${number} ${SECRET}`,
    alias: `Bidder ${number}`,
    mustAcceptTerms: false,
    mustAcceptSettlement: false,
    isRelatedToOwner: false,
    maximumQuantity: chance.happens(0.3) ? QUANTITY_MAX : chance.between(Math.ceil(total / 3), total * 2),
  };
}
