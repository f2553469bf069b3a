import { asBidder } from '#server/room/judging/judge-request.ts';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { followClock } from '#server/platform/runtime/clock.ts';
import { nodeTimers } from '#server/platform/runtime/timers.ts';
import { createRooms, type Rooms } from '#server/room/rooms.ts';
import { roomStore } from '#server/room/store/sql-room-store.ts';
import { insertAuction, insertPerson, type TestAuction, type TestPerson } from '#testing/builders/records.ts';
import { freshDatabase, type FreshDatabase } from '#testing/world/database.ts';
import { NO_SOCKETS } from '#testing/world/quiet-parts.ts';

let fresh: FreshDatabase;
let rooms: Rooms;
let owner: TestPerson;
let bidder: TestPerson;
let stop: () => void;

beforeAll(async () => {
  fresh = await freshDatabase();
  const clock = await followClock(fresh.database.db);
  rooms = await createRooms({ store: roomStore(fresh.database), clock, timers: nodeTimers, sockets: NO_SOCKETS });
  stop = clock.stop;
  [owner, bidder] = [await insertPerson(fresh.database.db), await insertPerson(fresh.database.db)];
});
afterAll(async () => {
  rooms.close();
  stop();
  await fresh.database.close();
});

const someAuctions = (count: number): Promise<TestAuction[]> =>
  Promise.all(
    Array.from({ length: count }, () =>
      insertAuction(fresh.database.db, {
        ownerAccountId: owner.accountId,
        createdBy: owner.userId,
        bidders: [{ person: bidder }],
      }),
    ),
  );

function bid({ auctionId, itemIds }: TestAuction, key: string = randomUUID()) {
  const offer = { auctionItemId: itemIds[0] ?? '', price: 5, quantity: 100, bidderPartialFulfillment: false };
  const who = asBidder(bidder);
  return rooms.submit(auctionId, { ...who, type: 'place', entry: 'live', bids: [offer] }, key, (answer) => answer);
}

const versionsOf = async (auctions: readonly TestAuction[]): Promise<number[]> => {
  const ids = auctions.map(({ auctionId }) => auctionId);
  const { rows } = await sql<{ version: number }>`
    select version from auction where id = any(${ids}::uuid[])`.execute(fresh.database.db);
  return rows.map(({ version }) => version);
};

test('stores all parallel bids in many rooms, each in its own room', async () => {
  const auctions = await someAuctions(40);
  const before = await versionsOf(auctions);
  const answers = await Promise.all(auctions.map((auction) => bid(auction)));
  expect(answers.every(({ ok }) => ok)).toBe(true);
  expect(await versionsOf(auctions)).toEqual(before.map((version) => version + 1));
});

test('a room that is locked elsewhere delays only its own bidders', async () => {
  const [locked, ...others] = await someAuctions(10);
  if (!locked) return expect.unreachable();
  let isAnswered = false;
  const { promise: release, resolve: letGo } = Promise.withResolvers<void>();
  const { promise: isLocked, resolve: tell } = Promise.withResolvers<void>();
  const elsewhere = fresh.database.db.transaction().execute(async (transaction) => {
    await sql`select 1 from auction where id = ${locked.auctionId} for update`.execute(transaction);
    tell();
    await release;
  });
  await isLocked;
  const waiting = bid(locked).then((answer) => {
    isAnswered = true;
    return answer;
  });
  const answers = await Promise.all(others.map((auction) => bid(auction)));
  expect(answers.every(({ ok }) => ok)).toBe(true);
  expect(isAnswered).toBe(false);
  letGo();
  await elsewhere;
  expect(await waiting).toMatchObject({ ok: true });
});

test('a room that cannot be written fails alone, and a repeated key finds the stored answer', async () => {
  const [broken, ...others] = await someAuctions(10);
  if (!broken) return expect.unreachable();
  // The auction row's version does not count this line, so the next line gets the same number and fails.
  await sql`insert into bid_history (auction_id, seq, kind, at, by, hash)
            select id, version + 1, 'changed', now(), 'admin', repeat('0', 64) from auction
            where id = ${broken.auctionId}`.execute(fresh.database.db);
  const key = randomUUID();
  const settled = await Promise.allSettled([bid(broken), ...others.map((auction) => bid(auction, key))]);
  expect(settled.map(({ status }) => status)).toEqual(['rejected', ...others.map(() => 'fulfilled')]);
  const again = await Promise.all(others.map((auction) => bid(auction, key)));
  expect(again).toEqual(settled.slice(1).map((answer) => (answer.status === 'fulfilled' ? answer.value : undefined)));
});
