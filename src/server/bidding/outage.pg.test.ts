import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { placeBid } from '#contract/bidding/bidding.ts';
import { CLOSE_CODES, getListTokenAsUser } from '#contract/bidding/room.ts';
import { API_BASE } from '#server/platform/config/config.ts';
import { connectRaw, PLAIN } from '#testing/world/hub-world.ts';
import { linesBetween } from '#server/room/store/room-rows.ts';
import { callProcess } from '#testing/world/process-calls.ts';
import { insertAuction, type TestAuction } from '#testing/builders/records.ts';
import { startServer, type ServerProcess } from '#testing/world/server-process.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

/** The number of different prices. The bids are sent while PostgreSQL breaks the connections of the server. */
const PRICES = 50;

let w: World;
let server: ServerProcess;
let auction: TestAuction;
let bidders: SignedIn[];

beforeAll(async () => {
  w = await world();
  // The server has only two connections, so the listener must not take one of them away from the requests.
  server = await startServer({
    DATABASE_URL: w.url ?? '',
    PUBLIC_URL: 'http://greenlot.test',
    DATABASE_CONNECTIONS: '2',
  });
  const owner = await w.signedIn();
  bidders = await Promise.all(Array.from({ length: 20 }, () => w.signedIn()));
  auction = await insertAuction(w.database.db, {
    ownerAccountId: owner.accountId,
    createdBy: owner.userId,
    items: [{ quantity: 1_000 }],
    bidders: bidders.map((person) => ({ person })),
  });
});
afterAll(async () => {
  await server.kill();
  await w.end();
});

async function listen(who: SignedIn) {
  const reply = await fetch(server.baseUrl + API_BASE + getListTokenAsUser.path, {
    headers: { authorization: `Bearer ${who.token}` },
  });
  const { data } = (await reply.json()) as { data: { url: string; accessToken: string } };
  const { pathname } = new URL(data.url);
  return connectRaw(`${server.baseUrl.replace('http', 'ws')}${pathname}?access_token=${data.accessToken}`, PLAIN);
}

const bid = (who: SignedIn, priceCents: number) =>
  callProcess(server, who, placeBid, {
    params: { id: auction.auctionId },
    body: {
      auctionItemId: auction.itemIds[0],
      price: priceCents / 100,
      quantity: 10,
      bidderPartialFulfillment: true,
    },
  });

const pause = (ms: number) =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

test('a server survives broken connections in the middle of its work, and stores what it answered once', async () => {
  const [someone] = bidders;
  const reader = someone && (await listen(someone));
  const killer = new Client({ connectionString: w.url });
  await killer.connect();
  let isOver = false;
  const acknowledged: string[] = [];
  const load = bidders.map(async (who) => {
    for (let i = 0; !isOver; i += 1) {
      const { data } = await bid(who, 300 + (i % PRICES) * 10);
      acknowledged.push(...(data?.bids ?? []).map(({ bidId }) => bidId));
    }
  });
  for (let i = 0; i < 25; i += 1) {
    await killer.query(`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`);
    await pause(100);
  }
  isOver = true;
  await Promise.all(load);
  await killer.end();

  await expect.poll(() => fetch(`${server.baseUrl}/health/ready`).then(({ status }) => status)).toBe(200);
  // The server may have missed notifications of users who must leave, so it closes all sockets.
  expect((await reader?.closed)?.code).toBe(CLOSE_CODES.RESTARTING);
  expect(acknowledged.length).toBeGreaterThan(0);
  const lines = await linesBetween(w.database.db, auction.auctionId, 0, 1_000_000);
  const placed = lines.filter(({ line }) => line.kind === 'placed').map(({ line }) => line.bidId as string);
  expect(placed.filter((bidId) => acknowledged.includes(bidId)).toSorted()).toEqual(acknowledged.toSorted());
});
