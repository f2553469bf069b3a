import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase } from '#testing/world/database.ts';
import { sufferFaults } from './connections/faults.ts';
import { DESERVED, provoke } from './connections/hostile.ts';
import { pretendBrowser } from './connections/pretend-browser.ts';
import { openSite, type Site } from './connections/site.ts';
import { reconnectAll } from './connections/storm.ts';

const BIDDERS = 20;

let site: Site;
beforeAll(async () => {
  pretendBrowser();
  const { database, url } = await freshDatabase();
  site = await openSite(database, url ?? '', BIDDERS);
});
afterAll(async () => {
  await site.close();
  await site.database.close();
});

test('over a bad network, and beside attackers, every client shows the server’s state', async () => {
  let ends: unknown;
  const meanwhile = async (): Promise<void> => {
    ends = await provoke(site, site.bidders[0]);
  };
  const report = await sufferFaults(site, { faults: 100, seconds: 4, bidsPerSecond: 40, seed: 7, meanwhile });
  expect(ends).toEqual(DESERVED);
  expect(report).toMatchObject({ differentInTheEnd: 0, wrongStates: 0, stepsBack: 0 });
  expect(Math.min(report.bids, report.connections - BIDDERS, report.shownStates / BIDDERS)).toBeGreaterThan(10);
  // The first bid read the room. After that, no other read was necessary.
  expect(await site.roomReadsAtMs()).toHaveLength(1);
});

/** Twice the limit of the benchmark, because other tests run at the same time. */
const BACK_MS = 20_000;

test('all clients reconnect together, and each server reads the room once', async () => {
  const roomReads: number[] = [];
  for await (const storm of reconnectAll(site, 5)) {
    expect(storm.lastMs - storm.downMs).toBeLessThan(BACK_MS);
    roomReads.push(storm.roomReads);
  }
  expect(roomReads).toEqual([0, 0, 1]);
});
