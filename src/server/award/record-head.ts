import type { RecordHead } from '#domain/record/record.ts';
import type { RoomSettings, RoomTimes } from '#server/room/room-state.ts';

type Named = {
  readonly title: string;
  readonly currency: string;
  /** Display names of the items by their ids. */
  readonly itemNames: ReadonlyMap<string, string>;
};

/** What an auction was held by, as its room held it. Neither the owner nor a bidder is named, nor any bidder's maximum. */
export const recordHead = (
  { auctionId, terms, fees, softClose, items, bidders }: RoomSettings,
  times: Pick<RoomTimes, 'startsAtMs' | 'endsAtMs' | 'auctionEndsAtMs'>,
  { title, currency, itemNames }: Named,
): RecordHead => ({
  // Absent for the first version, so older records stay byte for byte the same.
  ...(terms.rules !== 1 && { rules: terms.rules }),
  auctionId,
  title,
  auctionType: terms.auctionType,
  currency,
  tickCents: terms.tickCents,
  minimumBiddingQuantity: terms.minimumBiddingQuantity,
  sellerFeeHundredths: fees.sellerFeeHundredths,
  buyerFeeHundredths: fees.buyerFeeHundredths,
  softClose,
  startsAt: new Date(times.startsAtMs).toISOString(),
  endsAt: new Date(times.endsAtMs).toISOString(),
  auctionEndsAt: new Date(times.auctionEndsAtMs).toISOString(),
  items: [...items.values()].map((item) => ({ ...item, name: itemNames.get(item.itemId) ?? '' })),
  bidders: [...bidders.values()].map(({ bidderId, alias }) => ({ bidderId, alias })),
});
