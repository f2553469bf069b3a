import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { placeBid } from '#contract/bidding/bidding.ts';
import { getListTokenAsUser, HUB_PATH } from '#contract/bidding/room.ts';
import { listNotices, NOTICES_PAGE } from '#contract/notice.ts';
import { openDatabase } from '#server/platform/database/database.ts';
import { insertAuction, moveAuction, type TestAuction } from '#testing/builders/records.ts';
import { connectRaw, PLAIN } from '#testing/world/hub-world.ts';
import { world, worldOn, type SignedIn, type World } from '#testing/world/world.ts';

/** Two servers on one PostgreSQL, like two processes. Both see every event, but only one sends each notification. */
let near: World;
let far: World;
let farAddress: string;
let owner: SignedIn;
let bidders: SignedIn[];

beforeAll(async () => {
  near = await world();
  far = await worldOn(await openDatabase({ url: near.url ?? '' }), near.url);
  owner = await near.signedIn();
  bidders = await Promise.all(Array.from({ length: 6 }, () => near.signedIn()));
  // Marks each notice as read immediately. Otherwise a second sending would update the first notice, not add a row.
  await near.database.exec(`
    create function read_at_once() returns trigger language plpgsql as 'begin new.read_at = now(); return new; end';
    create trigger read_at_once before insert on notice for each row execute function read_at_once();`);
  farAddress = (await far.app.listen({ port: 0, host: '127.0.0.1' })).replace('http', 'ws');
});
afterAll(async () => {
  await far.end();
  await near.end();
});

const anAuction = (startsIn: number, endsIn: number): Promise<TestAuction> =>
  insertAuction(near.database.db, {
    ownerAccountId: owner.accountId,
    createdBy: owner.userId,
    startsIn,
    endsIn,
    items: [{ quantity: 100 }],
    bidders: bidders.map((person) => ({ person })),
  });

/** Returns how many notices of each kind each bidder got. */
const tellings = async ({ auctionId }: TestAuction): Promise<Record<string, number[]>> => {
  const { rows } = await sql<{ kind: string; times: number[] }>`
    select kind, array_agg(times) as times from (
      select kind, count(*)::int as times from notice where auction_id = ${auctionId} group by kind, user_id
    ) told group by kind`.execute(near.database.db);
  return Object.fromEntries(rows.map(({ kind, times }) => [kind, times]));
};

test('a bid in one process reaches a page at another one, and each outbid bidder once', async () => {
  const auction = await anAuction(-3_600, 3_600);
  const [first, ...others] = bidders;
  if (!first) throw new Error('there is no bidder');
  const token = await far.call(first, getListTokenAsUser, { query: `?page=${NOTICES_PAGE}` });
  const client = await connectRaw(`${farAddress}${HUB_PATH}?access_token=${token.data.accessToken}`, PLAIN);
  expect(await client.next()).toMatchObject({ event: 'connected' });
  for (const [at, who] of bidders.entries()) {
    const placed = await (at % 2 === 0 ? near : far).call(who, placeBid, {
      params: { id: auction.auctionId },
      body: { auctionItemId: auction.itemIds[0] ?? '', price: 5 + at, quantity: 100, bidderPartialFulfillment: false },
    });
    expect(placed.status).toBe(200);
  }
  expect(await client.next()).toMatchObject({ data: { event: 'LiveAuctions', kind: 'listChanged' } });
  client.socket.terminate();
  await expect.poll(() => tellings(auction)).toEqual({ outbid: others.map(() => 1) });
  expect((await far.call(first, listNotices)).data.items).toMatchObject([{ kind: 'outbid' }]);
});

test('starts, ends and emails are notified once, whichever process is first', async () => {
  const auctions = await Promise.all(Array.from({ length: 5 }, () => anAuction(3_600, 7_200)));
  await Promise.all(auctions.map(({ auctionId }) => moveAuction(near.database.db, auctionId, -3, 599)));
  const once = bidders.map(() => 1);
  for (const auction of auctions)
    await expect.poll(() => tellings(auction)).toEqual({ started: once, endingSoon: once });
  // Only unread notices are mailed.
  await near.database.exec(`
    drop trigger read_at_once on notice;
    update notice set read_at = null, mail_due_at = clock_timestamp() where kind = 'started'`);
  const mails = async () => {
    const { rows } = await sql<{ mails: number }>`
      select count(*)::int as mails from outbox where subject like 'Started%' group by recipient`.execute(
      near.database.db,
    );
    return rows.map((row) => row.mails);
  };
  await expect.poll(mails).toEqual(bidders.map(() => auctions.length));
});
