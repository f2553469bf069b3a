import { describe, expect, test } from 'vitest';
import { ATTEMPTS_MAX, FAILING_DAYS_MAX, JITTER_MAX, secondsToNextAttempt } from '#domain/automation/webhook.ts';

const DAY = 24 * 60 * 60;
const WAITS = Array.from({ length: ATTEMPTS_MAX - 1 }, (_, at) => secondsToNextAttempt(at + 1, 0) ?? Number.NaN);

describe('the attempts of a delivery', () => {
  test('last about three days, and end before the webhook is switched off', () => {
    const days = WAITS.reduce((total, one) => total + one, 0) / DAY;
    expect(days).toBeCloseTo(3, 0);
    expect(days * (1 + JITTER_MAX)).toBeLessThan(FAILING_DAYS_MAX);
    expect(secondsToNextAttempt(ATTEMPTS_MAX, 0)).toBeNull();
  });
  test('are further and further apart', () => {
    expect(WAITS).toEqual(WAITS.toSorted((one, other) => one - other));
  });
  test.each([
    [1, 5],
    [90, 90],
    [10 * DAY, DAY],
  ])('wait for a receiver that asks for %d seconds: %d', (asked, seconds) => {
    expect(secondsToNextAttempt(1, asked)).toBe(seconds);
  });
});
