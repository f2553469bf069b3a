import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  addItem,
  confirmDraft,
  createAuction,
  deleteAuction,
  deleteItem,
  getAuctionAsAdmin,
  getAuctionAsUser,
  listAuctionsAsAdmin,
  listAuctionsAsUser,
  registerForAuction,
  updateAuction,
  updateItem,
} from '#contract/auction/auction.ts';
import type { BodyOf } from '#contract/basics/route.ts';
import { addBidders, listBidders } from '#contract/bidder/bidder.ts';
import { notifyBidders } from '#contract/bidder/notification.ts';
import { listHistoryAsAdmin, placeBidOnBehalf, placeInitialBids } from '#contract/bidding/bidding.ts';
import { annulAuction } from '#contract/bidding/conduct.ts';
import { listNotices, watchAuction } from '#contract/notice.ts';
import { startRehearsal } from '#contract/rehearsal.ts';
import { NO_RECURRENCE } from '#domain/auction/recurrence.ts';
import { AUCTION_TERMS_VERSION } from '#domain/auction/terms.ts';
import type { AuctionId } from '#domain/basics/ids.ts';
import { makeDrafts } from '#server/auction/make-drafts.ts';
import { proveLedger } from '#server/ledger/prove-ledger.ts';
import { LEFT_EMPTY } from '#testing/builders/item-builders.ts';
import { insertAuction, moveAuction, type AuctionOptions } from '#testing/builders/records.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

let w: World;
let admin: SignedIn;
let owner: SignedIn;
let anna: SignedIn;
let bo: SignedIn;

beforeAll(async () => {
  w = await world();
  admin = await w.signedIn({ role: 'Admin' });
  [owner, anna, bo] = await Promise.all([w.signedIn(), w.signedIn(), w.signedIn()]);
});
afterAll(() => w.end());

const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();
const ZONE = 'Asia/Kuala_Lumpur';

const settings = (changes: Partial<BodyOf<typeof createAuction>> = {}) => ({
  title: 'Perak hydro, every month',
  auctionType: 'Forward' as const,
  isPrivate: true,
  startTime: inHours(1),
  endTime: inHours(2),
  minimumRecQuantity: 100,
  minimumBiddingRecQuantity: 10,
  sellerProcessingFee: 1.25,
  buyerProcessingFee: 0.5,
  spotRecs: false,
  ownerAccountId: owner.accountId,
  tickSizeId: null,
  softCloseMinutes: 5,
  softCloseMaximum: 3,
  ...NO_RECURRENCE,
  recurrenceTimeZone: ZONE,
  ...changes,
});

/** Creates an auction that repeats. */
async function anAuction(wish: Partial<AuctionOptions> = {}, recurrence: object = {}): Promise<string> {
  const { auctionId } = await insertAuction(w.database.db, {
    ownerAccountId: owner.accountId,
    createdBy: admin.userId,
    startsIn: 600,
    items: [{ quantity: 1_000 }, { quantity: 500 }],
    bidders: [{ person: anna, maxQuantity: 2_000 }, { person: bo }],
    ...wish,
  });
  const { data: before } = await w.call(admin, getAuctionAsAdmin, { params: { id: auctionId } });
  const { startTime, endTime } = before;
  const body = settings({ startTime, endTime, minimumRecQuantity: 1, minimumBiddingRecQuantity: 1, ...recurrence });
  const isPrivate = wish.isPrivate ?? true;
  const saved = await w.call(admin, updateAuction, { params: { id: auctionId }, body: { ...body, isPrivate } });
  expect(saved.code).toBe('Success');
  return auctionId;
}

const bidOf = (auctionItemId: string, quantity: number) => ({
  auctionItemId,
  price: 5,
  quantity,
  bidderPartialFulfillment: true,
});

/** Anna buys all of the second item and 400 of the first one. */
async function sell(id: string): Promise<void> {
  const { data } = await w.call(admin, getAuctionAsAdmin, { params: { id } });
  const [first, second] = data.items.map(({ auctionItemId }) => auctionItemId);
  const bids = [bidOf(first ?? '', 400), bidOf(second ?? '', 500)];
  expect((await w.call(anna, placeInitialBids, { params: { id }, body: { bids } })).code).toBe('Success');
}

async function close(id: string): Promise<void> {
  await moveAuction(w.database.db, id as AuctionId, -3_600, -10);
  expect((await w.call(admin, getAuctionAsAdmin, { params: { id } })).data.isClosed).toBe(true);
}

const HYDRO = {
  ...LEFT_EMPTY,
  recCountry: 'MY',
  recFuelType: 'Hydro',
  vintageYear: 2020,
  vintagePeriod: 'FullYear',
  recQuantity: 700,
  partialFulfillment: true,
  minimumBidPrice: 3,
  maximumBidPrice: 15,
} as const;

const itemOf = async (id: string): Promise<string> =>
  (await w.call(admin, getAuctionAsAdmin, { params: { id } })).data.items[0]?.auctionItemId ?? '';

/** Adds an image to an auction, and shows it in these items. */
async function showPicture(auctionId: string, itemIds: readonly string[]): Promise<void> {
  const { db } = w.database;
  const id = randomUUID();
  const image = { id, type: 'AuctionDetail' as const, auction_id: auctionId, uploaded_by: admin.userId };
  await db.insertInto('image').values(image).execute();
  await db
    .updateTable('auction_item')
    .set({ image_ids: [id] })
    .where('id', 'in', itemIds)
    .execute();
}

/** Creates all due drafts. Waits for the server's own timer, because `makeDrafts` skips auctions that are locked. */
const drafts = async (): Promise<string[]> => {
  const made: string[] = [];
  for (;;) {
    await makeDrafts(w.database.db, 'http://greenlot.test', (id) => made.push(id));
    const { rows } = await sql`
      select 1 from auction
      where recurrence is not null and recurred_at is null and closed_at is not null and annulled_at is null
      for share`.execute(w.database.db);
    if (rows.length === 0) return made;
  }
};

/** Returns the draft after a partly sold auction. The server's own timer may have made the draft already. */
async function aDraft(wish: Partial<AuctionOptions> = {}, recurrence: object = {}) {
  const id = await anAuction(wish, recurrence);
  if (wish.bidders === undefined && wish.isPrivate !== false) await sell(id);
  await close(id);
  await drafts();
  const { data } = await w.call(admin, getAuctionAsAdmin, { params: { id } });
  return { before: data, id: data.followedBy?.id ?? '' };
}

describe('the recurrence setting', () => {
  test('is stored, and visible to administrators only', async () => {
    const body = settings({ recurrenceUntil: '2099-12-31', recurrenceTimes: 6, isPrivate: false });
    const { data } = await w.call(admin, createAuction, { body });
    expect(data.recurrence).toMatchObject({ timeZone: ZONE, until: '2099-12-31', times: 6 });
    expect(data.recurrence?.nextStartTime).not.toBeNull();
    await w.call(admin, addItem, { params: { id: data.id }, body: HYDRO });
    expect((await w.call(anna, getAuctionAsUser, { params: { id: data.id } })).data.recurrence).toBeNull();
    const off = await w.call(admin, updateAuction, {
      params: { id: data.id },
      body: { ...body, minimumRecQuantity: 100, ...NO_RECURRENCE },
    });
    expect(off.data.recurrence).toBeNull();
  });

  test('is judged with the other settings', async () => {
    const body = settings({ recurrenceTimes: 0 });
    const { fields } = await w.call(admin, createAuction, { body });
    expect(fields?.['recurrenceTimes']?.code).toBe('recurrence_times_out_of_range');
    const elsewhere = { ...body, recurrenceTimeZone: 'Europe/Atlantis' };
    expect((await w.call(admin, createAuction, { body: elsewhere })).code).toBe('invalid_request');
  });
});

describe('the draft', () => {
  test('has the settings, the unsold RECs, and the bidders with their maximums', async () => {
    const { before, id } = await aDraft();
    const { data: draft } = await w.call(admin, getAuctionAsAdmin, { params: { id } });
    expect(draft).toMatchObject({
      isDraft: true,
      status: 'upcoming',
      isClosed: false,
      title: before.title,
      softClose: before.softClose,
      sellerProcessingFee: 1.25,
      follows: { id: before.id, soldItemNames: [before.items[1]?.name] },
    });
    expect(Date.parse(draft.startTime)).toBe(Date.parse(before.recurrence?.nextStartTime ?? ''));
    expect(draft.items.map(({ name, recQuantity }) => [name, recQuantity])).toEqual([[before.items[0]?.name, 600]]);
    const { data: bidders } = await w.call(admin, listBidders, { params: { id }, query: '?CurrentPage=1&Limit=10' });
    const maximums = new Map(bidders.items.map(({ userId, maxQuantity }) => [userId, maxQuantity]));
    expect(maximums).toEqual(
      new Map([
        [anna.userId, 2_000],
        [bo.userId, null],
      ]),
    );
    const { data: history } = await w.call(admin, listHistoryAsAdmin, { params: { id } });
    expect(history.items.map(({ kind, by }) => [kind, by])).toEqual([
      ['changed', 'system'],
      ['created', 'system'],
    ]);
  });

  test('is created once, also by many parallel calls', async () => {
    const ids = await Promise.all([anAuction(), anAuction(), anAuction()]);
    for (const id of ids) await close(id);
    await Promise.all(
      Array.from({ length: 8 }, () => makeDrafts(w.database.db, 'http://greenlot.test', () => undefined)),
    );
    await drafts();
    for (const id of ids) {
      const found = await w.database.db.selectFrom('auction').select('id').where('follows', '=', id).execute();
      expect(found).toHaveLength(1);
    }
  });

  test('is not created again after it was discarded', async () => {
    const { before, id } = await aDraft();
    expect((await w.call(admin, deleteAuction, { params: { id } })).code).toBe('Success');
    await drafts();
    expect((await w.call(admin, getAuctionAsAdmin, { params: { id: before.id } })).data.followedBy).toBeNull();
  });

  test('leaves out companies that may not bid anymore', async () => {
    const barred = await w.signedIn();
    const left = await w.signedIn();
    const id = await anAuction({ bidders: [{ person: anna }, { person: barred }, { person: left }] });
    const { db } = w.database;
    await db.updateTable('account').set({ status: 'Blacklisted' }).where('id', '=', barred.accountId).execute();
    await db.deleteFrom('account_member').where('user_id', '=', left.userId).execute();
    await close(id);
    await drafts();
    const { data } = await w.call(admin, getAuctionAsAdmin, { params: { id } });
    const asked = { params: { id: data.followedBy?.id ?? '' }, query: '?CurrentPage=1&Limit=10' };
    const { data: bidders } = await w.call(admin, listBidders, asked);
    expect(bidders.items.map(({ userId }) => userId)).toEqual([anna.userId]);
  });

  test.each([
    ['its last date', { recurrenceUntil: new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10) }],
    ['an auction that does not repeat', NO_RECURRENCE],
  ])('is not created after %s', async (_, recurrence) => {
    const { id } = await aDraft({}, recurrence);
    expect(id).toBe('');
  });

  test('is not created after an annulled auction', async () => {
    const id = await anAuction();
    await moveAuction(w.database.db, id as AuctionId, -60, 3_600);
    const annulled = await w.call(admin, annulAuction, { params: { id }, body: { reason: 'a fault' } });
    expect(annulled.code).toBe('Success');
    expect(await drafts()).toEqual([]);
    expect((await w.call(admin, getAuctionAsAdmin, { params: { id } })).data.followedBy).toBeNull();
  });

  test('counts down, and the last one does not repeat', async () => {
    const { id } = await aDraft({}, { recurrenceTimes: 2 });
    expect((await w.call(admin, getAuctionAsAdmin, { params: { id } })).data.recurrence?.times).toBe(1);
    const { id: last } = await aDraft({}, { recurrenceTimes: 1 });
    expect((await w.call(admin, getAuctionAsAdmin, { params: { id: last } })).data.recurrence).toBeNull();
  });

  test('of a public auction has no bidders, who register themselves', async () => {
    const { id } = await aDraft({ isPrivate: false, bidders: [{ person: anna }] });
    const { data } = await w.call(admin, getAuctionAsAdmin, { params: { id } });
    expect([data.isDraft, data.bidderCount, data.items.length]).toEqual([true, 0, 2]);
  });
});

describe('users do not', () => {
  test('see it in a list, where administrators have it first, and alone on request', async () => {
    const { id } = await aDraft();
    const listed = await w.call(admin, listAuctionsAsAdmin, { query: '?limit=100' });
    expect(listed.data.items.find((one) => !one.isDraft)?.id).not.toBe(id);
    expect(listed.data.items.filter(({ isDraft }) => isDraft).map((one) => one.id)).toContain(id);
    const asked = await w.call(admin, listAuctionsAsAdmin, { query: '?limit=100&status=draft' });
    expect(asked.data.items.every(({ isDraft }) => isDraft)).toBe(true);
    const upcoming = await w.call(admin, listAuctionsAsAdmin, { query: '?limit=100&status=upcoming' });
    expect(upcoming.data.items.map((one) => one.id)).not.toContain(id);
    for (const person of [owner, anna]) {
      const { data } = await w.call(person, listAuctionsAsUser, { query: '?limit=100' });
      expect(data.items.map((one) => one.id)).not.toContain(id);
      expect((await w.call(person, listAuctionsAsUser, { query: '?status=draft' })).code).toBe('invalid_request');
    }
  });

  test('see it, watch it, register for it or bid in it', async () => {
    const { id } = await aDraft({ isPrivate: false, bidders: [{ person: anna }] });
    const { data } = await w.call(admin, getAuctionAsAdmin, { params: { id } });
    await w.call(admin, addBidders, {
      params: { id },
      body: { buyers: [{ userId: anna.userId, accountId: anna.accountId, maxQuantity: null }] },
    });
    const params = { id };
    const accepted = { accountId: bo.accountId, acceptedTermsVersion: AUCTION_TERMS_VERSION };
    const bids = [bidOf(data.items[0]?.auctionItemId ?? '', 10)];
    expect([
      (await w.call(owner, getAuctionAsUser, { params })).code,
      (await w.call(anna, getAuctionAsUser, { params })).code,
      (await w.call(bo, getAuctionAsUser, { params })).code,
      (await w.call(anna, watchAuction, { params })).code,
      (await w.call(bo, registerForAuction, { params, body: accepted })).code,
      (await w.call(anna, placeInitialBids, { params, body: { bids } })).code,
    ]).toEqual(Array.from({ length: 6 }, () => 'not_found'));
  });

  test('get notifications of it, and administrators cannot rehearse it or bid in it for them', async () => {
    const { id } = await aDraft();
    const { data } = await w.call(admin, getAuctionAsAdmin, { params: { id } });
    const { data: bidders } = await w.call(admin, listBidders, { params: { id }, query: '?CurrentPage=1&Limit=10' });
    const bid = { ...bidOf(data.items[0]?.auctionItemId ?? '', 10), reason: 'by phone' };
    const bidderId = bidders.items[0]?.bidderId ?? '';
    expect([
      (await w.call(admin, notifyBidders, { params: { id } })).code,
      (await w.call(admin, startRehearsal, { params: { id }, body: { minutes: 5, bidders: 2 } })).code,
      (await w.call(admin, placeBidOnBehalf, { params: { id }, body: { ...bid, bidderId } })).code,
    ]).toEqual(['auction_is_draft', 'auction_is_draft', 'bidder_account_unknown']);
  });
});

describe('an administrator', () => {
  test('confirms it, so that participants see an upcoming auction', async () => {
    const { id } = await aDraft();
    const notices = async () => {
      const { items } = (await w.call(admin, listNotices)).data;
      return items.flatMap(({ kind, waiting, isRead }) => (waiting?.id === id ? [[kind, isRead]] : []));
    };
    expect(await notices()).toEqual([['draftWaits', false]]);
    expect((await proveLedger(w.database.db)).problems).toEqual([]);
    const { data, code } = await w.call(admin, confirmDraft, { params: { id } });
    expect((await proveLedger(w.database.db)).problems).toEqual([]);
    expect([code, data.isDraft, data.status]).toEqual(['Success', false, 'upcoming']);
    expect(await notices()).toEqual([['draftWaits', true]]);
    expect((await w.call(anna, getAuctionAsUser, { params: { id } })).data.startTime).toBe(data.startTime);
    const bids = [bidOf(data.items[0]?.auctionItemId ?? '', 10)];
    expect((await w.call(anna, placeInitialBids, { params: { id }, body: { bids } })).code).toBe('Success');
    expect((await w.call(admin, confirmDraft, { params: { id } })).code).toBe('auction_is_no_draft');
  });

  test('edits it first: planned times and images may stay', async () => {
    const { id, before } = await aDraft();
    await showPicture(before.id, [before.items[0]?.auctionItemId ?? '', await itemOf(id)]);
    const body = settings({
      startTime: inHours(100),
      endTime: inHours(102),
      minimumRecQuantity: 1,
      minimumBiddingRecQuantity: 1,
    });
    const { data } = await w.call(admin, updateAuction, { params: { id }, body });
    expect([data.isDraft, data.startTime]).toEqual([true, body.startTime]);
    const itemId = await itemOf(id);
    const { data: draft } = await w.call(admin, getAuctionAsAdmin, { params: { id } });
    const imageIds = draft.items[0]?.images.map((image) => image.id) ?? [];
    expect(imageIds).toHaveLength(1);
    const kept = await w.call(admin, updateItem, { params: { id, itemId }, body: { ...HYDRO, imageIds } });
    expect(kept.data.images).toHaveLength(1);
    const { data: confirmed } = await w.call(admin, confirmDraft, { params: { id } });
    expect(confirmed.startTime).toBe(body.startTime);
  });

  test('moves a draft whose start has passed before confirming it', async () => {
    const { id } = await aDraft();
    const past = { planned_start_time: inHours(-2), planned_end_time: inHours(-1) };
    await w.database.db.updateTable('auction').set(past).where('id', '=', id).execute();
    const { data } = await w.call(admin, getAuctionAsAdmin, { params: { id } });
    expect([data.status, data.isClosed]).toEqual(['upcoming', false]);
    const refused = await w.call(admin, confirmDraft, { params: { id } });
    expect(refused.fields?.['startTime']?.code).toBe('start_in_the_past');
    const limits = { minimumRecQuantity: 1, minimumBiddingRecQuantity: 1 };
    expect((await w.call(admin, updateAuction, { params: { id }, body: settings(limits) })).code).toBe('Success');
    expect((await w.call(admin, confirmDraft, { params: { id } })).code).toBe('Success');
  });

  test('cannot confirm a draft without items, or with one that is too small', async () => {
    const { id } = await aDraft();
    await w.database.db.updateTable('auction').set({ minimum_rec_quantity: 700 }).where('id', '=', id).execute();
    const { params, code } = await w.call(admin, confirmDraft, { params: { id } });
    const { data } = await w.call(admin, getAuctionAsAdmin, { params: { id } });
    expect([code, params]).toEqual(['draft_items_to_correct', { items: data.items[0]?.name }]);
    const [item] = data.items;
    const itemId = item?.auctionItemId ?? '';
    expect((await w.call(admin, updateItem, { params: { id, itemId }, body: HYDRO })).code).toBe('Success');
    await w.call(admin, deleteItem, { params: { id, itemId } });
    expect((await w.call(admin, confirmDraft, { params: { id } })).code).toBe('auction_has_no_items');
  });
});
