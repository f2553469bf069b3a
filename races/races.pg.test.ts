import { expect, test } from 'vitest';
import { isClean, runRaces } from './run-races.ts';

/**
 * The short form; `npm run races` runs the long one. How long an answer may take is measured there, on a quiet machine: here
 * other tests take the processors for seconds, so that only what waits for a time-out stands out.
 */
test('calls that meet in two processes leave the database whole, and none of them fails', async () => {
  const report = await runRaces({ rounds: 2, seed: 19, pairs: 40, slowMs: 10_000 });
  const wrong = report.pairs.filter(({ violations }) => Object.keys(violations).length > 0);
  expect([wrong, report.inTheEnd]).toEqual([[], []]);
  expect(isClean(report)).toBe(true);
  // Most of it was done: what is refused at the door races with nothing.
  const done = report.pairs.reduce((sum, { codes }) => sum + (codes['Success'] ?? 0), 0);
  expect(done).toBeGreaterThan(report.pairs.length * 2);
}, 600_000);
