import { expect, test } from 'vitest';
import { isClean, runFuzz } from './run-fuzz.ts';

/** The short form; `npm run fuzz` runs the long one. */
test('whatever is sent, the server refuses it as the client’s fault, tells nothing of its inside, and stays well', async () => {
  const report = await runFuzz({ requests: 2_000, seed: 11 });
  expect(isClean(report) || report).toBe(true);
  // Enough requests were valid. Requests refused at the start test little of the code behind.
  expect(report.statuses[200]).toBeGreaterThan(200);
}, 600_000);
