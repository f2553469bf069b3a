import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { placeBid } from '#contract/bidding/bidding.ts';
import { getRoomTokenAsUser } from '#contract/bidding/room.ts';
import { checkSessions } from '#server/platform/database/check-database.ts';
import { openDatabase } from '#server/platform/database/database.ts';
import { insertAuction } from '#testing/builders/records.ts';
import { startPgBouncer } from '#testing/world/pgbouncer.ts';
import { callProcess, readRoomAt } from '#testing/world/process-calls.ts';
import { startServer } from '#testing/world/server-process.ts';
import { world, type World } from '#testing/world/world.ts';

let w: World;
beforeAll(async () => {
  w = await world();
});
afterAll(() => w.end());

/** Bids of one bidder through one process. A reader follows them at another process. */
const BIDS = 10;

test('PgBouncer in session mode works with its default settings: bids and notifications', async () => {
  const pooler = await startPgBouncer(w.url ?? '', 'session');
  onTestFinished(() => pooler.stop());
  const settings = { DATABASE_URL: pooler.url, PUBLIC_URL: 'http://greenlot.test' };
  const servers = await Promise.all([startServer(settings), startServer(settings)]);
  onTestFinished(async () => void (await Promise.all(servers.map((server) => server.kill()))));
  const [one, other] = servers;
  const [owner, admin, bidder] = [await w.signedIn(), await w.signedIn({ role: 'Admin' }), await w.signedIn()];
  const { auctionId, itemIds } = await insertAuction(w.database.db, {
    ownerAccountId: owner.accountId,
    createdBy: admin.userId,
    bidders: [{ person: bidder }],
  });
  const params = { id: auctionId };
  let bidId: string | undefined;
  let version = 0;
  for (let i = 0; i < BIDS; i += 1) {
    const bid = { auctionItemId: itemIds[0], price: 5 + i, quantity: 10, bidderPartialFulfillment: true };
    const body = { ...bid, ...(bidId !== undefined && { bidId }) };
    const { code, data } = await callProcess(one, bidder, placeBid, { params, body, key: randomUUID() });
    expect(code).toBe('Success');
    bidId = data.bids[0]?.bidId;
    ({ version } = data);
  }
  const database = await openDatabase({ url: pooler.url });
  onTestFinished(() => database.close());
  const heard: string[] = [];
  await database.listen('news', (payload) => heard.push(payload));
  await sql`select pg_notify('news', 'again')`.execute(w.database.db);
  await expect.poll(() => heard).toEqual(['again']);
  const { data } = await callProcess(other, bidder, getRoomTokenAsUser, { params });
  const reader = await readRoomAt(other, data);
  expect((await reader.reached(version)).bids.get(bidId ?? '')?.bidValue).toBe(5 + BIDS - 1);
  reader.close();
});

test('no server starts behind PgBouncer in transaction mode, and it says why', async () => {
  const pooler = await startPgBouncer(w.url ?? '', 'transaction');
  onTestFinished(() => pooler.stop());
  await expect(startServer({ DATABASE_URL: pooler.url })).rejects.toThrow(
    'DATABASE_URL: it leads to a pooler in transaction or statement mode',
  );
});

test.each([
  ['transaction', 0],
  ['transaction', 1],
  ['statement', 0],
] as const)('connections that share sessions are found: mode %s, in turn %s', async (mode, inTurn) => {
  const pooler = await startPgBouncer(w.url ?? '', mode, [`server_round_robin = ${inTurn}`]);
  onTestFinished(() => pooler.stop());
  const database = await openDatabase({ url: pooler.url });
  onTestFinished(() => database.close());
  // Two idle sessions, which a pooler may hand out in turn.
  await Promise.all([1, 2].map(() => sql`select pg_sleep(0.1)`.execute(database.db)));
  await expect(checkSessions(database)).rejects.toThrow('a pooler in transaction or statement mode');
});
