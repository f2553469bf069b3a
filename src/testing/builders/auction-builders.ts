import type { Auction, AuctionItem } from '#contract/auction/auction.ts';
import type { FuelType } from '#domain/basics/fuel.ts';
import { FUEL_TYPES } from '#domain/basics/fuel.ts';

/** The account that owns the auctions of these builders. */
export const OWNER_ID = '4a8b1f7a-6a39-4d0e-8a5b-6a2f43b5f1aa';
const AUCTION_ID = '0b7f3c8e-9f2b-4a64-8e0e-2f5f7a1c9d10';

type Change = Partial<Pick<Auction, 'startTime' | 'auctionEndTime' | 'isPrivate' | 'bidderCount'>> & {
  itemCount?: number;
  tickId?: string | null;
};

export const buildItem = (recFuelType: FuelType, at = 0): AuctionItem => ({
  auctionItemId: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
  name: `MY.${recFuelType}.2025`,
  recCountry: 'MY',
  recFuelType,
  recVintage: { year: 2025, period: 'FullYear' },
  recQuantity: 5_000,
  partialFulfillment: false,
  minimumBidPrice: 3,
  maximumBidPrice: 15,
  minQuantity: null,
  maxQuantity: null,
  disableQuantity: true,
  minPrice: null,
  maxPrice: null,
  priceToWin: null,
  description: 'Run of river',
  address: 'Gerik, Perak',
  latitude: 5.42,
  longitude: 101.13,
  images: [],
});

export function buildAuction({ itemCount = 0, tickId = null, ...change }: Change = {}): Auction {
  const items = FUEL_TYPES.slice(0, itemCount).map(buildItem);
  return {
    id: AUCTION_ID,
    title: 'Hydro 2025',
    auctionType: 'Forward',
    isPrivate: true,
    status: 'upcoming',
    startTime: '2026-03-02T01:00:00.000Z',
    auctionDateTime: '2026-03-02T01:00:00.000Z',
    endTime: '2026-03-02T03:00:00.000Z',
    auctionEndTime: '2026-03-02T03:00:00.000Z',
    isClosed: false,
    pausedAt: null,
    annulledAt: null,
    spotRecs: false,
    relation: 'admin',
    itemCount,
    totalQuantity: itemCount * 5_000,
    itemNames: items.map(({ name }) => name),
    countries: ['MY'],
    fuels: items.map(({ recFuelType }) => recFuelType),
    bidderCount: 0,
    openRequest: null,
    openingPrice: null,
    rehearsalOf: null,
    version: 1,
    rehearsalId: null,
    isDraft: false,
    recurrence: null,
    follows: null,
    followedBy: null,
    isWatched: false,
    thumbnail: null,
    own: null,
    minimumRecQuantity: 1_000,
    minimumBiddingRecQuantity: 100,
    sellerProcessingFee: 1.25,
    buyerProcessingFee: 0,
    tickSize: { id: tickId, priceStep: 0.1, unit: 'MYR/REC' },
    sellerInformation: { accountId: OWNER_ID, companyName: 'Sungai Perak Hydro Berhad', englishCompanyName: '' },
    items,
    softClose: null,
    biddingRules: 2,
    termsVersion: '',
    changesByRequest: false,
    extensions: 0,
    latestEndTime: change.auctionEndTime ?? '2026-03-02T03:00:00.000Z',
    conduct: null,
    now: '2026-03-01T00:00:00.000Z',
    ...change,
  };
}
