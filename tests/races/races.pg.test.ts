import { expect, test } from 'vitest';
import { isClean, runRaces } from './run-races.ts';

/**
 * The short form. `npm run races` runs the long form on a quiet machine, which also requires each answer within a
 * second. Here, other tests keep the processors busy for seconds, so only an answer that waits for a time-out counts as
 * slow.
 */
test('calls that meet in two processes leave the database consistent, and none of them fails', async () => {
  const report = await runRaces({ rounds: 2, seed: 19, pairs: 40, slowMs: 10_000 });
  const wrong = report.pairs.filter(({ violations }) => Object.keys(violations).length > 0);
  expect([wrong, report.inTheEnd]).toEqual([[], []]);
  expect(isClean(report)).toBe(true);
  // Most calls succeeded. A call that is rejected immediately would not race with the other call.
  const done = report.pairs.reduce((sum, { codes }) => sum + (codes['Success'] ?? 0), 0);
  expect(done).toBeGreaterThan(report.pairs.length * 2);
}, 600_000);
