import { expect, test } from 'vitest';
import { awardItem, bidderTotalCents, costOf } from '#domain/award/close.ts';
import { feeCents } from '#domain/basics/amount.ts';
import { rankBids } from '#domain/bidding/rank.ts';
import { standingRows } from '#domain/bidding/standing.ts';
import { aBid, anItem } from '#testing/builders/builders.ts';

const FEES = { sellerFeeHundredths: 125, buyerFeeHundredths: 50 };

/**
 * Fees: percentages of the traded amount with two decimals, rounded half up to the hundredth per award
 * (docs/rules.md#numbers).
 */
test.each([
  ['zero of zero', 0n, 10_000, 0n],
  ['no fee', 123_456n, 0, 0n],
  ['the whole amount', 123_456n, 10_000, 123_456n],
  ['1.25 % of 100.00', 10_000n, 125, 125n],
  ['just below half a hundredth', 99n, 50, 0n],
  ['half a hundredth rounds up', 100n, 50, 1n],
  ['0.01 % of 49.99', 4_999n, 1, 0n],
  ['0.01 % of 50.00', 5_000n, 1, 1n],
])('computes a fee: %s', (_name, amount, hundredths, fee) => expect(feeCents(amount, hundredths)).toBe(fee));

test('amounts larger than a float can hold stay exact', () => {
  const cost = costOf(999_999_999, 100_000_000, { sellerFeeHundredths: 10_000, buyerFeeHundredths: 1 });
  expect(cost).toEqual({
    amountCents: 99_999_999_900_000_000n,
    sellerFeeCents: 99_999_999_900_000_000n,
    buyerFeeCents: 9_999_999_990_000n,
  });
});

test('each winner pays its own price, and a bidder that wins nothing has no award', () => {
  const bids = [
    aBid({ priceCents: 1_200, quantity: 60 }),
    aBid({ priceCents: 1_100, quantity: 50, allowsPartial: true }),
    aBid({ priceCents: 1_000, quantity: 10 }),
    aBid({ priceCents: 1_300, quantity: 100, isDeleted: true }),
  ];
  const awards = awardItem(standingRows(anItem({ quantity: 100 }), rankBids(bids, 'Forward')), FEES);
  expect(awards.map(({ bid, rank, won, amountCents }) => [bid, rank, won, amountCents])).toEqual([
    [bids[0], 1, 60, 72_000n],
    [bids[1], 2, 40, 44_000n],
  ]);
  expect(awards.map(({ sellerFeeCents, buyerFeeCents }) => [sellerFeeCents, buyerFeeCents])).toEqual([
    [900n, 360n],
    [550n, 220n],
  ]);
});

test('a buyer pays amount plus fee, a seller receives the amount less its fee', () => {
  const cost = costOf(1_000, 100, FEES);
  expect(bidderTotalCents({ auctionType: 'Forward' }, cost)).toBe(100_500n);
  expect(bidderTotalCents({ auctionType: 'Reverse' }, cost)).toBe(98_750n);
});
