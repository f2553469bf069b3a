import { expect, test } from 'vitest';
import type { Bid, BiddingItem, BiddingTerms } from '#domain/bidding/bid.ts';
import { createStanding } from '#domain/bidding/standing.ts';
import { aBid, anItem, someTerms } from '#testing/builders/builders.ts';

function standingOf(item: BiddingItem, terms: BiddingTerms, bids: readonly Bid[]) {
  const standing = createStanding(item, terms);
  for (const bid of bids) standing.put(bid);
  return standing;
}

type Case = {
  name: string;
  item?: Parameters<typeof anItem>[0];
  bids: [priceCents: number, quantity: number, partial?: 'P'][];
  quantity: number;
  expected: { priceCents: number; isFull: boolean };
};

const open = (priceCents: number) => ({ priceCents, isFull: false });

/**
 * Forward auction, tick size 0.10, item of 100 RECs with price limits 1.00 and 1,000.00. A case with other values lists
 * these values.
 */
const CASES: Case[] = [
  { name: 'no bids: the lowest allowed price', bids: [], quantity: 1, expected: open(100) },
  { name: 'RECs remain: still the lowest price', bids: [[1200, 60]], quantity: 40, expected: open(100) },
  { name: 'one REC too few: outbid the bid', bids: [[1200, 60]], quantity: 41, expected: open(1210) },
  {
    name: 'the last winner must be outbid',
    bids: [
      [1200, 60],
      [1100, 40],
    ],
    quantity: 1,
    expected: open(1110),
  },
  {
    name: 'skips a bid that does not fit',
    bids: [
      [1200, 60],
      [1100, 50],
    ],
    quantity: 40,
    expected: open(100),
  },
  {
    name: 'stops at a bid that accepts a part',
    bids: [
      [1200, 60],
      [1100, 50, 'P'],
    ],
    quantity: 1,
    expected: open(1110),
  },
  { name: 'off-grid rivals: next price on the grid', bids: [[1205, 100]], quantity: 1, expected: open(1210) },
  {
    name: 'the limit price is full',
    item: { maximumBidPriceCents: 1200 },
    bids: [[1200, 100]],
    quantity: 1,
    expected: { priceCents: 1200, isFull: true },
  },
  {
    name: 'no partial fulfilment: only a whole bid must be outbid',
    item: { partialFulfillment: false },
    bids: [
      [1300, 60],
      [1200, 100],
    ],
    quantity: 100,
    expected: open(1210),
  },
  {
    name: 'a lower limit off the grid is rounded up',
    item: { minimumBidPriceCents: 105 },
    bids: [],
    quantity: 1,
    expected: open(110),
  },
];

test.each(CASES)('$name', ({ item, bids, quantity, expected }) => {
  const made = bids.map(([priceCents, size, partial]) =>
    aBid({ priceCents, quantity: size, allowsPartial: partial === 'P' }),
  );
  expect(standingOf(anItem(item), someTerms(), made).priceToWin(quantity)).toEqual(expected);
});

test('a reverse auction asks for a lower price', () => {
  const item = anItem({ minimumBidPriceCents: 100, maximumBidPriceCents: 2000 });
  const terms = someTerms({ auctionType: 'Reverse' });
  const bid = aBid({ priceCents: 1200, quantity: 100 });
  const standing = standingOf(item, terms, [bid]);
  expect(standingOf(item, terms, []).priceToWin(1)).toEqual({ priceCents: 2000, isFull: false });
  expect(standing.priceToWin(1)).toEqual({ priceCents: 1190, isFull: false });
  expect(standing.priceToWin(1, bid.bidId)).toEqual({ priceCents: 2000, isFull: false });
});
