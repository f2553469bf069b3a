import { expect, test } from 'vitest';
import { endAfterOutage, isEndAfterOutage } from '#domain/auction/outage.ts';

const MINUTE = 60_000;
const RULE = { lastMinutes: 10, secondsMin: 15, minutesMax: 60 };
const END = 1_000 * MINUTE;
const WHERE = { startsAtMs: END - 100 * MINUTE, auctionEndsAtMs: END, lastBidAtMs: 0 };

const LATE_START = { ...WHERE, startsAtMs: END - 5 * MINUTE };

test.each([
  ['across the end', WHERE, -2, 3, 5],
  ['within the last minutes', WHERE, -8, -6, 2],
  ['that reaches into the last minutes', WHERE, -30, -9, 21],
  ['before the last minutes', WHERE, -30, -10, undefined],
  ['that began at the end', WHERE, 0, 3, undefined],
  ['too short', WHERE, -2, -1.76, undefined],
  ['just long enough', WHERE, -2, -1.75, 0.25],
  ['too long', WHERE, -2, 59, undefined],
  ['just within the maximum', WHERE, -2, 58, 60],
  ['with a bid during it', { ...WHERE, lastBidAtMs: END - MINUTE }, -2, 3, 4],
  ['with the start during it', LATE_START, -20, 3, 8],
])('judges an outage %s', (_, where, from, to, moved) => {
  const outage = { fromMs: END + from * MINUTE, toMs: END + to * MINUTE };
  const end = endAfterOutage(RULE, where, outage);
  expect(end).toBe(moved === undefined ? undefined : END + moved * MINUTE);
  if (end !== undefined) expect(isEndAfterOutage(where, outage.toMs, end)).toBe(true);
});

test('finds an end that no outage explains', () => {
  const at = END + 3 * MINUTE;
  expect(isEndAfterOutage({ ...WHERE, lastBidAtMs: END - MINUTE }, at, END + 4 * MINUTE)).toBe(true);
  expect(isEndAfterOutage({ ...WHERE, lastBidAtMs: END - MINUTE }, at, END + 4 * MINUTE + 1)).toBe(false);
  expect(isEndAfterOutage(WHERE, at, END + 3 * MINUTE)).toBe(false);
  expect(isEndAfterOutage(WHERE, at, END - 1)).toBe(false);
  expect(isEndAfterOutage(LATE_START, at, END + 8 * MINUTE + 1)).toBe(false);
});
