import { expect, test } from 'vitest';
import { errorOfAnswer } from '#web/platform/calls/api-error.ts';
import { repeatAfterMs } from '#web/platform/calls/backoff.ts';

test('a call is repeated after the time that the server asks for, and a little later, so that not all come at once', () => {
  const away = errorOfAnswer(503, { code: 'database_away' }, '2');
  const waits = Array.from({ length: 50 }, () => repeatAfterMs(0, away));
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(2_000);
  expect(Math.max(...waits)).toBeLessThan(2_250);
  expect(new Set(waits).size).toBeGreaterThan(1);
});

test.each([null, 'Wed, 21 Oct 2026 07:28:00 GMT'])('without seconds in Retry-After (%s), waits double', (header) => {
  const error = errorOfAnswer(503, { code: 'service_busy' }, header);
  expect(repeatAfterMs(0, error)).toBeLessThanOrEqual(250);
  expect(repeatAfterMs(3, error)).toBeGreaterThanOrEqual(1_000);
});

test('nobody waits longer than a minute', () => {
  expect(repeatAfterMs(0, errorOfAnswer(503, {}, '86400'))).toBeLessThan(61_000);
});
