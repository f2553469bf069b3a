import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  deleteAuction,
  deleteItem,
  getAuctionAsAdmin,
  getAuctionAsUser,
  listAuctionsAsAdmin,
  listAuctionsAsUser,
  updateAuction,
} from '#contract/auction/auction.ts';
import { getResultAsAdmin } from '#contract/award/award.ts';
import { addBidders, listBidderCandidates, readPastedBidders } from '#contract/bidder/bidder.ts';
import { exportAccounts, listAccounts } from '#contract/company/company.ts';
import { deleteRehearsal, startRehearsal } from '#contract/rehearsal.ts';
import type { AuctionId } from '#domain/basics/ids.ts';
import { deleteOldRehearsals } from '#server/rehearsal/rehearsal-operations.ts';
import { BETWEEN_MS, placeDueBids } from '#server/rehearsal/run-rehearsals.ts';
import { insertAuction, moveAuctionAndTell, type AuctionOptions } from '#testing/builders/records.ts';
import { savedSettings } from '#testing/world/saved-settings.ts';
import { world, worldOn, type SignedIn, type World } from '#testing/world/world.ts';

let w: World;
let admin: SignedIn;
let owner: SignedIn;
beforeAll(async () => {
  w = await world();
  [admin, owner] = [await w.signedIn({ role: 'Admin' }), await w.signedIn()];
});
afterAll(() => w.end());

const at = (id: string) => ({ params: { id } });
const SHORT = { minutes: 2, bidders: 4 };

const upcoming = async (wish: Partial<AuctionOptions> = {}): Promise<string> => {
  const times = { startsIn: 3_600, endsIn: 7_200 };
  const by = { ownerAccountId: owner.accountId, createdBy: admin.userId };
  return (await insertAuction(w.database.db, { ...by, ...times, items: [{}, { partial: false }], ...wish })).auctionId;
};

const begin = async (id: string, body = SHORT): Promise<AuctionId> => {
  const started = await w.call(admin, startRehearsal, { ...at(id), body });
  expect(started.code).toBe('Success');
  return started.data.id as AuctionId;
};

const move = (id: AuctionId, startsIn: number, endsIn: number): Promise<void> =>
  moveAuctionAndTell(w.database.db, id, { startsIn, endsIn, by: admin.userId });

const linesOf = async (id: string) =>
  w.database.db
    .selectFrom('bid_history')
    .select(['kind', 'bidder_id'])
    .where('auction_id', '=', id)
    .orderBy('seq')
    .execute();
const messages = () => w.database.db.selectFrom('outbox').selectAll().where('recipient', '<>', '').execute();

/** Makes the next simulated bid due immediately, and places due bids. */
async function hurry(id: string): Promise<void> {
  const { db } = w.database;
  await db
    .updateTable('auction')
    .set({ next_simulated_bid_at: new Date(0) })
    .where('id', '=', id)
    .execute();
  await placeDueBids(db, w.parts.rooms);
}

test('a rehearsal bids automatically from sealed bids to its result, and notifies nobody', async () => {
  const id = await upcoming();
  const told = await messages();
  const rehearsal = await begin(id);
  const made = (await w.call(admin, getAuctionAsAdmin, at(rehearsal))).data;
  expect(made).toMatchObject({ status: 'upcoming', isPrivate: true, rehearsalOf: id, itemCount: 2, bidderCount: 4 });
  expect(made.title).toMatch(/^REHEARSAL 演练 · /);
  expect((await w.call(admin, getAuctionAsAdmin, at(id))).data.rehearsalId).toBe(rehearsal);

  const whoPlaced = async () =>
    new Set((await linesOf(rehearsal)).flatMap(({ kind, bidder_id }) => (kind === 'placed' ? [bidder_id] : []))).size;
  // The server process of `w` may place a bid before `hurry` does, and may still be placing one.
  await expect.poll(() => hurry(rehearsal).then(whoPlaced)).toBe(SHORT.bidders);

  await move(rehearsal, -60, 60);
  const isRevised = async () => (await linesOf(rehearsal)).some(({ kind }) => kind === 'revised');
  await expect.poll(() => hurry(rehearsal).then(isRevised)).toBe(true);

  await move(rehearsal, -120, -60);
  const result = (await w.call(admin, getResultAsAdmin, at(rehearsal))).data;
  expect(JSON.stringify(result)).toContain('Simulated company');
  expect(await messages()).toEqual(told);
});

test('nobody else sees it: not its owner, no list, no list of accounts, no export', async () => {
  const id = await upcoming();
  const rehearsal = await begin(id);
  const lists = [
    await w.call(admin, listAuctionsAsAdmin, { query: '?limit=100' }),
    await w.call(owner, listAuctionsAsUser, { query: '?limit=100' }),
  ];
  for (const { text } of lists) {
    expect(text).toContain(id);
    expect(text).not.toContain(rehearsal);
    expect(text).not.toContain('REHEARSAL');
  }
  expect((await w.call(owner, getAuctionAsUser, at(rehearsal))).code).toBe('not_found');
  expect((await w.call(owner, getAuctionAsUser, at(id))).data.rehearsalId).toBeNull();
  expect((await w.call(admin, listAccounts, { query: '?search=Simulated' })).data.total).toBe(0);
  const file = await w.app.inject({
    url: `/auction-api${exportAccounts.path}`,
    headers: { authorization: `Bearer ${admin.token}` },
  });
  expect(file.body).not.toContain('Simulated');
});

test('no real company is involved: neither as a bidder, nor as its owner, nor by making it public', async () => {
  const rehearsal = await begin(await upcoming());
  const bo = await w.signedIn();
  const body = { buyers: [{ userId: bo.userId, accountId: bo.accountId, maxQuantity: null }] };
  const added = await w.call(admin, addBidders, { ...at(rehearsal), body });
  expect(added.fields).toMatchObject({ 'buyers.0.accountId': { code: 'bidder_account_unknown' } });
  expect((await w.call(admin, listBidderCandidates, at(rehearsal))).data.total).toBe(0);
  const pasted = await w.call(admin, readPastedBidders, { ...at(rehearsal), body: { text: bo.username } });
  expect(pasted.data).toMatchObject([{ finding: 'unknown' }]);

  const { data: made } = await w.call(admin, getAuctionAsAdmin, at(rehearsal));
  for (const { auctionItemId: itemId } of made.items)
    await w.call(admin, deleteItem, { params: { id: rehearsal, itemId } });
  const saved = await w.call(admin, updateAuction, {
    ...at(rehearsal),
    body: {
      ...(await savedSettings(w, admin, rehearsal)),
      title: 'As if it were one',
      isPrivate: false,
      endTime: new Date(Date.now() + 3_600_000).toISOString(),
      ownerAccountId: owner.accountId,
    },
  });
  expect(saved.data).toMatchObject({ title: made.title, isPrivate: true, sellerInformation: made.sellerInformation });
});

test('only an upcoming auction with items is rehearsed, and no rehearsal', async () => {
  const code = async (id: string) => (await w.call(admin, startRehearsal, { ...at(id), body: SHORT })).code;
  expect(await code(await upcoming({ items: [] }))).toBe('auction_has_no_items');
  expect(await code(await upcoming({ startsIn: -60 }))).toBe('auction_has_started');
  expect(await code(await begin(await upcoming()))).toBe('not_found');
  const tooLong = await w.call(admin, startRehearsal, { ...at(await upcoming()), body: { minutes: 61, bidders: 1 } });
  expect(tooLong.status).toBe(400);
});

test('an auction has one rehearsal, which is deleted on request, with its auction, or after a day', async () => {
  const id = await upcoming();
  const there = async (rehearsal: string) => (await w.call(admin, getAuctionAsAdmin, at(rehearsal))).code;
  const first = await begin(id);
  await hurry(first);
  const second = await begin(id);
  expect([await there(first), await there(second)]).toEqual(['not_found', 'Success']);
  await w.call(admin, deleteRehearsal, at(id));
  expect(await there(second)).toBe('not_found');

  const third = await begin(id);
  await hurry(third);
  await move(third, -120, -60);
  await w.call(admin, getResultAsAdmin, at(third));
  await deleteOldRehearsals(w.database.db, Date.now());
  expect(await there(third)).toBe('Success');
  await deleteOldRehearsals(w.database.db, Date.now() + 2 * 24 * 3_600_000);
  expect(await there(third)).toBe('not_found');

  const fourth = await begin(id);
  await hurry(fourth);
  expect((await w.call(admin, deleteAuction, at(id))).code).toBe('Success');
  expect(await there(fourth)).toBe('not_found');
  expect(await linesOf(fourth)).toEqual([]);
});

test('two processes place each due bid once, and a restarted process continues', async () => {
  const rehearsal = await begin(await upcoming(), { ...SHORT, bidders: 20 });
  // Bids that become due from here on may be in progress when lines are counted.
  const sinceMs = performance.now();
  await hurry(rehearsal);
  const other = await worldOn(w.database, w.url);
  const before = (await linesOf(rehearsal)).length;
  const { db } = w.database;
  await db
    .updateTable('auction')
    .set({ next_simulated_bid_at: new Date(0) })
    .where('id', '=', rehearsal)
    .execute();
  await Promise.all([
    placeDueBids(db, w.parts.rooms),
    placeDueBids(db, other.parts.rooms),
    placeDueBids(db, w.parts.rooms),
  ]);
  const biddersSince = async () =>
    new Set((await linesOf(rehearsal)).slice(before).map(({ bidder_id }) => bidder_id)).size;
  // Either process may have placed the due bid, and may still be placing others.
  await expect.poll(biddersSince).toBeGreaterThanOrEqual(1);
  const bidders = await biddersSince();
  expect(bidders).toBeLessThanOrEqual(1 + Math.floor((performance.now() - sinceMs) / BETWEEN_MS.min));
  await other.close();
});
