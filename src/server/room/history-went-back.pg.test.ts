import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { placeBid } from '#contract/bidding/bidding.ts';
import { chainHash, FIRST_HASH } from '#domain/bidding/history.ts';
import { sha256 } from '#server/platform/runtime/sha256.ts';
import { linesBetween } from '#server/room/store/room-rows.ts';
import { insertAuction, type TestAuction } from '#testing/builders/records.ts';
import { callProcess } from '#testing/world/process-calls.ts';
import { startServer, type ServerProcess } from '#testing/world/server-process.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

const LINES_MAX = 1_000;

let w: World;
let servers: ServerProcess[] = [];
let auction: TestAuction;
let bidders: SignedIn[];

beforeAll(async () => {
  w = await world();
  const settings = { DATABASE_URL: w.url ?? '', PUBLIC_URL: 'http://greenlot.test' };
  servers = await Promise.all([1, 2].map(() => startServer(settings)));
  const [owner, admin] = [await w.signedIn(), await w.signedIn({ role: 'Admin' })];
  bidders = await Promise.all([1, 2, 3, 4, 5, 6].map(() => w.signedIn()));
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

/** Deletes the last lines of the history, as a failover to a standby that was behind does. */
async function goBack(count: number): Promise<void> {
  const kept = (await lines()).slice(0, -count).at(-1);
  await sql`delete from bid_history where auction_id = ${auction.auctionId} and seq > ${kept?.line.seq ?? 0}`.execute(
    w.database.db,
  );
  await w.database.db
    .updateTable('auction')
    .set({ version: kept?.line.seq ?? 0, last_hash: kept?.hash ?? FIRST_HASH })
    .where('id', '=', auction.auctionId)
    .execute();
}

async function expectIntact(): Promise<void> {
  let hash = FIRST_HASH;
  for (const { line, hash: stored } of await lines()) expect(stored).toBe((hash = chainHash(hash, line, sha256)));
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
    await goBack(2);
    for (const [at, other] of others.entries()) codes.push(await bid(1, other, 5 + at / 10));
    process.kill(frozen.pid, 'SIGCONT');
    codes.push(await bid(0, 1, 8));
    expect(codes).toEqual(codes.map(() => 'Success'));
    expect((await lines()).length).toBe(before + 1 + others.length + 1);
    await expectIntact();
    await goBack(others.length + 2);
  },
);
