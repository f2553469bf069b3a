import type { AuctionItem } from '#contract/auction/auction.ts';
import { biddingItemOfWire } from '#contract/bidding/bid-of-wire.ts';
import type { RoomBid } from '#contract/bidding/bidding.ts';
import type { AuctionType } from '#domain/auction/direction.ts';
import type { RoomSetting } from '#web/bidding/room/room-setting.ts';

/** The id of the bidder that the builders in this file treat as the user's own. */
export const OWN_BIDDER = 'bidder-own';

export const anItem = (change: Partial<AuctionItem> = {}): AuctionItem => ({
  auctionItemId: 'item-1',
  name: 'MY.Hydro.2024',
  recCountry: 'MY',
  recFuelType: 'Hydro',
  recVintage: { year: 2024, period: 'FullYear' },
  recQuantity: 100,
  partialFulfillment: true,
  minimumBidPrice: 1,
  maximumBidPrice: 20,
  minQuantity: null,
  maxQuantity: null,
  disableQuantity: !(change.partialFulfillment ?? true),
  minPrice: null,
  maxPrice: null,
  priceToWin: null,
  description: '',
  address: '',
  latitude: null,
  longitude: null,
  images: [],
  ...change,
});

export const aSetting = (
  change: { items?: readonly AuctionItem[]; auctionType?: AuctionType; maximumQuantity?: number } = {},
): RoomSetting => ({
  terms: { rules: 2, auctionType: change.auctionType ?? 'Forward', tickCents: 10, minimumBiddingQuantity: 1 },
  fees: { sellerFeeHundredths: 100, buyerFeeHundredths: 150 },
  softClose: null,
  items: (change.items ?? [anItem()]).map((item) => ({ item, bidding: biddingItemOfWire(item) })),
  own: { bidderId: OWN_BIDDER, maximumQuantity: change.maximumQuantity ?? 1_000 },
});

/** The state of an auction to which no auction controls or extensions were applied. */
export const NOTHING_DONE = {
  pausedAt: null,
  annulledAt: null,
  extensions: 0,
  latestEndTime: '2026-03-01T10:00:00.000Z',
  conduct: null,
} as const;

const START_MS = Date.parse('2026-03-01T09:00:00.000Z');

/** Returns a bid of a room. As on a server, a bid with a higher sequence number has a later time. */
export const aRoomBid = (change: Partial<RoomBid> & Pick<RoomBid, 'bidId' | 'seq'>): RoomBid => ({
  auctionItemId: 'item-1',
  bidderId: 'bidder-other',
  bidderUserName: 'Bidder 2',
  bidValue: 10,
  bidRECQuantity: 10,
  bidderPartialFulfillment: false,
  minimumAcceptable: null,
  updatedTime: new Date(START_MS + change.seq).toISOString(),
  tieSeq: change.seq,
  isDeleted: false,
  byAdmin: false,
  ...change,
});

export const roomOfBids = (...bids: readonly RoomBid[]) => ({
  version: Math.max(0, ...bids.map((bid) => bid.seq)),
  bids: new Map(bids.map((bid) => [bid.bidId, bid])),
});
