import { describe, expect, test } from 'vitest';
import type { BidderId, BidId, ItemId } from '#domain/basics/ids.ts';
import type { Bid, BiddingItem } from '#domain/bidding/bid.ts';
import { standingRows } from '#domain/bidding/standing.ts';
import { isBidderInDefault, nextBid } from '#domain/settlement/next-bid.ts';

const ITEM: BiddingItem = {
  itemId: 'item' as ItemId,
  quantity: 100,
  partialFulfillment: true,
  minimumBidPriceCents: 100,
  maximumBidPriceCents: 1_000,
  minQuantity: null,
  maxQuantity: null,
};

const bid = (name: string, quantity: number, more: Partial<Bid> = {}): Bid => ({
  bidId: name as BidId,
  itemId: ITEM.itemId,
  bidderId: `${name} bidder` as BidderId,
  priceCents: 500,
  quantity,
  allowsPartial: true,
  minimumAcceptable: null,
  updatedAtMs: 0,
  tieSeq: 0,
  seq: 0,
  isDeleted: false,
  byAdmin: false,
  ...more,
});

type Case = {
  readonly bids: readonly Bid[];
  readonly left: number;
  readonly item?: BiddingItem;
  readonly later?: Readonly<Record<string, number>>;
  readonly excluded?: readonly string[];
};

function next({ bids, left, item = ITEM, later = {}, excluded = [] }: Case): readonly [string, number] | undefined {
  const found = nextBid({
    item,
    rows: standingRows(item, bids),
    left,
    wonLater: new Map(Object.entries(later).map(([id, quantity]) => [id as BidId, quantity])),
    isExcluded: ({ bidId }) => excluded.includes(bidId),
  });
  return found && [found.bid.bidId, found.quantity];
}

describe('the next bid', () => {
  test('is the best one that won less than its quantity, and gets the rest of it', () => {
    const bids = [bid('winner', 60), bid('part', 70), bid('none', 50)];
    expect(next({ bids, left: 60, excluded: ['winner'] })).toEqual(['part', 30]);
    expect(next({ bids, left: 60, excluded: ['winner'], later: { part: 30 } })).toEqual(['none', 50]);
    expect(next({ bids, left: 20, excluded: ['winner'], later: { part: 30 } })).toEqual(['none', 20]);
  });

  test('gets its minimum in all, or nothing', () => {
    const bids = [
      bid('winner', 100),
      bid('whole', 50, { allowsPartial: false }),
      bid('some', 40, { minimumAcceptable: 30 }),
    ];
    expect(next({ bids, left: 50, excluded: ['winner'] })).toEqual(['whole', 50]);
    expect(next({ bids, left: 49, excluded: ['winner'] })).toEqual(['some', 40]);
    expect(next({ bids, left: 29, excluded: ['winner'] })).toBeUndefined();
    expect(next({ bids, left: 5, excluded: ['winner'], later: { some: 30 } })).toEqual(['some', 5]);
  });

  test('is within the price limits of the item', () => {
    const bids = [bid('winner', 100), bid('low', 50, { priceCents: 99 }), bid('high', 50, { priceCents: 1_001 })];
    expect(next({ bids, left: 100, excluded: ['winner'] })).toBeUndefined();
  });

  test('is for the whole item if several bids cannot share it', () => {
    const item = { ...ITEM, partialFulfillment: false };
    const bids = [bid('winner', 100), bid('part', 50), bid('whole', 100)];
    expect(next({ item, bids, left: 100, excluded: ['winner'] })).toEqual(['whole', 100]);
    expect(next({ item, bids, left: 99, excluded: ['winner'] })).toBeUndefined();
  });
});

test('the bidder is in default as the buyer of a forward auction, or as the seller of a reverse auction', () => {
  expect(isBidderInDefault('Forward', { payment: 'defaulted', delivery: 'notDue' })).toBe(true);
  expect(isBidderInDefault('Forward', { payment: 'paid', delivery: 'failed' })).toBe(false);
  expect(isBidderInDefault('Reverse', { payment: 'paid', delivery: 'rejected' })).toBe(true);
  expect(isBidderInDefault('Reverse', { payment: 'defaulted', delivery: 'notDue' })).toBe(false);
});
