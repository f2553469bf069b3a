import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { placeBid } from '#contract/bidding/bidding.ts';
import type { Room } from '#contract/bidding/fold-room.ts';
import { getRoomTokenAsAdmin, getRoomTokenAsUser } from '#contract/bidding/room.ts';
import { listNotices } from '#contract/notice.ts';
import { chainHash, FIRST_HASH } from '#domain/bidding/history.ts';
import { sha256 } from '#server/platform/runtime/sha256.ts';
import { linesBetween, peekAuction } from '#server/room/store/room-rows.ts';
import { goBack } from '#testing/builders/go-back.ts';
import { insertAuction, type TestAuction } from '#testing/builders/records.ts';
import type { RoomReader } from '#testing/readers/room-reader.ts';
import { callProcess, readRoomAt } from '#testing/world/process-calls.ts';
import { startServer, type ServerProcess } from '#testing/world/server-process.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

const LINES_MAX = 1_000;

let w: World;
let servers: ServerProcess[] = [];
let auction: TestAuction;
let admin: SignedIn;
let bidders: SignedIn[];

beforeAll(async () => {
  w = await world();
  const settings = { DATABASE_URL: w.url ?? '', PUBLIC_URL: 'http://greenlot.test' };
  servers = await Promise.all([1, 2].map(() => startServer(settings)));
  const owner = await w.signedIn();
  admin = await w.signedIn({ role: 'Admin' });
  bidders = await Promise.all([1, 2, 3, 4, 5, 6, 7].map(() => w.signedIn()));
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

const bid = async (server: number, bidder: number, price: number): Promise<string> => {
  const body = { auctionItemId: auction.itemIds[0], quantity: 10, bidderPartialFulfillment: true, price };
  const call = { params: { id: auction.auctionId }, body, key: randomUUID() };
  const { code } = await callProcess(servers[server] as ServerProcess, bidders[bidder] as SignedIn, placeBid, call);
  return code;
};

const lines = () => linesBetween(w.database.db, auction.auctionId, 0, LINES_MAX);

async function expectIntact(): Promise<void> {
  let hash = FIRST_HASH;
  const salt = (await peekAuction(w.database.db, auction.auctionId))?.salt ?? null;
  for (const { line, hash: stored } of await lines()) expect(stored).toBe((hash = chainHash(hash, line, sha256, salt)));
}

test.each([
  ['as many lines as before', [3, 4]],
  ['more lines than before', [3, 4, 5]],
])(
  'a process that stood still and remembers lost lines continues the stored history, which has %s',
  async (_, others) => {
    const frozen = servers[0] as ServerProcess;
    const before = (await lines()).length;
    const codes = [await bid(0, 0, 5), await bid(0, 1, 6), await bid(0, 2, 7)];
    // Otherwise the process would notice that its memory is ahead of the database.
    process.kill(frozen.pid, 'SIGSTOP');
    await goBack(w.database.db, auction, 2);
    for (const [at, other] of others.entries()) codes.push(await bid(1, other, 5 + at / 10));
    process.kill(frozen.pid, 'SIGCONT');
    codes.push(await bid(0, 1, 8));
    expect(codes).toEqual(codes.map(() => 'Success'));
    expect((await lines()).length).toBe(before + 1 + others.length + 1);
    await expectIntact();
    await goBack(w.database.db, auction, others.length + 2);
  },
);

/** Opens the room as a browser does: a token that may be older than the restart is refused, so it asks for another. */
async function openReader(server: number, who: SignedIn, known?: Room): Promise<RoomReader> {
  const route = who === admin ? getRoomTokenAsAdmin : getRoomTokenAsUser;
  const process = servers[server] as ServerProcess;
  const { data } = await callProcess(process, who, route, { params: { id: auction.auctionId } });
  return readRoomAt(process, data, known).catch((error: unknown) => {
    if (!String(error).endsWith('response: 401')) throw error;
    return openReader(server, who, known);
  });
}

test('an open page shows the stored history instead of lost bids, and their bidders are notified', async () => {
  const [kept, lost] = bidders as [SignedIn, SignedIn];
  await bid(0, 0, 5);
  await bid(0, 1, 6);
  const pages = [
    { server: 0, who: kept },
    { server: 0, who: admin },
    { server: 1, who: admin },
  ];
  const readers = await Promise.all(pages.map(({ server, who }) => openReader(server, who)));
  await bid(0, 1, 7);
  await bid(0, 0, 8);
  const version = (await lines()).length;
  await Promise.all(readers.map((reader) => reader.reached(version)));
  // The database loses three bids of bidder 1 and bidder 0. Another bid takes the place of one of them.
  await goBack(w.database.db, auction, 3);
  expect(await bid(1, 6, 9)).toBe('Success');
  await Promise.all(readers.map((reader) => reader.closed));
  const again = await Promise.all(
    pages.map(({ server, who }, at) => openReader(server, who, readers[at]?.room() ?? expect.unreachable())),
  );
  const stored = (await lines()).flatMap(({ line }) => line.bidId ?? []);
  for (const reader of again) {
    await expect.poll(() => reader.room()?.version).toBe(version - 2);
    expect([...(reader.room()?.bids.keys() ?? [])].toSorted()).toEqual([...new Set(stored)].toSorted());
    reader.close();
  }
  const voidOf = async (who: SignedIn) =>
    (await w.call(who, listNotices)).data.items.find((n) => n.kind === 'bidsVoid');
  await expect.poll(() => voidOf(lost)).toMatchObject({ quantity: 2, auction: { id: auction.auctionId } });
  await expect.poll(() => voidOf(kept)).toMatchObject({ quantity: 1 });
  expect(await voidOf(bidders[6] as SignedIn)).toBeUndefined();
  const mailed = () =>
    sql<{ id: string }>`
      select distinct app_user.id from app_user join outbox on outbox.recipient = app_user.email
      where subject like 'Bids void%' and app_user.id = any(${[kept.userId, lost.userId]}::uuid[])`.execute(
      w.database.db,
    );
  await expect.poll(async () => (await mailed()).rows.length, { timeout: 10_000 }).toBe(2);
});
