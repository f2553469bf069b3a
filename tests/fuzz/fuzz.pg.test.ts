import { expect, test } from 'vitest';
import { faultsIn, runFuzz } from './run-fuzz.ts';

/** The short form of the run; `npm run fuzz` runs the long form. */
test('the server rejects any input as the client’s mistake, reveals no internals, and keeps working', async () => {
  const report = await runFuzz({ requests: 2_000, seed: 11 });
  expect(faultsIn(report)).toEqual([]);
  // Enough requests were valid. A request that is rejected early tests little of the server's code.
  expect(report.statuses[200]).toBeGreaterThan(200);
}, 600_000);
