import { getAuctionAsAdmin, type updateAuction } from '#contract/auction/auction.ts';
import type { BodyOf } from '#contract/basics/route.ts';
import { NO_RECURRENCE } from '#domain/auction/recurrence.ts';
import type { SignedIn, World } from '#testing/world/world.ts';

/**
 * Returns the settings of an auction in the form in which an administrator saves them. The auction has no recurrence.
 */
export async function savedSettings(
  w: World,
  admin: SignedIn,
  auctionId: string,
): Promise<BodyOf<typeof updateAuction>> {
  const { data } = await w.call(admin, getAuctionAsAdmin, { params: { id: auctionId } });
  return {
    title: data.title,
    auctionType: data.auctionType,
    isPrivate: data.isPrivate,
    startTime: data.startTime,
    endTime: data.endTime,
    minimumRecQuantity: data.minimumRecQuantity,
    minimumBiddingRecQuantity: data.minimumBiddingRecQuantity,
    sellerProcessingFee: data.sellerProcessingFee,
    buyerProcessingFee: data.buyerProcessingFee,
    spotRecs: data.spotRecs,
    ownerAccountId: data.sellerInformation.accountId,
    tickSizeId: data.tickSize.id,
    softCloseMinutes: data.softClose?.minutes ?? null,
    softCloseMaximum: data.softClose?.maximum ?? null,
    ...NO_RECURRENCE,
  };
}
