import type { BiddingItem } from '#domain/bidding/bid.ts';
import type { RoomSettings } from '#server/bidding/room-state.ts';

/** A bid as the book has it. `atMs` and `placeSeq` are its place in time. */
export type BookBid = {
  readonly bidId: string;
  readonly itemId: string;
  readonly bidderId: string;
  readonly priceCents: number;
  readonly quantity: number;
  readonly allowsPartial: boolean;
  readonly minimumAcceptable: number | null;
  readonly atMs: number;
  readonly placeSeq: number;
  readonly seq: number;
  readonly isDeleted: boolean;
};

type Ranked = { readonly bid: BookBid; readonly rank: number; readonly won: number };

/** Is price `a` better than `b` in this auction? */
export const isBetter = ({ terms }: RoomSettings, a: number, b: number): boolean =>
  terms.auctionType === 'Forward' ? a > b : a < b;

/** Rank and won quantity by rules 3.2, told a second time. */
export function allocate(item: BiddingItem, settings: RoomSettings, bids: readonly BookBid[]): Ranked[] {
  const before = (a: BookBid, b: BookBid): boolean => {
    if (a.priceCents !== b.priceCents) return isBetter(settings, a.priceCents, b.priceCents);
    return a.atMs === b.atMs ? a.placeSeq < b.placeSeq : a.atMs < b.atMs;
  };
  const ranked = bids.filter((bid) => !bid.isDeleted).toSorted((a, b) => (before(a, b) ? -1 : 1));
  let left = item.quantity;
  return ranked.map((bid, index) => {
    const won = wonBy(item, left, bid);
    left -= won;
    return { bid, rank: index + 1, won };
  });
}

function wonBy(item: BiddingItem, left: number, bid: BookBid): number {
  if (!item.partialFulfillment) return left > 0 && bid.quantity === item.quantity ? bid.quantity : 0;
  if (bid.quantity <= left) return bid.quantity;
  return bid.allowsPartial && left >= (bid.minimumAcceptable ?? 0) ? left : 0;
}

/** Would the smallest bid at this price, placed last and not to be cut, win at least one REC (rules 3.1)? */
export function probeWins(
  item: BiddingItem,
  settings: RoomSettings,
  rivals: readonly BookBid[],
  priceCents: number,
): boolean {
  const least = Math.min(item.quantity, Math.max(settings.terms.minimumBiddingQuantity, item.minQuantity ?? 1));
  const probe: BookBid = {
    bidId: 'probe',
    itemId: item.itemId,
    bidderId: 'probe',
    priceCents,
    quantity: item.partialFulfillment ? least : item.quantity,
    allowsPartial: false,
    minimumAcceptable: null,
    atMs: Number.MAX_SAFE_INTEGER,
    placeSeq: Number.MAX_SAFE_INTEGER,
    seq: Number.MAX_SAFE_INTEGER,
    isDeleted: false,
  };
  return allocate(item, settings, [...rivals, probe]).some(({ bid, won }) => bid === probe && won > 0);
}
