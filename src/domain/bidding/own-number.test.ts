import { expect, test } from 'vitest';
import { ownNumber } from '#domain/bidding/own-number.ts';

test('counts the bidder’s own entries up to a number', () => {
  const own = [3, 4, 9];
  expect([0, 2, 3, 4, 8, 9, 100].map((seq) => ownNumber(own, seq))).toEqual([0, 0, 1, 2, 2, 3, 3]);
  expect(ownNumber([], 7)).toBe(0);
});
