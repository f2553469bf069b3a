import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MILLIONTHS, sizeOf } from '#domain/certificate/serial-range.ts';
import { splitDelivery, withoutRanges, type NamedRange } from '#domain/delivery/split-delivery.ts';

const BASE = 'NAR-REC-1234-CA-06-2024-555555';
const range = (first: number, last: number): NamedRange => ({
  registry: 'nar',
  device: 'GEN1234',
  style: 'nar',
  first: `${BASE}-${first}`,
  last: `${BASE}-${last}`,
});
const short = (quantity: number, ranges: NamedRange[], taken: NamedRange[] = []) =>
  splitDelivery(BigInt(quantity) * MILLIONTHS, ranges, taken).map(({ first, last, quantity: size }) => [
    first.replace(`${BASE}-`, ''),
    last.replace(`${BASE}-`, ''),
    Number(size / MILLIONTHS),
  ]);

test('makes one transfer of each range, and one of RECs without certificates', () => {
  expect(short(30, [range(1, 10), range(50, 59)])).toEqual([
    ['1', '10', 10],
    ['50', '59', 10],
    ['', '', 10],
  ]);
  expect(short(5, [])).toEqual([['', '', 5]]);
});

test('takes the low numbers of a range, and none that an earlier order took', () => {
  expect(short(4, [range(1, 10)])).toEqual([['1', '4', 4]]);
  expect(short(6, [range(1, 10)], [range(1, 4)])).toEqual([['5', '10', 6]]);
  expect(short(6, [range(1, 10)], [range(3, 4)])).toEqual([
    ['1', '2', 2],
    ['5', '8', 4],
  ]);
});

test('a range without others keeps exactly the numbers that are in none of them', () => {
  const anyRange = fc
    .tuple(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 10 }))
    .map(([first, size]) => ({ first: BigInt(first), last: BigInt(first + size - 1), step: 1n }));
  fc.assert(
    fc.property(anyRange, fc.array(anyRange, { maxLength: 4 }), (whole, others) => {
      const parts = withoutRanges(whole, others);
      const isIn = (number: bigint, { first, last }: { first: bigint; last: bigint }) =>
        first <= number && number <= last;
      const numbers = Array.from({ length: Number(sizeOf(whole)) }, (_, at) => whole.first + BigInt(at));
      for (const number of numbers)
        expect(parts.filter((part) => isIn(number, part))).toHaveLength(
          others.some((other) => isIn(number, other)) ? 0 : 1,
        );
    }),
  );
});
