import { expect, test } from 'vitest';
import { PRICE_CENTS_MAX, PRICE_CENTS_MIN } from '#domain/basics/price.ts';
import { farFromOpening, farFromRanking, farFromToWin } from '#domain/bidding/far-bid.ts';
import { createStanding } from '#domain/bidding/standing.ts';
import { aBid, anItem, someTerms } from '#testing/builders/builders.ts';

type Case = {
  name: string;
  type?: 'Reverse';
  bids: [priceCents: number, quantity: number][];
  bid: [priceCents: number, quantity: number];
  expected: { measure: string; measureCents: number; percent: number } | undefined;
};

/** Bids on an item of 100 RECs, with prices from 1.00 to 1,000.00 and a tick size of 0.10. */
const CASES: readonly Case[] = [
  { name: 'no ranking: far above the opening price', bids: [], bid: [490, 10], expected: undefined },
  {
    name: 'no ranking: five times the opening price',
    bids: [],
    bid: [500, 10],
    expected: { measure: 'opening', measureCents: 100, percent: 400 },
  },
  {
    name: 'RECs remain: at most a fifth above the best bid',
    bids: [[1000, 40]],
    bid: [1200, 60],
    expected: undefined,
  },
  {
    name: 'RECs remain: one tick higher',
    bids: [[1000, 40]],
    bid: [1210, 60],
    expected: { measure: 'best', measureCents: 1000, percent: 21 },
  },
  { name: 'RECs remain: below the best bid', bids: [[1000, 40]], bid: [800, 60], expected: undefined },
  {
    name: 'rivals must be outbid: measured by the price to win everything',
    bids: [
      [1000, 60],
      [500, 40],
    ],
    bid: [1000, 40],
    expected: { measure: 'toWin', measureCents: 510, percent: 96 },
  },
  {
    name: 'a larger quantity needs the better price',
    bids: [
      [1000, 60],
      [500, 40],
    ],
    bid: [1210, 41],
    expected: undefined,
  },
  {
    name: 'more than there is: measured by a price that wins something',
    bids: [[1000, 100]],
    bid: [1220, 101],
    expected: { measure: 'toWin', measureCents: 1010, percent: 21 },
  },
  { name: 'reverse, no ranking', type: 'Reverse', bids: [], bid: [20_010, 10], expected: undefined },
  {
    name: 'reverse, no ranking: a fifth of the opening price',
    type: 'Reverse',
    bids: [],
    bid: [20_000, 10],
    expected: { measure: 'opening', measureCents: 100_000, percent: 80 },
  },
  { name: 'reverse: a fifth below the best', type: 'Reverse', bids: [[1000, 40]], bid: [800, 60], expected: undefined },
  {
    name: 'reverse: further below the best',
    type: 'Reverse',
    bids: [[1000, 40]],
    bid: [790, 60],
    expected: { measure: 'best', measureCents: 1000, percent: 21 },
  },
  { name: 'reverse: above the best', type: 'Reverse', bids: [[1000, 40]], bid: [2000, 60], expected: undefined },
  {
    name: 'reverse: rivals must be outbid',
    type: 'Reverse',
    bids: [[1000, 100]],
    bid: [500, 40],
    expected: { measure: 'toWin', measureCents: 990, percent: 49 },
  },
];

test.each(CASES)('$name', ({ type, bids, bid: [priceCents, quantity], expected }) => {
  const standing = createStanding(anItem(), someTerms({ auctionType: type ?? 'Forward' }));
  for (const [cents, size] of bids) standing.put(aBid({ priceCents: cents, quantity: size }));
  const far = farFromRanking({ priceCents, quantity }, standing.ranking());
  expect(far).toEqual(expected && { ...expected, priceCents });
});

test('ignores the platform’s own price limits as a measure', () => {
  const item = anItem({ minimumBidPriceCents: PRICE_CENTS_MIN, maximumBidPriceCents: PRICE_CENTS_MAX });
  expect(farFromOpening(50_000, item, someTerms({ tickCents: 1 }))).toBeUndefined();
  expect(farFromOpening(1, item, someTerms({ auctionType: 'Reverse', tickCents: 1 }))).toBeUndefined();
});

test('measures by the price to win alone if it is known', () => {
  expect(farFromToWin(1_200, 1_000, 'Forward')).toBeUndefined();
  expect(farFromToWin(1_210, 1_000, 'Forward')?.percent).toBe(21);
  expect(farFromToWin(790, 1_000, 'Reverse')?.percent).toBe(21);
});
