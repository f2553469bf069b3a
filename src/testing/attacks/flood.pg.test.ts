import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exportHistoryAsUser, placeBid, placeInitialBids, withdrawBid } from '#contract/bidding/bidding.ts';
import { annulAuction } from '#contract/bidding/conduct.ts';
import { LINES_MAX } from '#domain/bidding/line-limits.ts';
import { API_BASE } from '#server/platform/config/config.ts';
import { beginChange, settleChange } from '#server/room/judging/settle-change.ts';
import { loadRoom } from '#server/room/store/load-room.ts';
import { findSealedBids } from '#server/room/store/room-rows.ts';
import { roomRows } from '#server/room/store/sql-room-store.ts';
import { offerAt as offer } from '#testing/builders/offers.ts';
import { insertAuction, moveAuctionAndTell, type TestAuction } from '#testing/builders/records.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

/** In these tests a bidder writes as many history lines as possible, to slow everyone down (decision 57). */
let w: World;
let admin: SignedIn;
let owner: SignedIn;

beforeAll(async () => {
  w = await world({ BID_CALLS_PER_SECOND: '1' });
  admin = await w.signedIn({ role: 'Admin' });
  owner = await w.signedIn();
});
afterAll(() => w.end());

const anAuction = (people: readonly SignedIn[], startsIn = 600): Promise<TestAuction> =>
  insertAuction(w.database.db, {
    ownerAccountId: owner.accountId,
    createdBy: admin.userId,
    startsIn,
    items: [{ quantity: 1_000 }],
    bidders: people.map((person) => ({ person })),
  });

const seal = (who: SignedIn, auction: TestAuction, bids: ReturnType<typeof offer>[], key?: string) =>
  w.call(who, placeInitialBids, { params: { id: auction.auctionId }, body: { bids }, ...(key && { key }) });

/** Inserts revisions of one bid. They stand for revisions that the bidder sent over hours. */
async function writeRevisions({ auctionId }: TestAuction, bidId: string, lines: number): Promise<void> {
  await sql`
    insert into bid_history (auction_id, seq, kind, at, bid_id, item_id, bidder_id, alias, price_cents, quantity,
                             allows_partial, by, hash, is_sealed)
    select h.auction_id, a.version + number, 'revised', clock_timestamp(), h.bid_id, h.item_id, h.bidder_id, h.alias,
           300 + 10 * (number % 2), h.quantity, true, 'bidder', h.hash, h.is_sealed
    from (select * from bid_history where bid_id = ${bidId} order by seq desc limit 1) h
    join auction a on a.id = h.auction_id cross join generate_series(1, ${lines}::int) as number
    where h.auction_id = ${auctionId}`.execute(w.database.db);
  await sql`
    update auction set version = version + ${lines},
      last_hash = (select hash from bid_history where auction_id = auction.id order by seq desc limit 1)
    where id = ${auctionId}`.execute(w.database.db);
}

test('a bidder that calls without a pause must wait, and learns for how long', async () => {
  const flooder = await w.signedIn();
  const other = await w.signedIn();
  const auction = await anAuction([flooder, other]);
  const url = API_BASE + placeInitialBids.path.replace('{id}', auction.auctionId);
  const call = (who: SignedIn, key: string) =>
    w.app.inject({
      method: 'POST',
      url,
      headers: { authorization: `Bearer ${who.token}`, 'idempotency-key': key },
      payload: { bids: [offer(auction, 0)] },
    });
  const replies = await Promise.all(Array.from({ length: 60 }, () => call(flooder, randomUUID())));
  const refused = replies.filter(({ statusCode }) => statusCode === 429);
  expect(refused.length).toBeGreaterThan(30);
  expect(refused[0]?.json()).toMatchObject({ code: 'bids_too_fast', params: { perSecond: 1 } });
  expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
  expect((await call(other, randomUUID())).statusCode).toBe(422);
});

test('limits the entries before the start, but rejects no withdrawal and no live bid because of them (ASVS 2.4.1)', async () => {
  const flooder = await w.signedIn();
  const auction = await anAuction([flooder]);
  const params = { id: auction.auctionId };
  const { data } = await seal(flooder, auction, [offer(auction, 3), offer(auction, 4)]);
  const [kept, other] = data.bids.map(({ bidId }) => bidId);
  await writeRevisions(auction, kept ?? '', LINES_MAX.initial - 2);
  const key = randomUUID();
  const refused = await seal(flooder, auction, [offer(auction, 7, kept)], key);
  expect(refused).toMatchObject({ status: 429, code: 'too_many_bids', params: { maximum: 10_000, seconds: 60 } });
  expect((await w.call(flooder, withdrawBid, { params: { ...params, bidId: other ?? '' } })).status).toBe(200);
  await moveAuctionAndTell(w.database.db, auction.auctionId, { startsIn: 0, endsIn: 600 });
  const raised = await w.call(flooder, placeBid, { params, body: offer(auction, 7, kept) });
  expect(raised.data.bids).toMatchObject([{ bidValue: 7 }]);
  // The server stores no temporary refusal under an idempotency key, so it judges the request again.
  expect((await seal(flooder, auction, [offer(auction, 7, kept)], key)).code).toBe('bid_unchanged');
});

test('an edit finds the standing bids of a long history about as fast as those of a short one', async () => {
  const people = await Promise.all(Array.from({ length: 6 }, () => w.signedIn()));
  const [short, long] = await Promise.all([anAuction(people), anAuction(people)]);
  for (const auction of [short, long]) {
    for (const person of people) {
      const { data } = await seal(person, auction, [offer(auction, 5), offer(auction, 4), offer(auction, 6)]);
      const [first, second, third] = data.bids.map(({ bidId }) => bidId);
      await seal(person, auction, [{ ...offer(auction, 4, second), bidderPartialFulfillment: false }]);
      await w.call(person, withdrawBid, { params: { id: auction.auctionId, bidId: third ?? '' } });
      await writeRevisions(auction, first ?? '', auction === long ? 3_000 : 7);
    }
  }
  await sql`analyze bid_history`.execute(w.database.db);
  const { db } = w.database;
  for (const { auctionId } of [short, long]) {
    const room = await loadRoom(roomRows(db), auctionId);
    const standing = [...(room?.bids.values() ?? [])].filter(({ isDeleted }) => !isDeleted);
    const found = await findSealedBids(db, auctionId);
    expect(found).toEqual(standing.toSorted((one, other) => one.seq - other.seq));
    expect(found).toHaveLength(2 * people.length);
  }
  const edit = async ({ auctionId }: TestAuction): Promise<number> => {
    const from = performance.now();
    await db
      .transaction()
      .execute(async (tx) => settleChange(await beginChange(roomRows(tx), auctionId), admin.userId));
    return performance.now() - from;
  };
  const ratios: number[] = [];
  for (let round = 0; round < 9; round += 1) {
    const [ofShort, ofLong] = [await edit(short), await edit(long)];
    ratios.push(ofLong / ofShort);
  }
  // Edits must not read the whole history, which would take more than fifty times as long in the long auction.
  expect(ratios.toSorted((one, other) => one - other)[4]).toBeLessThan(4);
});

test('an email holds at most 500 receipts, or else a link to them', async () => {
  const [many, few] = [await w.signedIn(), await w.signedIn()];
  const auction = await anAuction([many, few], -60);
  const params = { id: auction.auctionId };
  for (const who of [many, few]) await w.call(who, placeBid, { params, body: offer(auction, 5) });
  const { rows } = await sql<{ bid_id: string }>`
    select bid_id from bid_history where bidder_id = ${auction.bidderIds[0]} limit 1`.execute(w.database.db);
  await writeRevisions(auction, rows[0]?.bid_id ?? '', 500);
  expect((await w.call(admin, annulAuction, { params, body: { reason: 'An item was wrong' } })).code).toBe('Success');
  const mails = await w.database.db
    .selectFrom('outbox')
    .select(['recipient', 'body'])
    .where('body', 'like', `%${auction.auctionId}%`)
    .where('body', 'like', '%An item was wrong%')
    .execute();
  const toMany = mails.find(({ recipient }) => recipient.startsWith(many.username))?.body ?? '';
  const toFew = mails.find(({ recipient }) => recipient.startsWith(few.username))?.body ?? '';
  expect(toMany).toContain(`/auction-result/${auction.auctionId}`);
  expect(toMany.length).toBeLessThan(3_000);
  expect(toMany.match(/[\da-f]{64}/g)).toHaveLength(1);
  expect(toFew.match(/[\da-f]{64}/g)).toHaveLength(2);
});

test('exports of one person wait for each other, and delay nobody else’s (ASVS 15.2.2)', async () => {
  const [many, few] = [await w.signedIn(), await w.signedIn()];
  const auction = await anAuction([many, few]);
  const params = { id: auction.auctionId };
  for (const who of [many, few]) await seal(who, auction, [offer(auction, 5)]);
  const { rows } = await sql<{ bid_id: string }>`
    select bid_id from bid_history where bidder_id = ${auction.bidderIds[0]} limit 1`.execute(w.database.db);
  await writeRevisions(auction, rows[0]?.bid_id ?? '', 3_000);
  let done = 0;
  const heavy = Array.from({ length: 6 }, async () => {
    const { status } = await w.call(many, exportHistoryAsUser, { params });
    done += 1;
    return status;
  });
  const light = await w.call(few, exportHistoryAsUser, { params });
  expect(light.text.trim().split('\r\n')).toHaveLength(2);
  expect(done).toBeLessThan(3);
  expect(new Set(await Promise.all(heavy))).toEqual(new Set([200]));
});
