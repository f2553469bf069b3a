import { bidOfWire } from '#contract/bidding/bid-of-wire.ts';
import type { BidInput, RoomBid } from '#contract/bidding/bidding.ts';
import { decimalOfCents } from '#domain/basics/price.ts';
import { largestQuantity, smallestQuantity, type BiddingItem } from '#domain/bidding/bid.ts';
import { createStanding } from '#domain/bidding/standing.ts';
import { asBidder, type RoomRequest } from '#server/room/judging/judge-request.ts';
import type { RoomBidder, RoomSettings } from '#server/room/room-state.ts';
import type { Client } from './client.ts';
import type { Scene } from './world.ts';

/** Returns a bidder's next request, from what its page shows: mostly sensible bids, and some that must be rejected. */
export function someRequest(scene: Scene, client: Client, bidder: RoomBidder): RoomRequest {
  const { chance, schedule, rows } = scene;
  const { settings, times } = rows();
  const who = asBidder(bidder);
  const own = client.ownBids();
  const isLive = schedule.nowMs() >= times.startsAtMs;
  const items = [...settings.items.values()];
  if (own.length > 0 && chance.happens(isLive ? 0.03 : 0.2)) {
    return { ...who, type: 'withdraw', bidId: chance.one(own).bidId };
  }
  const count = isLive ? 1 : chance.between(1, 4);
  const bids = Array.from({ length: count }, () => someBid(scene, client, { settings, item: chance.one(items), own }));
  const entry = isLive && chance.happens(0.9) ? 'live' : 'initial';
  return { ...who, type: 'place', entry, bids: entry === 'live' ? bids.slice(0, 1) : bids };
}

type BidOptions = { readonly settings: RoomSettings; readonly item: BiddingItem; readonly own: readonly RoomBid[] };

function someBid(scene: Scene, client: Client, { settings, item, own }: BidOptions): BidInput {
  const { chance } = scene;
  const onItem = own.filter((bid) => bid.auctionItemId === item.itemId);
  const present = onItem.length > 0 && chance.happens(0.3 + 0.2 * onItem.length) ? chance.one(onItem) : undefined;
  const quantity = someQuantity(scene, settings, item, present);
  const bid: BidInput = {
    auctionItemId: item.itemId,
    ...(present && { bidId: present.bidId }),
    price: decimalOfCents(somePriceCents(scene, client, { settings, item, present })),
    quantity,
    bidderPartialFulfillment: chance.happens(0.4),
    ...(chance.happens(0.3) && { minimumAcceptable: chance.between(1, quantity + 1) }),
  };
  return chance.happens(0.05) ? { ...bid, ...nonsense(scene, bid) } : bid;
}

/**
 * Returns a price. Prices rise (forward) or fall (reverse) over time. Some are exactly the price to win on the page.
 */
function somePriceCents(
  { chance, schedule, rows }: Scene,
  client: Client,
  { settings, item, present }: { settings: RoomSettings; item: BiddingItem; present: RoomBid | undefined },
): number {
  const { tickCents, auctionType } = settings.terms;
  const sign = auctionType === 'Forward' ? 1 : -1;
  const { room } = client.live();
  if (room && room.version > 0 && chance.happens(0.5)) {
    const standing = createStanding(item, settings.terms);
    for (const bid of room.bids.values()) if (bid.auctionItemId === item.itemId) standing.put(bidOfWire(bid));
    const leaveOut = present && bidOfWire(present).bidId;
    const toWin = standing.priceToWin(smallestQuantity(item, settings.terms), leaveOut);
    return toWin.priceCents + sign * tickCents * chance.one([-1, 0, 0, 0, 1]);
  }
  if (present && chance.happens(0.5)) return bidOfWire(present).priceCents + sign * tickCents * chance.between(-1, 3);
  const { times } = rows();
  const lived = (schedule.nowMs() - times.startsAtMs) / (times.auctionEndsAtMs - times.startsAtMs);
  const share = Math.min(1, Math.max(0, lived * 0.7 + chance.next() * 0.4 - 0.1));
  const ticks = Math.floor((item.maximumBidPriceCents - item.minimumBidPriceCents) / tickCents);
  const steps = Math.round(share * ticks) * tickCents;
  return sign === 1
    ? Math.ceil(item.minimumBidPriceCents / tickCents) * tickCents + steps
    : Math.floor(item.maximumBidPriceCents / tickCents) * tickCents - steps;
}

function someQuantity(
  { chance }: Scene,
  settings: RoomSettings,
  item: BiddingItem,
  present: RoomBid | undefined,
): number {
  if (!item.partialFulfillment) return item.quantity;
  const least = Math.max(smallestQuantity(item, settings.terms), present?.bidRECQuantity ?? 0);
  const most = Math.max(least, largestQuantity(item));
  if (chance.happens(0.4)) return least;
  return chance.happens(0.3)
    ? chance.one([least, most, present?.bidRECQuantity ?? least])
    : chance.between(least, most);
}

function nonsense({ chance }: Scene, { price, quantity }: BidInput): Partial<BidInput> {
  return chance.one<Partial<BidInput>>([
    { price: null },
    { quantity: null },
    { price: (price ?? 0) + 0.005 },
    { price: (price ?? 0) * 1_000 },
    { price: 0 },
    { quantity: (quantity ?? 0) + 0.5 },
    { quantity: 0 },
    { quantity: -1 },
    { quantity: 100_000_001 },
    { auctionItemId: 'no-such-item' },
    { bidId: 'no-such-bid' },
  ]);
}
