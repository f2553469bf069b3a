import type { Auction, AuctionItem } from '#contract/auction/auction.ts';
import { biddingItemOfWire } from '#contract/bidding/bid-of-wire.ts';
import { centsOfDecimal, defaultTickCents } from '#domain/basics/price.ts';
import type { BiddingItem } from '#domain/bidding/bid.ts';

/** An item in two forms: `item` as the server sent it, `bidding` as the bidding rules need it. */
export type RoomItem = { readonly item: AuctionItem; readonly bidding: BiddingItem };

/** The parts of an auction that do not change while its room is open. */
export type RoomSetting = ReturnType<typeof settingOf>;

/** Converts a percentage of at most two fraction digits to hundredths of a percent, as the domain needs it. */
const hundredthsOf = (percent: number): number => Math.round(percent * 100);

/**
 * Returns the data that standings and bid checks depend on, without the bids. These data are constant while a room is
 * open.
 */
export const settingOf = (auction: Auction) => ({
  terms: {
    rules: auction.biddingRules,
    auctionType: auction.auctionType,
    tickCents: centsOfDecimal(auction.tickSize.priceStep) ?? defaultTickCents(),
    minimumBiddingQuantity: auction.minimumBiddingRecQuantity,
  },
  fees: {
    sellerFeeHundredths: hundredthsOf(auction.sellerProcessingFee),
    buyerFeeHundredths: hundredthsOf(auction.buyerProcessingFee),
  },
  softClose: auction.softClose,
  items: auction.items.map((item): RoomItem => ({ item, bidding: biddingItemOfWire(item) })),
  /** Undefined for administrators and the owner, who do not bid. */
  own:
    auction.relation === 'bidder' && auction.own
      ? { bidderId: auction.own.bidderId, maximumQuantity: auction.own.maxQuantity }
      : undefined,
});
