import { afterAll, beforeAll, test } from 'vitest';
import { freshDatabase, type FreshDatabase } from '#testing/world/database.ts';
import { runInstant, runSameSecond } from './closing-run.ts';
import { openSite, type Site } from './closing-site.ts';

/**
 * The short form of `npm run bench -- closing`. Its time limits are wide, because other work may slow the machine down.
 */
const BIDDERS = 12;
const CLOSINGS = 4;
const SAME_SECOND = 20;
const LAG_MS_MAX = 10_000;

let fresh: FreshDatabase;
let site: Site;
beforeAll(async () => {
  fresh = await freshDatabase();
  site = await openSite(fresh.database, fresh.url ?? '', BIDDERS);
});
afterAll(async () => {
  await site.close();
  await fresh.database.close();
});

test.concurrent('two processes with wrong clocks accept exactly the bids from before the end, and close the auction once', async ({
  expect,
}) => {
  const { bids, accepted, acceptedAfterwards, wrong, lagsMs } = await runInstant(site, CLOSINGS);
  expect(wrong).toEqual([]);
  // If these fail, no bid was close enough to the end.
  expect(acceptedAfterwards).toBeGreaterThan(0);
  expect(accepted).toBeLessThan(bids);
  for (const lagMs of lagsMs) {
    expect(lagMs).toBeGreaterThanOrEqual(0);
    expect(lagMs).toBeLessThan(LAG_MS_MAX);
  }
});

test.concurrent('auctions that end in the same second are each closed once', async ({ expect }) => {
  const { wrong, lagsMs } = await runSameSecond(site, SAME_SECOND);
  expect(wrong).toEqual([]);
  expect(Math.max(...lagsMs)).toBeLessThan(LAG_MS_MAX);
});
