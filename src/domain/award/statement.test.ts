import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bidderTotalCents, costOf } from '#domain/award/close.ts';
import { feeOn, figuresOf, sideOf, statementOf, totalOn } from '#domain/award/statement.ts';
import { aBid } from '#testing/builders/builders.ts';

const FEES = { sellerFeeHundredths: 125, buyerFeeHundredths: 50 };
const anAward = (bidderId: string, priceCents: number, won: number) => ({
  bid: aBid({ bidderId: bidderId as never, priceCents, quantity: won }),
  won,
  rank: 1,
  ...costOf(priceCents, won, FEES),
});

test('a buyer pays its fee on top, a seller receives the amount less its own', () => {
  const figures = figuresOf([anAward('a', 1_250, 600)]);
  expect(figures).toEqual({
    quantity: 600,
    amountCents: 750_000n,
    buyerFeeCents: 3_750n,
    sellerFeeCents: 9_375n,
    averagePriceCents: 1_250n,
  });
  expect([totalOn('buyer', figures), feeOn('buyer', figures)]).toEqual([753_750n, 3_750n]);
  expect([totalOn('seller', figures), feeOn('seller', figures)]).toEqual([740_625n, 9_375n]);
});

test('winners buy in forward and sell in reverse auctions; the owner does the opposite', () => {
  expect([sideOf('Forward', 'bidder'), sideOf('Forward', 'owner')]).toEqual(['buyer', 'seller']);
  expect([sideOf('Reverse', 'bidder'), sideOf('Reverse', 'owner')]).toEqual(['seller', 'buyer']);
});

test('weights the average by quantity and rounds it half up; without a quantity there is none', () => {
  expect(figuresOf([anAward('a', 100, 1), anAward('b', 101, 1)]).averagePriceCents).toBe(101n);
  expect(figuresOf([anAward('a', 100, 3), anAward('b', 101, 1)]).averagePriceCents).toBe(100n);
  expect(figuresOf([]).averagePriceCents).toBeNull();
});

const awards = fc.array(
  fc
    .tuple(fc.constantFrom('a', 'b', 'c'), fc.integer({ min: 1, max: 999_999_999 }), fc.integer({ min: 1, max: 1e8 }))
    .map(([bidder, price, won]) => anAward(bidder, price, won)),
);

test('bidders’ confirmations add up to the owner’s, lines to their total, and totals to what the rooms show', () => {
  fc.assert(
    fc.property(awards, fc.constantFrom('Forward' as const, 'Reverse' as const), (all, auctionType) => {
      const own = ['a', 'b', 'c'].map((id) => statementOf(all, { as: 'bidder', bidderId: id as never }));
      const whole = statementOf(all, { as: 'owner' });
      expect(own.reduce((sum, { lines }) => sum + lines.length, 0)).toBe(whole.lines.length);
      for (const side of ['buyer', 'seller'] as const) {
        const parts = own.map(({ total }) => totalOn(side, total));
        expect(parts.reduce((sum, part) => sum + part, 0n)).toBe(totalOn(side, whole.total));
        const lines = whole.lines.map(({ figures }) => totalOn(side, figures));
        expect(lines.reduce((sum, line) => sum + line, 0n)).toBe(totalOn(side, whole.total));
      }
      for (const award of all)
        expect(totalOn(sideOf(auctionType, 'bidder'), figuresOf([award]))).toBe(
          bidderTotalCents({ auctionType }, award),
        );
    }),
  );
});
