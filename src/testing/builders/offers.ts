import type { TestAuction } from '#testing/builders/records.ts';

/** Returns a bid for up to 100 RECs of an auction's first item. If `bidId` is given, the bid revises that bid. */
export const offerAt = ({ itemIds }: Pick<TestAuction, 'itemIds'>, price: number, bidId?: string) => ({
  auctionItemId: itemIds[0] ?? '',
  price,
  quantity: 100,
  bidderPartialFulfillment: true,
  ...(bidId && { bidId }),
});
