import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getAuctionAsUser, listAuctionsAsAdmin, listAuctionsAsUser } from '#contract/auction/auction.ts';
import { listNotices, unwatchAuction, watchAuction } from '#contract/notice.ts';
import { insertAuction, moveAuction, type AuctionOptions, type TestAuction } from '#testing/builders/records.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

let w: World;
let admin: SignedIn;
let owner: SignedIn;

beforeAll(async () => {
  w = await world();
  admin = await w.signedIn({ role: 'Admin' });
  owner = await w.signedIn();
});
afterAll(() => w.end());

const anAuction = (wish: Partial<AuctionOptions> = {}): Promise<TestAuction> =>
  insertAuction(w.database.db, {
    ownerAccountId: owner.accountId,
    createdBy: admin.userId,
    isPrivate: false,
    startsIn: 3_600,
    endsIn: 7_200,
    ...wish,
  });

const watch = (who: SignedIn, { auctionId }: TestAuction) => w.call(who, watchAuction, { params: { id: auctionId } });
const unwatch = (who: SignedIn, { auctionId }: TestAuction) =>
  w.call(who, unwatchAuction, { params: { id: auctionId } });
const watched = async (who: SignedIn): Promise<string[]> => {
  const route = who === admin ? listAuctionsAsAdmin : listAuctionsAsUser;
  const { data } = await w.call(who, route, { query: '?watched=true' });
  expect(data.total).toBe(data.items.length);
  return data.items.map(({ id }) => id);
};
const told = async (who: SignedIn, { auctionId }: TestAuction) =>
  (await w.call(who, listNotices)).data.items.flatMap(({ auction, kind, outcome }) =>
    auction?.id === auctionId ? [outcome ? `${kind} ${outcome}` : kind] : [],
  );

test('a person who may see an auction may watch it and stop watching', async () => {
  const [anna, first, second] = [await w.signedIn(), await anAuction(), await anAuction()];
  expect((await watch(anna, first)).status).toBe(200);
  expect((await watch(anna, first)).status).toBe(200);
  await watch(anna, second);
  await watch(admin, second);
  expect((await watched(anna)).toSorted()).toEqual([first.auctionId, second.auctionId].toSorted());
  expect(await watched(admin)).toEqual([second.auctionId]);
  expect(await watched(owner)).toEqual([]);
  const read = await w.call(anna, getAuctionAsUser, { params: { id: first.auctionId } });
  expect(read.data.isWatched).toBe(true);
  await unwatch(anna, second);
  expect(await watched(anna)).toEqual([first.auctionId]);
});

test('a hidden auction cannot be watched, like a missing one, and leaves the list', async () => {
  const anna = await w.signedIn();
  const [hidden, missing] = [await anAuction({ isPrivate: true }), { auctionId: randomUUID(), itemIds: [] }];
  const replies = [await watch(anna, hidden), await watch(anna, missing as unknown as TestAuction)];
  expect(replies.map(({ status }) => status)).toEqual([404, 404]);
  expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
  const shown = await anAuction();
  await watch(anna, shown);
  await w.database.db.updateTable('auction').set({ is_private: true }).where('id', '=', shown.auctionId).execute();
  expect(await watched(anna)).toEqual([]);
  expect((await unwatch(anna, shown)).status).toBe(200);
});

test('a watcher gets the start and the end, but nothing after losing access', async () => {
  const [anna, bo] = [await w.signedIn(), await w.signedIn()];
  const auction = await anAuction();
  for (const who of [anna, bo, admin]) await watch(who, auction);
  await w.database.db.updateTable('account').set({ status: 'Blacklisted' }).where('id', '=', bo.accountId).execute();
  await moveAuction(w.database.db, auction.auctionId, -1, 590);
  const both = ['endingSoon', 'started'];
  await expect.poll(async () => (await told(anna, auction)).toSorted()).toEqual(['started']);
  await moveAuction(w.database.db, auction.auctionId, -3_600, 590);
  for (const who of [anna, admin]) await expect.poll(async () => (await told(who, auction)).toSorted()).toEqual(both);
  await moveAuction(w.database.db, auction.auctionId, -3_600, -10);
  for (const who of [anna, admin])
    await expect
      .poll(async () => (await told(who, auction)).toSorted())
      .toEqual(['endingSoon', 'result ended', 'started']);
  const { rows } = await sql`select 1 from notice where user_id = ${bo.userId}`.execute(w.database.db);
  expect(rows).toEqual([]);
  const mails = await sql<{ subject: string; body: string }>`
    select subject, body from outbox where recipient = ${`${anna.username}@example.test`} order by created_at`.execute(
    w.database.db,
  );
  expect(mails.rows.map(({ subject }) => subject.split(':')[0])).toEqual(['Started', 'Result']);
  expect(mails.rows[1]?.body).toContain('which you are watching, has closed');
});
