import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  decimalOfMillionths,
  doRangesOverlap,
  isWithin,
  MILLIONTHS,
  millionthsOf,
  quantityText,
  sizeOf,
  splitRange,
  takeRanges,
  type SerialRange,
} from '#domain/certificate/serial-range.ts';

const steps = fc.constantFrom(1n, MILLIONTHS);
const ranges: fc.Arbitrary<SerialRange> = fc
  .record({
    step: steps,
    first: fc.bigInt({ min: 0n, max: 10n ** 24n }),
    count: fc.bigInt({ min: 1n, max: 5_000_000n }),
  })
  .map(({ step, first, count }) => ({ step, first: first * step, last: (first + count - 1n) * step }));

it('a split loses nothing: both parts lie within the range, do not overlap, and have its size together', () => {
  fc.assert(
    fc.property(ranges, fc.bigInt({ min: 1n, max: 5_000_000n }), (range, wish) => {
      const size = (wish * range.step) % sizeOf(range);
      if (size === 0n) return;
      const [first, rest] = splitRange(range, size);
      expect(sizeOf(first)).toBe(size);
      expect(sizeOf(first) + sizeOf(rest)).toBe(sizeOf(range));
      expect(doRangesOverlap(first, rest)).toBe(false);
      expect([isWithin(first, range), isWithin(rest, range)]).toEqual([true, true]);
      expect([first.first, rest.last]).toEqual([range.first, range.last]);
      expect(rest.first - first.last).toBe(range.step);
    }),
  );
});

it('takes exactly the wanted number while there is enough, and divides no whole certificate', () => {
  fc.assert(
    fc.property(fc.array(ranges, { maxLength: 6 }), fc.nat(20_000_000), (all, whole) => {
      const wanted = BigInt(whole) * MILLIONTHS;
      const total = all.reduce((sum, range) => sum + sizeOf(range), 0n);
      const found = takeRanges(all, wanted);
      const taken = found.reduce((sum, { taken: part }) => sum + sizeOf(part), 0n);
      for (const { range, taken: part, rest } of found) {
        expect(isWithin(part, range)).toBe(true);
        expect(sizeOf(part) + (rest ? sizeOf(rest) : 0n)).toBe(sizeOf(range));
      }
      expect(taken <= wanted && taken <= total).toBe(true);
      // The remaining ranges fit into the remaining RECs.
      const roomBefore = (total + MILLIONTHS - 1n) / MILLIONTHS;
      if (wanted <= roomBefore * MILLIONTHS) expect(total - taken <= roomBefore * MILLIONTHS - wanted).toBe(true);
    }),
  );
});

it.each([
  ['7310.038', 7_310_038_000n],
  ['12345678901234567890123456789012.000001', 12_345_678_901_234_567_890_123_456_789_012_000_001n],
  ['0', 0n],
])('reads and writes %s', (text, millionths) => {
  expect(millionthsOf(text)).toBe(millionths);
  expect(quantityText(millionths)).toBe(text);
  expect(millionthsOf(decimalOfMillionths(millionths))).toBe(millionths);
});

it.each(['', '-1', '1.0000001', '1e3', '123456789012345678901234567890123', ' 1', '1,5'])(
  'refuses the number %j',
  (text) => {
    expect(millionthsOf(text)).toBeUndefined();
  },
);

it('shows whole quantities without decimals', () => {
  expect([quantityText(100n * MILLIONTHS), quantityText(1n)]).toEqual(['100', '0.000001']);
});
