import type { AuctionItem } from '#contract/auction/auction.ts';
import type { RoomBid } from '#contract/bidding/bidding.ts';
import type { BidderId, BidId, ItemId } from '#domain/basics/ids.ts';
import { nearestCents } from '#domain/basics/price.ts';
import type { Bid, BiddingItem } from '#domain/bidding/bid.ts';

export const bidOfWire = (bid: RoomBid): Bid => ({
  bidId: bid.bidId as BidId,
  itemId: bid.auctionItemId as ItemId,
  bidderId: bid.bidderId as BidderId,
  priceCents: nearestCents(bid.bidValue),
  quantity: bid.bidRECQuantity,
  allowsPartial: bid.bidderPartialFulfillment,
  minimumAcceptable: bid.minimumAcceptable,
  updatedAtMs: Date.parse(bid.updatedTime),
  tieSeq: bid.tieSeq,
  seq: bid.seq,
  isDeleted: bid.isDeleted,
  byAdmin: bid.byAdmin,
});

export const biddingItemOfWire = (item: AuctionItem): BiddingItem => ({
  itemId: item.auctionItemId as ItemId,
  quantity: item.recQuantity,
  partialFulfillment: item.partialFulfillment,
  minimumBidPriceCents: nearestCents(item.minimumBidPrice),
  maximumBidPriceCents: nearestCents(item.maximumBidPrice),
  minQuantity: item.minQuantity,
  maxQuantity: item.maxQuantity,
});
