import type { BiddingItem } from '#domain/bidding/bid.ts';
import type { RoomSettings } from '#server/room/room-state.ts';

/** A bid as the book records it. `atMs` and `placeSeq` decide the rank of bids with the same price. */
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

/** Returns whether price `a` is better than `b` in this auction. */
export const isBetter = ({ terms }: RoomSettings, a: number, b: number): boolean =>
  terms.auctionType === 'Forward' ? a > b : a < b;

/** Computes ranks and won quantities by docs/rules.md#allocation. It shares no code with the server. */
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

/**
 * Returns the worth of an item. Each awarded REC counts one, plus one for each price step between its price and the
 * opening price (docs/rules.md#no-hidden-withdrawal).
 */
export function worthOf(item: BiddingItem, settings: RoomSettings, bids: readonly BookBid[]): number {
  const { auctionType, tickCents } = settings.terms;
  const opening =
    auctionType === 'Forward'
      ? Math.ceil(item.minimumBidPriceCents / tickCents)
      : Math.floor(item.maximumBidPriceCents / tickCents);
  return allocate(item, settings, bids).reduce(
    (sum, { bid, won }) => sum + won * (Math.abs(bid.priceCents / tickCents - opening) + 1),
    0,
  );
}

/**
 * Returns the minimum acceptable quantity of a bid. For an all-or-nothing bid, this is its whole quantity
 * (docs/rules.md#lowest-accepted-price).
 */
export const fewestOf = (bid: Pick<BookBid, 'quantity' | 'allowsPartial' | 'minimumAcceptable'>): number =>
  bid.allowsPartial ? (bid.minimumAcceptable ?? 1) : bid.quantity;

/**
 * Returns whether this bid would win at least one REC if every other bid that could drop out were absent
 * (docs/rules.md#lowest-accepted-price).
 */
export function couldWin(item: BiddingItem, settings: RoomSettings, rivals: readonly BookBid[], bid: BookBid): boolean {
  const firm = rivals.filter((rival) => !item.partialFulfillment || fewestOf(rival) === 1);
  return allocate(item, settings, [...firm, bid]).some((row) => row.bid === bid && row.won > 0);
}
