import { expect, test } from 'vitest';
import { judgeSoftClose, softEndMs } from '#domain/auction/soft-close.ts';

const MINUTE = 60_000;
const END = 100 * MINUTE;
const softClose = { minutes: 5, maximum: 3 };
const endAt = (bidAtMs: number, extensions = 0) => softEndMs(softClose, { auctionEndsAtMs: END, extensions }, bidAtMs);

test('the last minutes begin right after that many minutes before the end', () => {
  expect(endAt(END - 5 * MINUTE)).toBeUndefined();
  expect(endAt(END - 5 * MINUTE + 1)).toBe(END + 1);
  expect(endAt(END - 1)).toBe(END - 1 + 5 * MINUTE);
});

test('nothing moves without soft close, nor once it has moved the end as often as it may', () => {
  expect(softEndMs(null, { auctionEndsAtMs: END, extensions: 0 }, END - 1)).toBeUndefined();
  expect(endAt(END - 1, 2)).toBeDefined();
  expect(endAt(END - 1, 3)).toBeUndefined();
});

test.each([
  [null, null, undefined, undefined],
  [5, 10, undefined, undefined],
  [1, 1, undefined, undefined],
  [60, 100, undefined, undefined],
  [null, 10, 'field_required', undefined],
  [5, null, undefined, 'field_required'],
  [0, 101, 'soft_close_out_of_range', 'soft_close_out_of_range'],
  [61, 0, 'soft_close_out_of_range', 'soft_close_out_of_range'],
  [1.5, Number.NaN, 'soft_close_out_of_range', 'soft_close_out_of_range'],
])('%s minutes, at most %s times', (minutes, maximum, forMinutes, forMaximum) => {
  const found = judgeSoftClose(minutes, maximum);
  expect([found.minutes?.code, found.maximum?.code]).toEqual([forMinutes, forMaximum]);
});
