import { expect, test } from 'vitest';
import { CLOSING_PERIOD_MS, isClosingPeriodOver, QUEUE_WAIT_MS_MAX, statusAt } from '#domain/auction/status.ts';

const times = { startsAtMs: 1_000, auctionEndsAtMs: 5_000, pausedAtMs: null };

/** The start is part of the auction, the end is not (docs/rules.md#time, docs/rules.md#auction-status). */
test.each([
  [999, 'upcoming'],
  [1_000, 'live'],
  [4_999.999, 'live'],
  [5_000, 'ended'],
])('at %d it is %s', (nowMs, status) => expect(statusAt(times, nowMs)).toBe(status));

test('the closing period is longer than any bid received in time can wait', () => {
  expect(CLOSING_PERIOD_MS).toBeGreaterThan(QUEUE_WAIT_MS_MAX);
  expect(isClosingPeriodOver(times, 5_000 + CLOSING_PERIOD_MS - 1)).toBe(false);
  expect(isClosingPeriodOver(times, 5_000 + CLOSING_PERIOD_MS)).toBe(true);
});
