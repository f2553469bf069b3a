import type { TestAuction } from '#testing/builders/records.ts';

/** A bid for up to 100 RECs of an auction's first item; it revises the bid that it names. */
export const offerAt = ({ itemIds }: Pick<TestAuction, 'itemIds'>, price: number, bidId?: string) => ({
  auctionItemId: itemIds[0] ?? '',
  price,
  quantity: 100,
  bidderPartialFulfillment: true,
  ...(bidId && { bidId }),
});
