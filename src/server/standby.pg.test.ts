import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { placeBid } from '#contract/bidding/bidding.ts';
import { NotReplicated } from '#server/platform/database/database-away.ts';
import { openDatabase, type Database } from '#server/platform/database/database.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { DATABASE_LIMITS } from '#server/platform/database/postgres-pool.ts';
import { insertAuction, type TestAuction } from '#testing/builders/records.ts';
import { startPostgresPair, type PostgresPair } from '#testing/world/postgres-pair.ts';
import { worldOn, type Answer, type SignedIn, type World } from '#testing/world/world.ts';

let pair: PostgresPair;
let database: Database;
let w: World;
let bidder: SignedIn;
let auction: TestAuction;

beforeAll(async () => {
  pair = await startPostgresPair();
  await pair.query(pair.primary(), 'alter database postgres set client_min_messages = error');
  database = await openDatabase({ url: pair.url, limits: DATABASE_LIMITS });
  await migrate(database);
  w = await worldOn(database, pair.url);
  const [owner, admin] = [await w.signedIn(), await w.signedIn({ role: 'Admin' })];
  bidder = await w.signedIn();
  auction = await insertAuction(database.db, {
    ownerAccountId: owner.accountId,
    createdBy: admin.userId,
    items: [{ quantity: 1_000 }],
    bidders: [{ person: bidder }],
  });
});
afterAll(async () => {
  await w.end();
  await pair.stop();
});

const bid = (price: number, key: string = randomUUID()): Promise<Answer<typeof placeBid>> => {
  const item = { auctionItemId: auction.itemIds[0] ?? '', price, quantity: 10, bidderPartialFulfillment: true };
  return w.call(bidder, placeBid, { params: { id: auction.auctionId }, body: item, key });
};

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
    const text = `select count(*)::int as bids from bid_history where price_cents = ${price * 100}`;
    expect(await pair.query(pair.standby(), text)).toEqual([{ bids: 1 }]);
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
