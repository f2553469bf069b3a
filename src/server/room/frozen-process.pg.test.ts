import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { placeBid, type PlacedBids } from '#contract/bidding/bidding.ts';
import { linesBetween } from '#server/room/store/room-rows.ts';
import { insertAuction, type TestAuction } from '#testing/builders/records.ts';
import { callProcess } from '#testing/world/process-calls.ts';
import { startServer, type ServerProcess } from '#testing/world/server-process.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

/** The idle timeout of a transaction in this test; `database.ts` sets fifteen seconds. */
const LET_GO_MS = 1_500;
const BIDDERS = 6;
const LINES_MAX = 100_000;

let w: World;
let servers: ServerProcess[] = [];
let auction: TestAuction;
let bidders: SignedIn[];

beforeAll(async () => {
  w = await world();
  const url = `${w.url ?? ''}?idle_in_transaction_session_timeout=${LET_GO_MS}`;
  servers = await Promise.all([1, 2].map(() => startServer({ DATABASE_URL: url, PUBLIC_URL: 'http://greenlot.test' })));
  const [owner, admin] = [await w.signedIn(), await w.signedIn({ role: 'Admin' })];
  bidders = await Promise.all(Array.from({ length: BIDDERS }, () => w.signedIn()));
  auction = await insertAuction(w.database.db, {
    ownerAccountId: owner.accountId,
    createdBy: admin.userId,
    items: [{ quantity: 1_000 }],
    bidders: bidders.map((person) => ({ person })),
  });
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.kill()));
  await w.end();
});

async function bid(server: ServerProcess, who: SignedIn, body: object, key: string): Promise<PlacedBids | undefined> {
  const { code, data } = await callProcess(server, who, placeBid, {
    params: { id: auction.auctionId },
    body: { auctionItemId: auction.itemIds[0], quantity: 10, bidderPartialFulfillment: true, ...body },
    key,
  });
  return code === 'Success' ? data : undefined;
}

/**
 * Raises a bid until the test is over, and returns the last price. It sends each raise again, with the same key, until
 * the server acknowledges it.
 */
async function raiseAway(server: ServerProcess, who: SignedIn, isOver: () => boolean): Promise<number> {
  const firstKey = randomUUID();
  let first: PlacedBids | undefined;
  while (!first) first = await bid(server, who, { price: 5 }, firstKey);
  const bidId = first.bids[0]?.bidId;
  let price = 5;
  while (!isOver()) {
    const key = randomUUID();
    price = Math.round((price + 0.1) * 10) / 10;
    while (!(await bid(server, who, { bidId, price }, key))) await pause(50);
  }
  return price;
}

/** Tells whether a transaction has locked the auction's row. */
const isHeld = (): Promise<boolean> =>
  sql`select 1 from auction where id = ${auction.auctionId} for update nowait`.execute(w.database.db).then(
    () => false,
    () => true,
  );

/** Stops and continues a process repeatedly, until a stop comes in the middle of a bid. */
async function freezeWithin(server: ServerProcess): Promise<void> {
  for (let i = 0; i < 500; i += 1) {
    process.kill(server.pid, 'SIGSTOP');
    // The database finishes the statements that the process sent before.
    await pause(100);
    if (await isHeld()) return;
    process.kill(server.pid, 'SIGCONT');
    await pause(5 + Math.random() * 20);
  }
  throw new Error('never caught within a bid');
}

test('a process that freezes in the middle of a bid does not delay others for long, and loses no acknowledged bid', async () => {
  const [frozen, other] = servers as [ServerProcess, ServerProcess];
  const [last, ...away] = bidders as [SignedIn, ...SignedIn[]];
  let isOver = false;
  const raising = away.map((who) => raiseAway(frozen, who, () => isOver));
  await freezeWithin(frozen);
  const sinceMs = performance.now();
  expect(await bid(other, last, { price: 6 }, randomUUID())).toBeDefined();
  expect(performance.now() - sinceMs).toBeLessThan(LET_GO_MS + 10_000);
  isOver = true;
  process.kill(frozen.pid, 'SIGCONT');
  const prices = await Promise.all(raising);
  const lines = await linesBetween(w.database.db, auction.auctionId, 0, LINES_MAX);
  const told = lines.filter(({ line }) => line.bidId !== null);
  for (const [index, price] of prices.entries()) {
    const own = told.filter(({ line }) => line.bidderId === auction.bidderIds[index + 1]);
    expect(Math.max(...own.map(({ line }) => line.priceCents ?? 0))).toBe(Math.round(price * 100));
    // One line for each raise, and one for the first bid.
    expect(own).toHaveLength(Math.round((price - 5) * 10) + 1);
  }
});

test('every connection of the server releases its locks after fifteen seconds of standstill', async () => {
  const { rows } = await sql`show idle_in_transaction_session_timeout`.execute(w.database.db);
  expect(rows).toEqual([{ idle_in_transaction_session_timeout: '15s' }]);
});
