import { randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { listOwnBids, placeBid } from '#contract/bidding/bidding.ts';
import { NotReplicated } from '#server/platform/database/database-away.ts';
import { openDatabase, type Database } from '#server/platform/database/database.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { DATABASE_LIMITS } from '#server/platform/database/postgres-pool.ts';
import { insertAuction, type TestAuction } from '#testing/builders/records.ts';
import { freePort } from '#testing/world/free-port.ts';
import { continueReplication, holdReplication } from '#testing/world/postgres-processes.ts';
import { startPostgresPair, type PostgresPair } from '#testing/world/postgres-pair.ts';
import { worldOn, type Answer, type SignedIn, type World } from '#testing/world/world.ts';

let pair: PostgresPair;
let database: Database;
let w: World;
let strict: World;
let metricsPort: number;
const logged: string[] = [];
let owner: SignedIn;
let admin: SignedIn;
let bidder: SignedIn;
let auction: TestAuction;

beforeAll(async () => {
  pair = await startPostgresPair();
  await pair.query(pair.primary(), 'alter database postgres set client_min_messages = error');
  database = await openDatabase({ url: pair.url, limits: DATABASE_LIMITS });
  await migrate(database);
  w = await worldOn(database, pair.url);
  metricsPort = await freePort();
  strict = await worldOn(
    await openDatabase({ url: pair.url, limits: DATABASE_LIMITS, requireStandby: true }),
    pair.url,
    {
      METRICS_PORT: String(metricsPort),
      BID_CALLS_PER_SECOND: '10000',
      LOG_LEVEL: 'warn',
      PUBLIC_URL: 'http://greenlot.test',
    },
    new Writable({ write: (line, _, done) => (logged.push(String(line)), done()) }),
  );
  [owner, admin] = [await w.signedIn(), await w.signedIn({ role: 'Admin' })];
  bidder = await w.signedIn();
});
beforeEach(async () => {
  auction = await insertAuction(database.db, {
    ownerAccountId: owner.accountId,
    createdBy: admin.userId,
    items: [{ quantity: 1_000 }],
    bidders: [{ person: bidder }],
  });
});
afterAll(async () => {
  await Promise.all([w.end(), strict.end()]);
  await pair.stop();
});

const bid = (price: number, key: string = randomUUID(), at = w): Promise<Answer<typeof placeBid>> => {
  const item = { auctionItemId: auction.itemIds[0] ?? '', price, quantity: 10, bidderPartialFulfillment: true };
  return at.call(bidder, placeBid, { params: { id: auction.auctionId }, body: item, key });
};

const bidsAt = (price: number, node = pair.primary()) =>
  pair.query(node, `select count(*)::int as bids from bid_history where price_cents = ${price * 100}`);

/** Cancels or ends all commits that wait for the standby, until `call` is answered. Returns the answer. */
async function cancelWaits<T>(call: Promise<T>, how: 'pg_cancel_backend' | 'pg_terminate_backend'): Promise<T> {
  let answer: T | undefined;
  void call.then((found) => (answer = found));
  const text = `select ${how}(pid) from pg_stat_activity where wait_event = 'SyncRep'`;
  await expect.poll(() => pair.query(pair.primary(), text).then(() => answer)).toBeDefined();
  return call;
}

test.each([
  ['pg_cancel_backend', 5],
  ['pg_terminate_backend', 6],
] as const)(
  'a bid whose commit stopped waiting for the standby by %s is not acknowledged until a repeat finds it there',
  async (how, price) => {
    const key = randomUUID();
    await pair.stopStandby();
    const refused = await cancelWaits(bid(price, key), how);
    expect([refused.status, refused.code]).toEqual([503, 'database_away']);
    await pair.startStandby();
    await expect.poll(async () => (await bid(price, key)).code).toBe('Success');
    expect(await bidsAt(price, pair.standby())).toEqual([{ bids: 1 }]);
  },
);

test('a statement without a transaction and a script fail, too, if their commit stopped waiting for the standby', async () => {
  await pair.stopStandby();
  const outage = { from_at: new Date(1_000), to_at: new Date(2_000), extended: 0 };
  for (const write of [
    () => database.db.insertInto('outage').values(outage).execute(),
    () => database.exec('create table written ()'),
  ]) {
    const failure = cancelWaits(
      write().catch((error: unknown) => error),
      'pg_cancel_backend',
    );
    expect(await failure).toBeInstanceOf(NotReplicated);
  }
  await pair.startStandby();
});

test('with REQUIRE_STANDBY, a server without a synchronous standby accepts nothing, says so, and still answers reads', async () => {
  onTestFinished(() => pair.requireStandby(true));
  const metrics = async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  await expect.poll(metrics).toMatch(/^greenlot_database_standbys 1$/m);
  expect((await bid(7, randomUUID(), strict)).code).toBe('Success');
  logged.length = 0;
  await pair.requireStandby(false);
  await expect.poll(metrics).toMatch(/^greenlot_database_standbys 0$/m);
  const key = randomUUID();
  const refused = await bid(8, key, strict);
  expect([refused.status, JSON.parse(refused.text)]).toEqual([
    503,
    expect.objectContaining({
      code: 'standby_away',
      message: expect.stringContaining('nothing is accepted at the moment'),
    }),
  ]);
  expect(await bidsAt(8)).toEqual([{ bids: 0 }]);
  // No heartbeat is stored, so that the outage rule extends auctions that could not be bid in.
  await expect.poll(metrics).toMatch(/^greenlot_database_up 0$/m);
  expect((await strict.app.inject({ url: '/health/ready' })).statusCode).toBe(200);
  const own = await strict.call(bidder, listOwnBids, { params: { id: auction.auctionId } });
  expect(own.code).toBe('Success');
  await pair.requireStandby(true);
  await expect.poll(async () => (await bid(8, key, strict)).code).toBe('Success');
  await expect.poll(metrics).toMatch(/^greenlot_database_up 1$/m);
  const changes = logged.map((line) => JSON.parse(line) as { msg: string; count?: number });
  expect(changes.map(({ msg, count }) => [msg, count])).toEqual(
    [0, 1].map((count) => ['the number of synchronous standbys changed', count]),
  );
});

test('with REQUIRE_STANDBY, a commit that an operator releases from its wait for the standby is not acknowledged', async () => {
  const { dataFolder } = pair.primary();
  onTestFinished(async () => {
    await continueReplication(dataFolder);
    await pair.requireStandby(true);
  });
  await holdReplication(dataFolder);
  const key = randomUUID();
  const waiting = bid(9, key, strict);
  const commits = `select from pg_stat_activity where wait_event = 'SyncRep' and query = 'commit'`;
  await expect.poll(() => pair.query(pair.primary(), commits)).not.toEqual([]);
  await pair.requireStandby(false);
  expect((await waiting).code).toBe('standby_away');
  await continueReplication(dataFolder);
  await pair.requireStandby(true);
  await expect.poll(async () => (await bid(9, key, strict)).code).toBe('Success');
  expect(await bidsAt(9)).toEqual([{ bids: 1 }]);
});
