import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  addItem,
  availableItems,
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
import { addBidders, listBidderCandidates, listBidders, removeBidder, updateBidder } from '#contract/bidder/bidder.ts';
import { listOwnBids, placeInitialBids } from '#contract/bidding/bidding.ts';
import { requestDeleteItems } from '#contract/auction/change-request.ts';
import { listNotices } from '#contract/notice.ts';
import { getRoomTokenAsUser } from '#contract/bidding/room.ts';
import { AUCTION_TERMS_VERSION } from '#domain/auction/terms.ts';
import { listAccounts } from '#contract/company/company.ts';
import { createTickSize, deleteTickSize, listTickSizes, updateTickSize } from '#contract/tick.ts';
import { NO_RECURRENCE } from '#domain/auction/recurrence.ts';
import { confirmCancellation } from '#testing/world/confirm-cancellation.ts';
import { LEFT_EMPTY } from '#testing/builders/item-builders.ts';
import { insertAuction, type AuctionOptions } from '#testing/builders/records.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

let w: World;
let admin: SignedIn;
let owner: SignedIn;
let anna: SignedIn;
let bo: SignedIn;

beforeAll(async () => {
  w = await world({ FLAG_REVERSE_AUCTION: 'off' });
  admin = await w.signedIn({ role: 'Admin' });
  [owner, anna, bo] = await Promise.all([w.signedIn(), w.signedIn({ maxBidQuantity: 800 }), w.signedIn()]);
});
afterAll(() => w.end());

const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();

const settings = (changes: object = {}) => ({
  title: 'Perak hydro 2025',
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
  softCloseMinutes: null,
  softCloseMaximum: null,
  ...NO_RECURRENCE,
  ...changes,
});

const item = (changes: object = {}) => ({
  ...LEFT_EMPTY,
  recCountry: 'MY' as const,
  recFuelType: 'Hydro' as const,
  vintageYear: 2025,
  vintagePeriod: 'FirstHalf' as const,
  recQuantity: 1_000,
  partialFulfillment: true,
  minimumBidPrice: 3,
  maximumBidPrice: 15,
  description: 'Run of river',
  ...changes,
});

const anAuction = (wish: Partial<AuctionOptions> = {}) =>
  insertAuction(w.database.db, { ownerAccountId: owner.accountId, createdBy: admin.userId, startsIn: 600, ...wish });

describe('accepts', () => {
  test('limits for one bid on an item, which then hold for everyone who bids for it', async () => {
    const { auctionId } = await anAuction({ bidders: [{ person: anna }] });
    const params = { id: auctionId };
    const body = item({ minQuantity: 200, maxQuantity: 300 });
    const added = await w.call(admin, addItem, { params, body });
    expect(added.data).toMatchObject({ minQuantity: 200, maxQuantity: 300, disableQuantity: false });
    const bidOf = (quantity: number) =>
      w.call(anna, placeInitialBids, {
        params,
        body: {
          bids: [{ auctionItemId: added.data.auctionItemId, price: 5, quantity, bidderPartialFulfillment: true }],
        },
      });
    expect((await bidOf(199)).text).toContain('minimum_quantity_is');
    expect((await bidOf(301)).text).toContain('maximum_quantity_is');
    expect((await bidOf(300)).status).toBe(200);
    const whole = { ...params, itemId: added.data.auctionItemId };
    const refused = await w.call(admin, updateItem, { params: whole, body: { ...body, partialFulfillment: false } });
    expect(refused.fields).toMatchObject({
      minQuantity: { code: 'bounds_need_partial_fulfilment' },
      maxQuantity: { code: 'bounds_need_partial_fulfilment' },
    });
  });

  test('an auction from its settings to its items and bidders, visible to its participants', async () => {
    const created = await w.call(admin, createAuction, { body: settings() });
    expect(created.data).toMatchObject({ status: 'upcoming', sellerProcessingFee: 1.25, tickSize: { priceStep: 0.1 } });
    const params = { id: created.data.id };
    const added = await w.call(admin, addItem, { params, body: item() });
    expect(added.data).toMatchObject({ name: 'MY.Hydro.2025 1H', disableQuantity: false });
    const changed = await w.call(admin, updateItem, {
      params: { ...params, itemId: added.data.auctionItemId },
      body: item({ partialFulfillment: false }),
    });
    expect(changed.data.disableQuantity).toBe(true);
    expect((await w.call(admin, availableItems, { params })).data).toHaveLength(1);

    expect((await w.call(anna, getAuctionAsUser, { params })).status).toBe(404);
    const candidates = await w.call(admin, listBidderCandidates, { params, query: '?limit=100' });
    expect(candidates.data.items.map(({ accountId }) => accountId)).toContain(anna.accountId);
    expect(candidates.text).not.toContain(owner.accountId);
    const buyer = { userId: anna.userId, accountId: anna.accountId, maxQuantity: null };
    const bidders = await w.call(admin, addBidders, { params, body: { buyers: [buyer] } });
    expect(bidders.data).toMatchObject([{ effectiveMaxQuantity: 800, maxQuantity: null }]);
    const bidderId = bidders.data[0]?.bidderId ?? '';
    const raised = await w.call(admin, updateBidder, { params: { ...params, bidderId }, body: { maxQuantity: 2_000 } });
    expect(raised.data.effectiveMaxQuantity).toBe(2_000);
    const seen = await w.call(anna, getAuctionAsUser, { params });
    expect(seen.data).toMatchObject({
      relation: 'bidder',
      bidderCount: null,
      own: { maxQuantity: 2_000, hasBid: false },
    });
    expect((await w.call(owner, getAuctionAsUser, { params })).data.relation).toBe('owner');
    expect((await w.call(admin, listBidders, { params })).data).toMatchObject({ total: 1, limit: 5 });
    await w.call(admin, removeBidder, { params: { ...params, bidderId } });
    expect((await w.call(anna, getAuctionAsUser, { params })).status).toBe(404);
  });

  test('one creation per key, however often it is sent', async () => {
    const key = randomUUID();
    const title = `Once ${key}`;
    const body = settings({ title });
    const [first, second] = await Promise.all([
      w.call(admin, createAuction, { body, key }),
      w.call(admin, createAuction, { body, key }),
    ]);
    expect(second.data.id).toBe(first.data.id);
    const listed = await w.call(admin, listAuctionsAsAdmin, { query: `?search=${encodeURIComponent(title)}` });
    expect(listed.data.total).toBe(1);
    const other = await w.call(admin, createAuction, { body: settings({ title: 'other' }), key });
    expect(other.code).toBe('idempotency_key_reused');
  });

  test('a registration for a public auction with an own account and the terms accepted', async () => {
    const { auctionId } = await anAuction({ isPrivate: false });
    const params = { id: auctionId };
    expect((await w.call(bo, getAuctionAsUser, { params })).data.relation).toBe('visitor');
    const register = (accountId: string, acceptedTermsVersion: string | null = AUCTION_TERMS_VERSION) =>
      w.call(bo, registerForAuction, { params, body: { accountId, acceptedTermsVersion } });
    expect((await register(bo.accountId, null)).code).toBe('terms_not_accepted');
    expect((await register(bo.accountId, '2019-01')).code).toBe('terms_changed');
    expect((await register(anna.accountId)).code).toBe('no_permission_to_join_auction');
    expect((await register(bo.accountId)).data).toMatchObject({ relation: 'bidder' });
    expect((await register(bo.accountId)).data).toMatchObject({ relation: 'bidder' });
    const ownRegistration = {
      params,
      body: { accountId: owner.accountId, acceptedTermsVersion: AUCTION_TERMS_VERSION },
    };
    expect((await w.call(owner, registerForAuction, ownRegistration)).code).toBe('bidder_is_owner');
  });

  test('list requests: each role sees its auctions, live ones first, with search and paging', async () => {
    const mark = randomUUID().slice(0, 8);
    const ids: string[] = [];
    for (const [startsIn, endsIn] of [
      [600, 900],
      [-60, 900],
      [-900, -600],
    ] as const) {
      const { auctionId } = await anAuction({ startsIn, endsIn, bidders: [{ person: anna }] });
      await w.database.db
        .updateTable('auction')
        .set({ title: `Lot_${mark}` })
        .where('id', '=', auctionId)
        .execute();
      ids.push(auctionId);
    }
    const list = (who: SignedIn, query: string) =>
      w.call(who, listAuctionsAsUser, { query: `?search=Lot_${mark}${query}` });
    const idsOf = (answer: Awaited<ReturnType<typeof list>>) => answer.data.items.map(({ id }) => id);
    expect(idsOf(await list(anna, ''))).toEqual([ids[1], ids[0]]);
    expect(idsOf(await list(anna, '&show=past'))).toEqual([ids[2]]);
    expect(idsOf(await list(anna, '&status=live'))).toEqual([ids[1]]);
    expect(idsOf(await list(anna, '&limit=1&currentPage=2'))).toEqual([ids[0]]);
    expect(idsOf(await list(owner, ''))).toEqual([ids[1], ids[0]]);
    expect((await list(bo, '')).data).toMatchObject({ items: [], total: 0 });
    const literal = await w.call(anna, listAuctionsAsUser, { query: `?search=Lot%25${mark}` });
    expect(literal.data.total).toBe(0);
  });

  test('a change before the start, which cancels initial bids that no longer fit and records this in the history', async () => {
    const { auctionId, itemIds } = await anAuction({ bidders: [{ person: anna }, { person: bo }] });
    const params = { id: auctionId };
    const bid = (quantity: number) => ({
      auctionItemId: itemIds[0] ?? '',
      price: 5,
      quantity,
      bidderPartialFulfillment: true,
    });
    await w.call(anna, placeInitialBids, { params, body: { bids: [bid(700)] } });
    await w.call(bo, placeInitialBids, { params, body: { bids: [bid(200)] } });
    const smaller = item({ recQuantity: 500, vintageYear: 2020, vintagePeriod: 'FullYear', maximumBidPrice: 100 });
    const itemParams = { ...params, itemId: itemIds[0] ?? '' };
    const shrunk = await confirmCancellation(w, admin, updateItem, { params: itemParams, body: smaller });
    expect(shrunk.status).toBe(200);
    expect((await w.call(anna, listOwnBids, { params })).data).toEqual([]);
    expect((await w.call(bo, listOwnBids, { params })).data).toHaveLength(1);
    await confirmCancellation(w, admin, deleteItem, { params: itemParams });
    expect((await w.call(bo, listOwnBids, { params })).data).toEqual([]);
    const { rows } = await sql<{ reason: string }>`
      select reason from bid_history where auction_id = ${auctionId} and kind = 'cancelled' order by seq`.execute(
      w.database.db,
    );
    expect(rows).toEqual([{ reason: 'no_longer_fits' }, { reason: 'no_longer_fits' }]);
  });

  test('a deletion before the start, and records it in the audit trail', async () => {
    const { auctionId, itemIds } = await anAuction({ bidders: [{ person: anna }] });
    const bids = [{ auctionItemId: itemIds[0] ?? '', price: 5, quantity: 10, bidderPartialFulfillment: true }];
    await w.call(anna, placeInitialBids, { params: { id: auctionId }, body: { bids } });
    const deleted = await confirmCancellation(w, admin, deleteAuction, { params: { id: auctionId } });
    expect(deleted.status).toBe(200);
    for (const table of ['auction_item', 'bidder', 'bid_history'] as const) {
      const left = w.database.db.selectFrom(table).select('auction_id').where('auction_id', '=', auctionId);
      expect([table, await left.execute()]).toEqual([table, []]);
    }
    expect((await w.call(admin, getAuctionAsAdmin, { params: { id: auctionId } })).status).toBe(404);
    const { rows } = await sql`
      select 1 from audit_line where action = 'DELETE /admin/auctions/{id}' and subject ->> 'id' = ${auctionId}`.execute(
      w.database.db,
    );
    expect(rows).toHaveLength(1);
  });

  test('tick sizes: creates, finds, changes, and deletes them while no auction uses them', async () => {
    const made = await w.call(admin, createTickSize, { body: { name: 'Quarter', priceStep: 0.25 } });
    const params = { id: made.data.id };
    expect(
      (await w.call(admin, updateTickSize, { params, body: { name: 'Fifth', priceStep: 0.2 } })).data.priceStep,
    ).toBe(0.2);
    await w.call(admin, createAuction, { body: settings({ tickSizeId: made.data.id }) });
    const inUse = await w.call(admin, updateTickSize, { params, body: { name: 'Fifth', priceStep: 0.5 } });
    expect(inUse.code).toBe('tick_size_in_use');
    expect((await w.call(admin, deleteTickSize, { params })).code).toBe('tick_size_in_use');
    const unused = await w.call(admin, createTickSize, { body: { name: 'Half', priceStep: 0.5 } });
    expect((await w.call(admin, deleteTickSize, { params: { id: unused.data.id } })).status).toBe(200);
    expect((await w.call(admin, listTickSizes, { query: '?search=half' })).data.total).toBe(0);
    expect((await w.call(admin, deleteTickSize, { params: { id: unused.data.id } })).code).toBe('not_found');
    const listed = await w.call(admin, listTickSizes, { query: '?search=fif' });
    expect(listed.data.items).toMatchObject([{ name: 'Fifth', priceStep: 0.2, auctionCount: 1 }]);
  });

  test('a search for accounts to select an owner from', async () => {
    const found = await w.call(admin, listAccounts, { query: `?status=Active&search=${owner.username}` });
    expect(found.data.items).toMatchObject([{ id: owner.accountId, status: 'Active' }]);
  });
});

describe('rejects', () => {
  test('every wrong setting and item beside its field', async () => {
    const wrong = settings({
      title: ' ',
      endTime: inHours(0.5),
      sellerProcessingFee: 101,
      ownerAccountId: randomUUID(),
    });
    const refused = await w.call(admin, createAuction, { body: wrong });
    expect(Object.keys(refused.fields ?? {})).toEqual(['title', 'endTime', 'sellerProcessingFee']);
    const unknown = await w.call(admin, createAuction, { body: settings({ ownerAccountId: randomUUID() }) });
    expect(unknown.fields).toMatchObject({ ownerAccountId: { code: 'bidder_account_unknown' } });
    const { auctionId } = await anAuction();
    const twin = item({ vintageYear: 2020, vintagePeriod: 'FullYear', maximumBidPrice: 2 });
    const refusedItem = await w.call(admin, addItem, { params: { id: auctionId }, body: twin });
    expect(refusedItem.fields).toMatchObject({
      recCountry: { code: 'duplicate_item' },
      maximumBidPrice: { code: 'maximum_price_below_minimum' },
    });
  });

  test('a reverse auction while its flag is off', async () => {
    const refused = await w.call(admin, createAuction, { body: settings({ auctionType: 'Reverse' }) });
    expect([refused.status, refused.code]).toEqual([404, 'feature_disabled']);
  });

  test('every call about a reverse auction created before its flag was switched off, bids first', async () => {
    const bidders = [{ person: anna }];
    const { auctionId, itemIds } = await anAuction({ auctionType: 'Reverse', isPrivate: false, bidders });
    const params = { id: auctionId };
    const [auctionItemId = ''] = itemIds;
    const bids = [{ auctionItemId, price: 5, quantity: 10, bidderPartialFulfillment: true }];
    const answers = await Promise.all([
      w.call(anna, placeInitialBids, { params, body: { bids } }),
      w.call(anna, getRoomTokenAsUser, { params }),
      w.call(anna, getAuctionAsUser, { params }),
      w.call(owner, requestDeleteItems, { body: { auctionId, version: null, auctionItemIds: itemIds.slice() } }),
      w.call(admin, getAuctionAsAdmin, { params }),
      w.call(admin, deleteAuction, { params }),
    ]);
    expect(answers.map(({ code }) => code)).toEqual(answers.map(() => 'not_found'));
    for (const [who, list] of [
      [admin, listAuctionsAsAdmin],
      [anna, listAuctionsAsUser],
      [bo, listAuctionsAsUser],
    ] as const) {
      const listed = await w.call(who, list, { query: '?limit=100' });
      expect(listed.text).not.toContain(auctionId);
    }
    const notice = { id: randomUUID(), user_id: anna.userId, auction_id: auctionId, kind: 'started' } as const;
    await w.database.db.insertInto('notice').values(notice).execute();
    expect((await w.call(anna, listNotices)).text).not.toContain(auctionId);
  });

  test('changes after the start, and changes of locked settings while items exist', async () => {
    const { auctionId, itemIds } = await anAuction({ startsIn: -60, bidders: [{ person: anna }] });
    const params = { id: auctionId };
    const itemParams = { ...params, itemId: itemIds[0] ?? '' };
    const listed = await w.call(admin, listBidders, { params });
    const bidderParams = { ...params, bidderId: listed.data.items[0]?.bidderId ?? '' };
    const answers = await Promise.all([
      w.call(admin, updateAuction, { params, body: settings() }),
      w.call(admin, deleteAuction, { params }),
      w.call(admin, addItem, { params, body: item() }),
      w.call(admin, updateItem, { params: itemParams, body: item() }),
      w.call(admin, deleteItem, { params: itemParams }),
      w.call(admin, updateBidder, { params: bidderParams, body: { maxQuantity: 5 } }),
      w.call(admin, removeBidder, { params: bidderParams }),
    ]);
    expect(answers.map(({ code }) => code)).toEqual(Array.from({ length: 7 }, () => 'auction_has_started'));
    const upcoming = await anAuction();
    const locked = await w.call(admin, updateAuction, { params: { id: upcoming.auctionId }, body: settings() });
    expect(Object.keys(locked.fields ?? {})).toEqual(['minimumRecQuantity', 'minimumBiddingRecQuantity']);
  });

  test('before the start a new owner while items exist, a bidder as owner, too many items and too small ones', async () => {
    const { db } = w.database;
    const full = await anAuction({ items: Array.from({ length: 60 }, () => ({})), bidders: [{ person: anna }] });
    const params = { id: full.auctionId };
    const other = await w.call(admin, updateAuction, { params, body: settings({ ownerAccountId: bo.accountId }) });
    expect(other.fields).toMatchObject({ ownerAccountId: { code: 'locked_while_items_exist' } });
    const copied = await sql`
      insert into auction_item (id, auction_id, position, country, fuel_type, vintage_year, vintage_period, quantity,
                                partial_fulfillment, minimum_bid_price_cents, maximum_bid_price_cents)
      select gen_random_uuid(), auction_id, position + 60, 'VN', fuel_type, vintage_year, vintage_period, quantity,
             partial_fulfillment, minimum_bid_price_cents, maximum_bid_price_cents
      from auction_item where auction_id = ${full.auctionId} limit 40`.execute(db);
    expect(copied.numAffectedRows).toBe(40n);
    expect((await w.call(admin, addItem, { params, body: item() })).code).toBe('maximum_items_reached');
    const bare = await w.call(admin, createAuction, { body: settings() });
    const small = { params: { id: bare.data.id }, body: item({ recQuantity: 99 }) };
    expect((await w.call(admin, addItem, small)).fields).toMatchObject({
      recQuantity: { code: 'below_minimum_rec_quantity' },
    });
    const buyers = [{ userId: bo.userId, accountId: bo.accountId, maxQuantity: null }];
    await w.call(admin, addBidders, { params: small.params, body: { buyers } });
    const sold = { params: small.params, body: settings({ ownerAccountId: bo.accountId }) };
    expect((await w.call(admin, updateAuction, sold)).fields).toMatchObject({
      ownerAccountId: { code: 'bidder_is_owner' },
    });
  });

  test('duplicate bidders, the owner, users of other accounts, and removal from a public auction', async () => {
    const { auctionId } = await anAuction({ isPrivate: false, bidders: [{ person: anna }] });
    const params = { id: auctionId };
    const add = (userId: string, accountId: string, maxQuantity: number | null = null) =>
      w.call(admin, addBidders, { params, body: { buyers: [{ userId, accountId, maxQuantity }] } });
    expect((await add(anna.userId, anna.accountId)).code).toBe('bidder_exists');
    expect((await add(owner.userId, owner.accountId)).code).toBe('bidder_is_owner');
    expect((await add(bo.userId, anna.accountId)).code).toBe('bidder_account_unknown');
    expect((await add(bo.userId, bo.accountId, 0)).fields).toMatchObject({
      'buyers.0.maxQuantity': { code: 'quantity_out_of_range' },
    });
    const listed = await w.call(admin, listBidders, { params });
    const bidderId = listed.data.items[0]?.bidderId ?? '';
    const removed = await w.call(admin, removeBidder, { params: { ...params, bidderId } });
    expect(removed.code).toBe('bidder_not_removable_from_public');
  });

  test('impossible ids like unknown ones, and bodies of the wrong shape', async () => {
    expect((await w.call(admin, getAuctionAsAdmin, { params: { id: 'x' } })).status).toBe(404);
    const odd = await w.call(admin, createAuction, { body: { ...settings(), extra: 1 } as never });
    expect([odd.status, odd.code]).toEqual([400, 'invalid_request']);
    const nul = await w.call(admin, createAuction, { body: settings({ title: 'a\u0000b' }) });
    expect([nul.status, nul.code]).toEqual([400, 'invalid_request']);
  });
});

describe('hides', () => {
  test('a private auction from everyone but its owner and its bidders: in lists, reads and registrations alike', async () => {
    const { auctionId } = await anAuction({ bidders: [{ person: anna }] });
    const seenBy = async (who: SignedIn) => {
      const { data } = await w.call(who, listAuctionsAsUser, { query: '?limit=100' });
      return data.items.some(({ id }) => id === auctionId);
    };
    expect([await seenBy(anna), await seenBy(owner), await seenBy(bo)]).toEqual([true, true, false]);
    const answersOf = async (id: string) => {
      const read = await w.call(bo, getAuctionAsUser, { params: { id } });
      const body = { accountId: bo.accountId, acceptedTermsVersion: AUCTION_TERMS_VERSION };
      const registered = await w.call(bo, registerForAuction, { params: { id }, body });
      return [read, registered].map(({ status, text }) => [status, text]);
    };
    expect(await answersOf(auctionId)).toEqual(await answersOf(randomUUID()));
  });

  test('the other bidders and their number from everyone but administrators', async () => {
    const { auctionId } = await anAuction({ isPrivate: false, bidders: [{ person: anna }] });
    const params = { id: auctionId };
    for (const who of [owner, bo]) {
      const seen = await w.call(who, getAuctionAsUser, { params });
      expect(seen.data.bidderCount).toBeNull();
      expect(seen.text).not.toContain(anna.username);
      expect(seen.text).not.toContain(anna.accountId);
    }
    expect((await w.call(admin, getAuctionAsAdmin, { params })).data.bidderCount).toBe(1);
  });

  test('a public auction from blacklisted accounts without a part in it', async () => {
    const { auctionId } = await anAuction({ isPrivate: false });
    const account = w.database.db.updateTable('account').where('id', '=', bo.accountId);
    await account.set({ status: 'Blacklisted' }).execute();
    expect((await w.call(bo, getAuctionAsUser, { params: { id: auctionId } })).status).toBe(404);
    await account.set({ status: 'Active' }).execute();
    expect((await w.call(bo, getAuctionAsUser, { params: { id: auctionId } })).status).toBe(200);
  });
});
