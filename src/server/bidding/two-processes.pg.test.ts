import { randomInt, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { placeBid, type PlacedBids, type RoomBid } from '#contract/bidding.ts';
import { getRoomTokenAsAdmin, getRoomTokenAsUser } from '#contract/room.ts';
import type { Room } from '#contract/fold-room.ts';
import type { Route } from '#contract/route.ts';
import { chainHash, FIRST_HASH } from '#domain/bidding/history.ts';
import { API_BASE } from '#server/platform/config.ts';
import { linesBetween } from '#server/bidding/room-rows.ts';
import { sha256 } from '#server/bidding/room-state.ts';
import { insertAuction, moveAuction, type TestAuction } from '#testing/records.ts';
import { readRoom, type RoomReader } from '#testing/room-reader.ts';
import { startServer, type ServerProcess } from '#testing/server-process.ts';
import { world, type SignedIn, type World } from '#testing/world.ts';

/** Fifty bidders at once on one item, through two server processes on one PostgreSQL (rules 8, architecture). */
const BIDDERS = 50;
const MAXIMUM = 250;
const ITEM = 1_000;

let w: World;
let servers: [ServerProcess, ServerProcess];
let auction: TestAuction;
let admin: SignedIn;
let bidders: SignedIn[];

beforeAll(async () => {
  w = await world();
  const settings = { DATABASE_URL: w.url ?? '', PUBLIC_URL: 'http://greenlot.test' };
  servers = await Promise.all([startServer(settings), startServer(settings)]);
  admin = await w.signedIn({ role: 'Admin' });
  const owner = await w.signedIn();
  bidders = await Promise.all(Array.from({ length: BIDDERS }, () => w.signedIn()));
  auction = await insertAuction(w.database.db, {
    ownerAccountId: owner.accountId,
    createdBy: admin.userId,
    items: [{ quantity: ITEM }],
    bidders: bidders.map((person) => ({ person, maxQuantity: MAXIMUM })),
  });
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.kill()));
  await w.end();
});

/** One call to one of the two servers over a real connection. */
async function ask(server: ServerProcess, who: SignedIn, route: Route, body?: object, key = randomUUID()) {
  const reply = await fetch(server.baseUrl + API_BASE + route.path.replace('{id}', auction.auctionId), {
    method: route.method,
    headers: {
      authorization: `Bearer ${who.token}`,
      'idempotency-key': key,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return (await reply.json()) as { code: string; data: unknown };
}

/** Tries five bids with keys that are sent twice, to either server, and raises what stands: some of it must be refused. */
async function bidAway(who: SignedIn, codes: Map<string, number>): Promise<void> {
  const standing: RoomBid[] = [];
  for (let i = 0; i < 8; i += 1) {
    const revised = i >= 5 ? standing[i - 5] : undefined;
    const body = {
      auctionItemId: auction.itemIds[0],
      ...(revised && { bidId: revised.bidId }),
      price: (300 + randomInt(50) * 10 + i * 200) / 100,
      quantity: 60 + randomInt(60),
      bidderPartialFulfillment: randomInt(2) === 0,
    };
    const key = randomUUID();
    const answers = await Promise.all(servers.map((server) => ask(server, who, placeBid, body, key)));
    expect(answers[0]?.code).toBe(answers[1]?.code);
    const code = answers[0]?.code ?? '';
    codes.set(code, (codes.get(code) ?? 0) + 1);
    if (code === 'Success') standing.push(...((answers[0]?.data as PlacedBids | undefined)?.bids ?? []));
  }
}

async function openReader(server: ServerProcess, who: SignedIn): Promise<RoomReader> {
  const token = await ask(server, who, who === admin ? getRoomTokenAsAdmin : getRoomTokenAsUser);
  const { url, accessToken } = token.data as { url: string; accessToken: string };
  return readRoom({ url: url.replace('http://greenlot.test', server.baseUrl), accessToken });
}

const byId = (room: Room | undefined) =>
  [...(room?.bids.values() ?? [])].toSorted((a, b) => a.bidId.localeCompare(b.bidId));

test('two processes give what one would: nothing lost, doubled, beyond a limit or out of order', async () => {
  const readers = await Promise.all(
    servers.flatMap((server) => [openReader(server, admin), openReader(server, admin)]),
  );
  const codes = new Map<string, number>();
  await Promise.all(bidders.map((who) => bidAway(who, codes)));
  expect(codes.get('Success')).toBeGreaterThan(BIDDERS);
  expect(codes.get('maximum_bids_reached') ?? codes.get('total_bid_quantity_exceeds_max')).toBeGreaterThan(0);

  const { rows } = await sql<{ version: number; last_hash: string }>`
    select version, last_hash from auction where id = ${auction.auctionId}`.execute(w.database.db);
  const { version, last_hash } = rows[0] ?? { version: 0, last_hash: '' };
  const lines = await linesBetween(w.database.db, auction.auctionId, 0, version);
  expect(lines.map(({ line }) => line.seq)).toEqual(lines.map((_, index) => index + 1));
  const placed = lines.filter(({ line }) => line.kind === 'placed' || line.kind === 'revised');
  expect(placed).toHaveLength(codes.get('Success') ?? 0);
  const times = lines.map(({ line }) => Date.parse(line.at));
  expect(times.every((time, index) => index < 3 || time >= (times[index - 1] ?? 0))).toBe(true);

  let hash = FIRST_HASH;
  for (const { line, hash: stored } of lines) {
    hash = chainHash(hash, line, sha256);
    expect(stored).toBe(hash);
  }
  expect(last_hash).toBe(hash);

  const rooms = await Promise.all(readers.map((reader) => reader.reached(version)));
  for (const room of rooms) expect(byId(room)).toEqual(byId(rooms[0]));
  const bids = byId(rooms[0]);
  for (const own of Map.groupBy(bids, (bid) => bid.bidderId).values()) {
    expect(own.length).toBeLessThanOrEqual(3);
    expect(own.reduce((sum, bid) => sum + bid.bidRECQuantity, 0)).toBeLessThanOrEqual(MAXIMUM);
  }

  const late = await Promise.all(servers.map((server) => openReader(server, bidders[0] ?? admin)));
  const names = /Company of|u[0-9a-f]{8}/;
  for (const reader of late) {
    const room = await reader.reached(version);
    expect(byId(room).map(({ bidderUserName: _, ...bid }) => bid)).toEqual(
      bids.map(({ bidderUserName: _, ...bid }) => bid),
    );
    expect(byId(room).some((bid) => names.test(bid.bidderUserName))).toBe(false);
  }

  await moveAuction(w.database.db, auction.auctionId, -120, -2.5);
  await Promise.all([...readers, ...late].map((reader) => reader.ended()));
  const awards = await w.database.db
    .selectFrom('award')
    .selectAll()
    .where('auction_id', '=', auction.auctionId)
    .execute();
  expect(awards.reduce((sum, award) => sum + award.quantity, 0)).toBeLessThanOrEqual(ITEM);
  const closed = await linesBetween(w.database.db, auction.auctionId, version, version + 10);
  expect(closed.map(({ line }) => line.kind)).toEqual(['closed']);
  for (const reader of [...readers, ...late]) reader.close();
});
