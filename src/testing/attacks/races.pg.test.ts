import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteItem, registerForAuction } from '#contract/auction/auction.ts';
import { uploadImage } from '#contract/auction/image.ts';
import type { BodyOf } from '#contract/basics/route.ts';
import { addBidders } from '#contract/bidder/bidder.ts';
import { notifyBidders } from '#contract/bidder/notification.ts';
import { decideRelation } from '#contract/bidder/related-bidder.ts';
import { placeBid, placeInitialBids } from '#contract/bidding/bidding.ts';
import { blacklistAccount, inviteMember, removeMember, updateMaxBidQuantity } from '#contract/company/company.ts';
import { listBeneficiaries, saveBeneficiary, updateBeneficiary } from '#contract/holding/beneficiary.ts';
import { publishSellOrder } from '#contract/marketplace/sell-order.ts';
import { watchAuction } from '#contract/notice.ts';
import { erasePersonalData } from '#contract/personal-data.ts';
import { AUCTION_IMAGES_MAX } from '#domain/auction/images.ts';
import { AUCTION_TERMS_VERSION } from '#domain/auction/terms.ts';
import { closeAuction } from '#server/award/close-auction.ts';
import { closingStore } from '#server/award/sql-closing-store.ts';
import { extendAfterOutage } from '#server/bidding/extend-after-outage.ts';
import { hashPassword } from '#server/identity/password/password-hash.ts';
import { openDatabase } from '#server/platform/database/database.ts';
import { aPng } from '#testing/builders/image-builders.ts';
import { makeSellOrder } from '#testing/builders/marketplace-builders.ts';
import { insertAuction, moveToAccount, type AuctionOptions, type TestAuction } from '#testing/builders/records.ts';
import { holdAuction, holdRows, untilWaiting } from '#testing/world/held-rows.ts';
import { world, worldOn, type SignedIn, type World } from '#testing/world/world.ts';

/**
 * In these tests calls go to two servers on one PostgreSQL at the same time. The tests lock rows, so that the order is
 * fixed (decision 76).
 */
let near: World;
let far: World;
let admin: SignedIn;
let seller: SignedIn;
const logged: string[] = [];

beforeAll(async () => {
  near = await world({ LOG_LEVEL: 'warn' }, { write: (line) => void logged.push(line) });
  far = await worldOn(await openDatabase({ url: near.url ?? '' }), near.url);
  [admin, seller] = await Promise.all([near.signedIn({ role: 'Admin' }), near.signedIn()]);
});
afterAll(async () => {
  await far.end();
  await near.end();
});

const db = () => near.database.db;
const anAuction = (bidders: readonly SignedIn[], wish: Partial<AuctionOptions> = {}): Promise<TestAuction> =>
  insertAuction(db(), {
    ownerAccountId: seller.accountId,
    createdBy: admin.userId,
    items: [{ quantity: 10_000 }],
    bidders: bidders.map((person) => ({ person })),
    ...wish,
  });

const bid = (w: World, who: SignedIn, { auctionId, itemIds }: TestAuction, quantity = 10) =>
  w.call(who, placeBid, {
    params: { id: auctionId },
    body: { auctionItemId: itemIds[0] ?? '', price: 5, quantity, bidderPartialFulfillment: true },
  });
const limit = (w: World, { accountId }: SignedIn, maxBidQuantity: number) =>
  w.call(admin, updateMaxBidQuantity, { params: { id: accountId }, body: { maxBidQuantity } });
const remove = (w: World, owner: SignedIn, { userId }: SignedIn) =>
  w.call(owner, removeMember, { params: { id: owner.accountId, userId } });

async function queued(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from auction_settling`.execute(db());
  return rows[0]?.count ?? -1;
}

/** Returns the kinds of an auction's history lines, in order. */
async function history({ auctionId }: TestAuction): Promise<string[]> {
  const lines = await db()
    .selectFrom('bid_history')
    .select('kind')
    .where('auction_id', '=', auctionId)
    .orderBy('seq')
    .execute();
  return lines.map(({ kind }) => kind);
}

const seatsOf = async ({ auctionId }: TestAuction) =>
  db().selectFrom('bidder').select(['account_id', 'user_id']).where('auction_id', '=', auctionId).execute();

/** Creates an owner and a trader of the same company. */
async function aCompany(): Promise<[owner: SignedIn, trader: SignedIn]> {
  const [owner, trader] = await Promise.all([near.signedIn(), near.signedIn()]);
  await moveToAccount(db(), trader, { accountId: owner.accountId, role: 'trader' });
  return [owner, { ...trader, accountId: owner.accountId }];
}

test('a company’s new maximum locks no auction while another is settled, and applies to all of them together', async () => {
  const bidder = await near.signedIn();
  const held = await anAuction([bidder]);
  const free = await anAuction([bidder]);
  expect((await bid(far, bidder, free, 100)).code).toBe('Success');
  const row = await holdAuction(db(), held.auctionId);
  // If one transaction changed both auctions, it would wait for `held` here and keep the row of `free` locked.
  expect((await limit(near, bidder, 150)).data).toEqual({ maxBidQuantity: 150 });
  const answers = await Promise.all([bid(far, bidder, free, 60), bid(far, bidder, free, 50)]);
  expect(answers.map(({ code }) => code).toSorted()).toEqual(['Success', 'total_bid_quantity_exceeds_max']);
  const waiting = bid(far, bidder, held, 151);
  await untilWaiting(db(), 1);
  await row.release();
  expect((await waiting).code).toBe('total_bid_quantity_exceeds_max');
  await expect.poll(queued).toBe(0);
  expect(await history(held)).toEqual(['created', 'changed', 'changed']);
});

test('a process settles what another one left unfinished, and cancels initial bids that no longer fit', async () => {
  const bidder = await near.signedIn();
  const auction = await anAuction([bidder], { startsIn: 600 });
  const initial = { auctionItemId: auction.itemIds[0] ?? '', price: 5, quantity: 100, bidderPartialFulfillment: true };
  const placed = await far.call(bidder, placeInitialBids, {
    params: { id: auction.auctionId },
    body: { bids: [initial] },
  });
  expect(placed.code).toBe('Success');
  await db().updateTable('account').set({ max_bid_quantity: 50 }).where('id', '=', bidder.accountId).execute();
  await db()
    .insertInto('auction_settling')
    .values({ auction_id: auction.auctionId, account_id: bidder.accountId, user_id: admin.userId })
    .execute();
  await expect.poll(queued).toBe(0);
  expect(await history(auction)).toEqual(['created', 'changed', 'placed', 'changed', 'cancelled']);
});

test('bids sent before the end are in time however long the auction’s row is locked, and the closing waits for them', async () => {
  const bidders = await Promise.all([near, near, far].map((w) => w.signedIn()));
  const auction = await anAuction(bidders);
  const send = (w: World, at: number) => bid(w, bidders[at] as SignedIn, auction);
  const row = await holdAuction(db(), auction.auctionId);
  const first = [send(near, 0), send(far, 2)];
  await untilWaiting(db(), 2);
  // This bid waits behind the first bid in the same room. It is judged after that bid.
  const behind = send(near, 1);
  await expect.poll(() => near.parts.rooms.figures().waiting).toBe(1);
  const end = sql`clock_timestamp() + interval '50 ms'`;
  await row.run(sql`
    update auction set start_time = ${end} - interval '1 h', end_time = ${end}, auction_end_time = ${end}
    where id = ${auction.auctionId}`);
  // The row stays locked for longer than the closing period. So the closing is due as soon as the row is free.
  await row.run(sql`select pg_sleep(2.5)`);
  await row.release();
  const answers = await Promise.all([...first, behind]);
  expect(answers.map(({ code }) => code)).toEqual(['Success', 'Success', 'Success']);
  await expect.poll(async () => (await history(auction)).at(-1)).toBe('closed');
  expect((await history(auction)).filter((kind) => kind === 'placed')).toHaveLength(3);
  expect(logged.some((line) => line.includes(auction.auctionId) && line.includes('heldMs'))).toBe(true);
});

test('a closing that waited for the row handles the bids that waited with it first', async () => {
  const bidder = await near.signedIn();
  const auction = await anAuction([bidder]);
  const row = await holdAuction(db(), auction.auctionId);
  const store = closingStore(db(), async () => undefined);
  const held: number[] = [];
  const closing = closeAuction(store, auction.auctionId, (_, heldMs) => held.push(heldMs));
  await untilWaiting(db(), 1);
  const sent = bid(far, bidder, auction);
  await untilWaiting(db(), 2);
  const end = sql`clock_timestamp() + interval '50 ms'`;
  await row.run(sql`
    update auction set start_time = ${end} - interval '1 h', end_time = ${end}, auction_end_time = ${end}
    where id = ${auction.auctionId}`);
  await row.run(sql`select pg_sleep(2.5)`);
  await row.release();
  expect([await closing, (await sent).code]).toEqual([false, 'Success']);
  expect(held).toEqual([expect.toSatisfy((heldMs: number) => heldMs > 2_500)]);
  await expect.poll(() => history(auction)).toEqual(['created', 'changed', 'placed', 'closed']);
});

test('auctions extended for an outage are not locked together, and two processes extend each of them once', async () => {
  const bidder = await near.signedIn();
  const both = [await anAuction([bidder], { endsIn: 30 }), await anAuction([bidder], { endsIn: 30 })];
  const [free, held] = both.toSorted((one, other) => (one.auctionId < other.auctionId ? -1 : 1));
  if (!free || !held) return expect.unreachable();
  const toMs = Date.now();
  const outage = { absence: { fromMs: toMs - 20_000, toMs }, publicUrl: 'http://greenlot.test' };
  const rule = { lastMinutes: 1, secondsMin: 5, minutesMax: 60 };
  const row = await holdAuction(db(), held.auctionId);
  const extending = [near, far].map((w) => extendAfterOutage(w.database.db, rule, outage));
  await expect.poll(() => history(free)).toEqual(['created', 'changed', 'extended']);
  expect((await bid(far, bidder, free)).code).toBe('Success');
  await row.release();
  await Promise.all(extending);
  expect(await history(free)).toEqual(['created', 'changed', 'extended', 'placed']);
  expect(await history(held)).toEqual(['created', 'changed', 'extended']);
});

test('a member who is removed while being added as a bidder gets no seat', async () => {
  const [owner, trader] = await aCompany();
  const auction = await anAuction([], { isPrivate: false });
  const row = await holdAuction(db(), auction.auctionId);
  const registered = far.call(trader, registerForAuction, {
    params: { id: auction.auctionId },
    body: { accountId: owner.accountId, acceptedTermsVersion: AUCTION_TERMS_VERSION },
  });
  await untilWaiting(db(), 1);
  const removed = remove(near, owner, trader);
  await untilWaiting(db(), 2);
  await row.release();
  expect([(await registered).code, (await removed).code]).toEqual(['Success', 'Success']);
  await expect.poll(() => seatsOf(auction)).toEqual([{ account_id: owner.accountId, user_id: owner.userId }]);
});

test('a user gets one seat when one company’s seat moves to that user while another company is added through the same user', async () => {
  const [owner, trader] = await aCompany();
  const other = await near.signedIn();
  await db().insertInto('account_member').values({ account_id: other.accountId, user_id: owner.userId }).execute();
  const auction = await anAuction([trader]);
  const row = await holdAuction(db(), auction.auctionId);
  const admitted = far.call(admin, addBidders, {
    params: { id: auction.auctionId },
    body: { buyers: [{ userId: owner.userId, accountId: other.accountId, maxQuantity: null }] },
  });
  await untilWaiting(db(), 1);
  expect((await remove(near, owner, trader)).code).toBe('Success');
  await untilWaiting(db(), 2);
  await row.release();
  expect((await admitted).code).toBe('Success');
  await expect.poll(queued).toBe(0);
  const users = (await seatsOf(auction)).map(({ user_id }) => user_id);
  expect(new Set(users).size).toBe(2);
});

test('a scheduled publication is withdrawn or rejected when its seller is blacklisted at that moment', async () => {
  const { id } = await makeSellOrder(near, admin, { seller: await near.signedIn(), publishTime: null });
  const { seller_account_id: sellerId } = await db()
    .selectFrom('sell_order')
    .select('seller_account_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const row = await holdRows(db(), sql`select from sell_order where id = ${id} for update`);
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
  const published = far.call(admin, publishSellOrder, { params: { id }, body: { publishTime: inAnHour } });
  await untilWaiting(db(), 1);
  const blacklisted = near.call(admin, blacklistAccount, { params: { id: sellerId }, body: { remarkContent: 'x' } });
  await untilWaiting(db(), 2);
  await row.release();
  expect([(await published).code, (await blacklisted).code]).toEqual(['Success', 'Success']);
  const after = await db().selectFrom('sell_order').select('publish_at').where('id', '=', id).executeTakeFirst();
  expect(after?.publish_at).toBeNull();
});

test('an erasure and an invitation of the same person do not deadlock', async () => {
  const password = 'Rimba-Solar-2031';
  const person = await near.signedIn({ passwordHash: await hashPassword(password) });
  const row = await holdRows(db(), sql`select from account where id = ${person.accountId} for update`);
  const erased = near.call(person, erasePersonalData, { body: { Password: password } });
  await untilWaiting(db(), 1);
  const invited = far.call(person, inviteMember, {
    params: { id: person.accountId },
    body: { email: 'guest@example.test', role: 'viewer' },
  });
  await untilWaiting(db(), 2);
  await row.release();
  expect([(await erased).code, (await invited).code]).toEqual(['Success', 'not_found']);
});

test('parallel calls save the same beneficiary once, and so does an edit', async () => {
  const holder = await near.signedIn();
  const params = { id: holder.accountId };
  const fields = {
    accountType: 'Corporate',
    name: 'Tower',
    address: '1 Jalan Sentral',
    nameOnCertificates: 'Tower',
    buildingOwnerName: '',
  } as const;
  const save = (w: World, body: BodyOf<typeof saveBeneficiary> = fields) =>
    w.call(holder, saveBeneficiary, { params, body });
  const insert = sql`
    insert into beneficiary (id, account_id, account_type, name, address, name_on_certificates, created_by)
    values (gen_random_uuid(), ${holder.accountId}, 'Corporate', 'Tower', '1 Jalan Sentral', 'Tower', ${holder.userId})`;
  const row = await holdRows(db(), insert);
  const saved = [save(near), save(far)];
  await untilWaiting(db(), 2);
  await row.release();
  const [one, two] = await Promise.all(saved);
  expect(one?.data.id).toBe(two?.data.id);
  const other = await save(near, { ...fields, name: 'Annex' });
  const edited = await near.call(holder, updateBeneficiary, {
    params: { ...params, beneficiaryId: other.data.id },
    body: fields,
  });
  expect(edited.data.id).toBe(one?.data.id);
  expect((await near.call(holder, listBeneficiaries, { params })).data.items).toHaveLength(1);
  // Two simultaneous edits of one beneficiary leave one beneficiary, with the values of the later edit.
  const beneficiaryId = edited.data.id;
  const edit = (w: World, name: string) =>
    w.call(holder, updateBeneficiary, { params: { ...params, beneficiaryId }, body: { ...fields, name } });
  const held = await holdRows(db(), sql`select from beneficiary where id = ${beneficiaryId} for update`);
  const first = edit(near, 'North');
  await untilWaiting(db(), 1);
  const second = edit(far, 'South');
  await untilWaiting(db(), 2);
  await held.release();
  expect([(await first).data, (await second).data]).toMatchObject([
    { id: beneficiaryId, name: 'North' },
    { id: beneficiaryId, name: 'South' },
  ]);
  expect((await near.call(holder, listBeneficiaries, { params })).data.items).toMatchObject([{ name: 'South' }]);
});

async function anImageForm(): Promise<FormData> {
  const form = new FormData();
  form.set('File', new File([new Uint8Array(await aPng())], 'plant.png'));
  form.set('Type', 'AuctionDetail');
  return form;
}

test('parallel uploads respect the limit of images; calls for a deleted auction answer not_found', async () => {
  const { auctionId } = await anAuction([], { startsIn: 3_600, endsIn: 7_200 });
  const params = { id: auctionId };
  await sql`
    insert into image (id, type, auction_id, uploaded_by)
    select gen_random_uuid(), 'AuctionDetail', ${auctionId}, ${admin.userId}
    from generate_series(2, ${AUCTION_IMAGES_MAX})`.execute(db());
  const upload = async (w: World) => (await w.call(admin, uploadImage, { params, form: await anImageForm() })).code;
  const row = await holdAuction(db(), auctionId);
  const uploads = [upload(near), upload(far)];
  await untilWaiting(db(), 2);
  await row.release();
  expect((await Promise.all(uploads)).toSorted()).toEqual(['Success', 'maximum_files']);
  const [one, two] = await Promise.all([near.signedIn(), near.signedIn()]);
  const joined = { account_id: one.accountId, user_id: two.userId, role: 'viewer' as const };
  await db().insertInto('account_member').values(joined).execute();
  const gone = await anAuction([one, two], { startsIn: 3_600, endsIn: 7_200 });
  const deleting = await holdRows(
    db(),
    sql`
    with lines as (delete from bid_history where auction_id = ${gone.auctionId})
    select from auction where id = ${gone.auctionId} for update`,
  );
  const ofGone = { params: { id: gone.auctionId } };
  const late = [
    far.call(admin, uploadImage, { ...ofGone, form: await anImageForm() }),
    far.call(admin, notifyBidders, ofGone),
    near.call(admin, watchAuction, ofGone),
    far.call(admin, decideRelation, {
      ...ofGone,
      body: { accountIds: [one.accountId, two.accountId], removeBidderId: null, reason: 'colleagues' },
    }),
  ];
  await untilWaiting(db(), 4);
  await deleting.run(sql`delete from auction where id = ${gone.auctionId}`);
  await deleting.release();
  expect((await Promise.all(late)).map(({ status }) => status)).toEqual([404, 404, 404, 404]);
});

test('a repeated registration changes nothing', async () => {
  const bidder = await near.signedIn();
  const auction = await anAuction([], { isPrivate: false });
  const row = await holdAuction(db(), auction.auctionId);
  const both = [near, far].map((w) =>
    w.call(bidder, registerForAuction, {
      params: { id: auction.auctionId },
      body: { accountId: bidder.accountId, acceptedTermsVersion: AUCTION_TERMS_VERSION },
    }),
  );
  await untilWaiting(db(), 2);
  await row.release();
  expect((await Promise.all(both)).map(({ code }) => code)).toEqual(['Success', 'Success']);
  expect(await seatsOf(auction)).toHaveLength(1);
});

test('a change carries the time at which it was judged, however long it took', async () => {
  const auction = await anAuction([], { startsIn: 3_600, endsIn: 7_200, items: [{}, {}] });
  const { auctionId } = auction;
  const itemId = auction.itemIds[0] ?? '';
  const row = await holdRows(db(), sql`select from auction_item where id = ${itemId} for update`);
  const deleted = far.call(admin, deleteItem, { params: { id: auctionId, itemId } });
  await untilWaiting(db(), 1);
  const { rows } = await sql<{ start: Date }>`select clock_timestamp()::timestamptz(3) as start`.execute(db());
  await row.release();
  expect((await deleted).code).toBe('Success');
  const last = await db()
    .selectFrom('bid_history')
    .select('at')
    .where('auction_id', '=', auctionId)
    .orderBy('seq', 'desc')
    .executeTakeFirstOrThrow();
  expect(last.at.getTime()).toBeLessThanOrEqual(rows[0]?.start.getTime() ?? 0);
});
