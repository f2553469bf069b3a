import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { placeBid } from '#contract/bidding/bidding.ts';
import { insertAuction } from '#testing/builders/records.ts';
import { freePort } from '#testing/world/free-port.ts';
import { world, type World } from '#testing/world/world.ts';

let w: World;
let port: number;

beforeAll(async () => {
  port = await freePort();
  w = await world({ METRICS_PORT: String(port), TRUST_PROXY: '127.0.0.1' });
});
afterAll(() => w.end());

const read = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
const fileOf = (name: string) => readFile(new URL(`../../../../deploy/${name}`, import.meta.url), 'utf8');
const OURS = /\b(?:greenlot|http|process|nodejs)_\w+/g;
const seriesIn = (text: string): string[] => [...new Set(text.match(OURS))];
const metricOf = (name: string): string => name.replace(/_(bucket|sum|count)$/, '');

test('metrics are served at their own port only, and include all that alerts and the dashboard use (ASVS 13.4.5)', async () => {
  await w.app.inject({ url: '/env' });
  await w.app.inject({ url: '/auction-api/auctions/some-id' });
  // The file storage is first checked in the background after the start, so the test waits for its result.
  for (const up of [/^greenlot_files_up 1$/m, /^greenlot_database_up 1$/m]) await expect.poll(read).toMatch(up);
  const told = await read();
  const known = new Set([...told.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name));
  for (const file of ['alerts.yml', 'grafana-dashboard.json']) {
    const used = seriesIn(await fileOf(file));
    expect(used.length).toBeGreaterThan(5);
    expect(used.filter((name) => !known.has(name) && !known.has(metricOf(name)))).toEqual([]);
  }
  expect(told).toContain('http_request_duration_seconds_count{method="GET",route="/env",status="200"} 1\n');
  expect(told).not.toContain('some-id');
  expect((await w.app.inject({ url: '/metrics' })).statusCode).toBe(404);
});

test('counts accepted bids, refused requests and commits', async () => {
  const countsIn = (text: string, series: readonly string[]): number[] =>
    series.map((name) =>
      Number(
        text
          .split('\n')
          .find((line) => line.startsWith(`${name} `))
          ?.split(' ')[1] ?? 0,
      ),
    );
  const before = await read();
  const [seller, bidder] = [await w.signedIn(), await w.signedIn()];
  const { auctionId, itemIds } = await insertAuction(w.database.db, {
    ownerAccountId: seller.accountId,
    createdBy: seller.userId,
    bidders: [{ person: bidder }],
  });
  const bid = async (price: number): Promise<string> => {
    const body = { auctionItemId: itemIds[0] ?? '', price, quantity: 10, bidderPartialFulfillment: true };
    return (await w.call(bidder, placeBid, { params: { id: auctionId }, body })).code;
  };
  expect(await bid(5)).toBe('Success');
  const code = await bid(0);
  const series = [
    'greenlot_bids_accepted_total',
    `greenlot_bid_requests_refused_total{code="${code}"}`,
    'greenlot_commit_duration_seconds_count',
  ];
  const [first, last] = [countsIn(before, series), countsIn(await read(), series)];
  expect(last.map((count, at) => count - (first[at] ?? 0))).toEqual([1, 1, 2]);
});

test('every answer names its request id, or the one that a trusted proxy gave', async () => {
  const idOf = async (headers: Record<string, string> = {}) =>
    (await w.app.inject({ url: '/auction-api/profile', headers })).headers['x-request-id'];
  expect(await idOf({ 'x-request-id': 'a1b2c3d4e5f6' })).toBe('a1b2c3d4e5f6');
  const own = /^[0-9a-f-]{36}$/;
  for (const id of ['short', 'with spaces in it', 'x'.repeat(65)])
    expect(await idOf({ 'x-request-id': id })).toMatch(own);
  expect(await idOf()).toMatch(own);
  expect(await idOf()).not.toBe(await idOf());
});
