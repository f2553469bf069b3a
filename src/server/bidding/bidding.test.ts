import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  cancelBid,
  listHistoryAsAdmin,
  listHistoryAsUser,
  placeBidOnBehalf,
  listOwnBids,
  placeBid,
  placeInitialBids,
  withdrawBid,
} from '#contract/bidding/bidding.ts';
import { getResultAsAdmin, getResultAsUser } from '#contract/award/award.ts';
import { getAuctionAsAdmin, getAuctionAsUser } from '#contract/auction/auction.ts';
import { getRoomTokenAsUser } from '#contract/bidding/room.ts';
import { insertAuction, moveAuction, type AuctionOptions, type TestAuction } from '#testing/builders/records.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

let w: World;
let admin: SignedIn;
let owner: SignedIn;
let anna: SignedIn;
let bo: SignedIn;
let stranger: SignedIn;

beforeAll(async () => {
  w = await world();
  admin = await w.signedIn({ role: 'Admin' });
  [owner, anna, bo, stranger] = await Promise.all([w.signedIn(), w.signedIn(), w.signedIn(), w.signedIn()]);
});
afterAll(() => w.end());

const anAuction = (wish: Partial<AuctionOptions> = {}): Promise<TestAuction> =>
  insertAuction(w.database.db, {
    ownerAccountId: owner.accountId,
    createdBy: admin.userId,
    items: [{ quantity: 1_000 }, { quantity: 500, partial: false }],
    bidders: [{ person: anna, maxQuantity: 2_000 }, { person: bo }],
    ...wish,
  });

const bid = (auctionItemId: string | undefined, changes: object = {}) => ({
  auctionItemId: auctionItemId ?? '',
  price: 5,
  quantity: 600,
  bidderPartialFulfillment: false,
  ...changes,
});

const place = (who: SignedIn, { auctionId }: TestAuction, body: ReturnType<typeof bid>, key?: string) =>
  w.call(who, placeBid, { params: { id: auctionId }, body, ...(key && { key }) });

const placeInitial = (who: SignedIn, { auctionId }: TestAuction, bids: ReturnType<typeof bid>[]) =>
  w.call(who, placeInitialBids, { params: { id: auctionId }, body: { bids } });

describe('accepts', () => {
  test('initial bids before the start, which can be revised either way and withdrawn, and only their bidder sees', async () => {
    const auction = await anAuction({ startsIn: 60 });
    const [item] = auction.itemIds;
    const placed = await placeInitial(anna, auction, [bid(item), bid(item, { price: 4, quantity: 100 })]);
    expect(placed.status).toBe(200);
    const bidId = placed.data.bids[0]?.bidId;
    const lowered = await placeInitial(anna, auction, [bid(item, { bidId, price: 3, quantity: 10 })]);
    expect(lowered.data.bids).toMatchObject([{ bidId, bidValue: 3, bidRECQuantity: 10 }]);
    const withdrawn = await w.call(anna, withdrawBid, { params: { id: auction.auctionId, bidId: bidId ?? '' } });
    expect(withdrawn.data.bids).toMatchObject([{ bidId, isDeleted: true }]);
    const own = await w.call(anna, listOwnBids, { params: { id: auction.auctionId } });
    expect(own.data.map(({ bidValue }) => bidValue)).toEqual([4]);
    const others = await w.call(bo, listOwnBids, { params: { id: auction.auctionId } });
    expect(others.data).toEqual([]);
    expect((await w.call(bo, listHistoryAsUser, { params: { id: auction.auctionId } })).data.items).toEqual([]);
  });

  test('a live bid, and answers a repeat of its key with the first reply and no second bid', async () => {
    const auction = await anAuction();
    const key = randomUUID();
    const first = await place(anna, auction, bid(auction.itemIds[0]), key);
    const second = await place(anna, auction, bid(auction.itemIds[0]), key);
    expect(first.status).toBe(200);
    // The receipt names the same entry, and is signed again.
    const entriesOf = ({ receipt }: typeof first.data) => receipt?.lines.map(({ path: _, ...entry }) => entry);
    expect({ ...second.data, receipt: null }).toEqual({ ...first.data, receipt: null });
    expect(entriesOf(second.data)).toEqual(entriesOf(first.data));
    expect((await w.call(anna, listOwnBids, { params: { id: auction.auctionId } })).data).toHaveLength(1);
  });

  test('a repeat of a rejected call with the first reply', async () => {
    const auction = await anAuction();
    const key = randomUUID();
    expect((await place(anna, auction, bid(auction.itemIds[0], { price: 1 }), key)).code).toBe('minimum_bid_price_is');
    expect((await place(anna, auction, bid(auction.itemIds[0]), key)).code).toBe('idempotency_key_reused');
  });

  test('a cancellation by an administrator, with its reason in the history and the name only for administrators', async () => {
    const auction = await anAuction();
    const placed = await place(anna, auction, bid(auction.itemIds[0]));
    const params = { id: auction.auctionId, bidId: placed.data.bids[0]?.bidId ?? '' };
    const nameless = await w.call(admin, cancelBid, { params, body: { reason: '  ' } });
    expect(nameless.fields).toMatchObject({ reason: { code: 'field_required' } });
    const cancelled = await w.call(admin, cancelBid, { params, body: { reason: 'typing mistake' } });
    expect(cancelled.data.bids).toMatchObject([{ isDeleted: true }]);
    const history = await w.call(anna, listHistoryAsUser, { params: { id: auction.auctionId } });
    expect(history.data.items[0]).toMatchObject({ kind: 'cancelled', reason: 'typing mistake', by: 'admin' });
    expect(history.text).not.toContain(admin.username);
  });

  test("a bid on a bidder's behalf: without the bidder's limits, within the item's, marked for everyone", async () => {
    const auction = await anAuction();
    const [item] = auction.itemIds;
    const bidderId = auction.bidderIds[0] ?? '';
    const onBehalf = (body: object, reason = 'by telephone') =>
      w.call(admin, placeBidOnBehalf, {
        params: { id: auction.auctionId },
        body: { bidderId, reason, ...bid(item), ...body },
      });
    const own = await place(anna, auction, bid(item, { price: 6, quantity: 40 }));
    expect((await onBehalf({}, ' ')).fields).toMatchObject({ reason: { code: 'field_required' } });
    expect((await onBehalf({ price: 5.05 })).fields).toMatchObject({ price: { code: 'bid_price_invalid' } });
    expect((await onBehalf({ bidderId: randomUUID() })).code).toBe('bidder_account_unknown');
    const lowered = await onBehalf({ bidId: own.data.bids[0]?.bidId, price: 5, quantity: 10 });
    expect(lowered.data.bids).toMatchObject([{ bidValue: 5, bidRECQuantity: 10, byAdmin: true }]);
    const mine = await w.call(anna, listOwnBids, { params: { id: auction.auctionId } });
    expect(mine.data).toMatchObject([{ bidValue: 5, byAdmin: true }]);
    const history = await w.call(anna, listHistoryAsUser, { params: { id: auction.auctionId } });
    expect(history.data.items[0]).toMatchObject({ kind: 'revised', by: 'admin', reason: 'on_behalf' });
    expect(history.text).not.toContain(admin.username);
    const [audited] = await w.database.db
      .selectFrom('audit_line')
      .select(['action', 'subject', 'detail'])
      .where('user_id', '=', admin.userId)
      .orderBy('id', 'desc')
      .execute();
    expect(audited).toMatchObject({
      action: 'POST /admin/auctions/{id}/bids',
      subject: { id: auction.auctionId, bidId: own.data.bids[0]?.bidId },
      detail: { bidderId, reason: 'by telephone', priceCents: 500, quantity: 10 },
    });
  });

  test('such a bid before the start too, but never for a blacklisted company', async () => {
    const carl = await w.signedIn();
    const auction = await anAuction({ startsIn: 60, bidders: [{ person: carl }] });
    const body = { bidderId: auction.bidderIds[0] ?? '', reason: 'by telephone', ...bid(auction.itemIds[0]) };
    const onBehalf = () => w.call(admin, placeBidOnBehalf, { params: { id: auction.auctionId }, body });
    expect((await onBehalf()).data.bids).toMatchObject([{ byAdmin: true }]);
    await w.database.db
      .updateTable('account')
      .set({ status: 'Blacklisted' })
      .where('id', '=', carl.accountId)
      .execute();
    expect((await onBehalf()).code).toBe('account_blacklisted');
  });

  test('reads of the history: complete with names for administrators, own entries for bidders until the closing', async () => {
    const auction = await anAuction({ items: [{ quantity: 1_000 }, { quantity: 1_000 }] });
    const [item, other] = auction.itemIds;
    const params = { id: auction.auctionId };
    await place(anna, auction, bid(item));
    await place(bo, auction, bid(other, { price: 6 }));
    const read = (who: SignedIn, query = '') =>
      w.call(who, who === admin ? listHistoryAsAdmin : listHistoryAsUser, { params, query });
    const linesOf = (answer: Awaited<ReturnType<typeof read>>) =>
      answer.data.items.map(({ kind, isOwnBid }) => (isOwnBid ? `own ${kind}` : kind));

    const forAdmin = await read(admin);
    expect(linesOf(forAdmin)).toEqual(['placed', 'placed', 'changed', 'created']);
    expect(forAdmin.data.items.map(({ seq }) => seq)).toEqual([4, 3, 2, 1]);
    expect(forAdmin.data.items[0]?.bidderUserName).toBe(`${bo.username} · Company of ${bo.username}`);
    expect(linesOf(await read(admin, `?search=${anna.username}`))).toEqual(['placed']);
    expect(linesOf(await read(admin, `?auctionItemId=${item ?? ''}`))).toEqual(['placed']);
    const lastPage = await read(admin, '?limit=3&currentPage=2');
    expect([linesOf(lastPage), lastPage.data.total]).toEqual([['created'], 4]);
    expect(linesOf(await read(anna))).toEqual(['own placed']);
    expect((await read(anna, `?search=${bo.username}`)).data.total).toBe(0);
    expect(linesOf(await read(owner))).toEqual([]);

    await moveAuction(w.database.db, auction.auctionId, -100, -10);
    await w.call(anna, getResultAsUser, { params });
    const afterwards = await read(anna);
    expect(linesOf(afterwards)).toEqual(['closed', 'placed', 'own placed', 'changed', 'created']);
    expect(linesOf(await read(owner))).toHaveLength(5);
    expect(afterwards.text).not.toContain(bo.username);
    expect((await read(anna, `?search=${bo.username}`)).data.total).toBe(0);
  });

  test('reads of the result after the end, the same for everyone, with the details that each may see', async () => {
    const auction = await anAuction({ items: [{ quantity: 1_000 }] });
    const [item] = auction.itemIds;
    await place(anna, auction, bid(item, { price: 5, quantity: 600 }));
    await place(bo, auction, bid(item, { price: 6, quantity: 600, bidderPartialFulfillment: true }));
    await moveAuction(w.database.db, auction.auctionId, -100, -10);
    const params = { id: auction.auctionId };
    const [forAdmin, forOwner, forAnna, forBo] = await Promise.all([
      w.call(admin, getResultAsAdmin, { params }),
      w.call(owner, getResultAsUser, { params }),
      w.call(anna, getResultAsUser, { params }),
      w.call(bo, getResultAsUser, { params }),
    ]);
    const won = (answer: typeof forAnna) => answer.data.items[0]?.rows.map((row) => row.actualWonRECQuantity);
    for (const answer of [forAdmin, forOwner, forAnna, forBo]) expect(won(answer)).toEqual([600, 0]);
    expect(forBo.data.own).toMatchObject({ wonQuantity: 600, amount: '3600.00', fee: '54.00', total: '3654.00' });
    expect(forAnna.data.own).toMatchObject({ wonQuantity: 0, total: '0.00' });
    expect(forAnna.text).not.toContain(bo.username);
    expect(forOwner.text).toContain(`Company of ${bo.username}`);
    expect(forOwner.text).not.toContain(anna.username);
    expect(forAdmin.text).toContain(anna.username);
    expect((await w.call(stranger, getResultAsUser, { params })).status).toBe(404);
  });
});

describe('rejects', () => {
  test('a user who is no bidder, and a blacklisted account from its next call on', async () => {
    const auction = await anAuction({ isPrivate: false });
    expect((await place(stranger, auction, bid(auction.itemIds[0]))).code).toBe('no_permission_to_join_auction');
    const account = w.database.db.updateTable('account').where('id', '=', bo.accountId);
    await account.set({ status: 'Blacklisted' }).execute();
    expect((await place(bo, auction, bid(auction.itemIds[0]))).code).toBe('account_blacklisted');
    await account.set({ status: 'Active' }).execute();
    expect((await place(bo, auction, bid(auction.itemIds[0]))).code).toBe('Success');
  });

  test('bids without items, before the start, and after the end with both times', async () => {
    const empty = await anAuction({ items: [] });
    expect((await place(anna, empty, bid(randomUUID()))).code).toBe('auction_has_no_items');
    const early = await anAuction({ startsIn: 60 });
    expect((await place(anna, early, bid(early.itemIds[0]))).code).toBe('auction_not_started');
    const late = await anAuction({ startsIn: -120, endsIn: -0.2 });
    const refused = await place(anna, late, bid(late.itemIds[0]));
    expect(refused.code).toBe('auction_has_ended');
    const { receivedAt, auctionEndTime } = refused.params ?? {};
    expect(Date.parse(String(receivedAt))).toBeGreaterThanOrEqual(Date.parse(String(auctionEndTime)));
  });

  test('a bid beside the field, in the language of the caller', async () => {
    const auction = await anAuction();
    const body = bid(auction.itemIds[0], { price: 5.05, quantity: 1.5 });
    const refused = await w.call(anna, placeBid, {
      params: { id: auction.auctionId },
      body,
      headers: { 'accept-language': 'zh-CN,en' },
    });
    expect(refused.status).toBe(422);
    expect(refused.fields).toMatchObject({
      quantity: { code: 'quantity_must_be_integer' },
      price: { code: 'bid_price_invalid', params: { bidPrice: 5.05, tickSize: 0.1 } },
    });
    expect(refused.text).toMatch(/[\u4e00-\u9fff]/);
  });

  test('a minimum quantity above the bid’s own; a valid one is stored, in the history too', async () => {
    const auction = await anAuction();
    const inParts = (minimumAcceptable: number, bidderPartialFulfillment = true) =>
      bid(auction.itemIds[0], { quantity: 40, bidderPartialFulfillment, minimumAcceptable });
    const refused = await place(anna, auction, inParts(41));
    expect(refused.fields).toMatchObject({ minimumAcceptable: { code: 'minimum_acceptable_out_of_range' } });
    expect((await place(anna, auction, inParts(40))).data.bids).toMatchObject([{ minimumAcceptable: 40 }]);
    // A bid without a partial award has no minimum.
    expect((await place(anna, auction, inParts(41, false))).data.bids).toMatchObject([{ minimumAcceptable: null }]);
    const { data } = await w.call(anna, listHistoryAsUser, { params: { id: auction.auctionId } });
    expect(data.items.map(({ minimumAcceptable }) => minimumAcceptable).filter((least) => least !== null)).toEqual([
      40,
    ]);
  });

  test('the whole entry page if one bid fails', async () => {
    const auction = await anAuction({ startsIn: 60 });
    const refused = await placeInitial(anna, auction, [
      bid(auction.itemIds[0]),
      bid(auction.itemIds[1], { quantity: 499 }),
    ]);
    expect(refused.fields).toEqual({
      'bids.1.quantity': expect.objectContaining({ code: 'quantity_must_be_whole_item' }),
    });
    expect((await w.call(anna, listOwnBids, { params: { id: auction.auctionId } })).data).toEqual([]);
  });

  test('a fourth bid on an item, more than the maximum, less than before, and a revision without changes', async () => {
    const auction = await anAuction();
    const [item] = auction.itemIds;
    for (const price of [5, 5.1, 5.2])
      expect((await place(anna, auction, bid(item, { price, quantity: 10 }))).status).toBe(200);
    expect((await place(anna, auction, bid(item, { quantity: 10 }))).code).toBe('maximum_bids_reached');
    const mine = await w.call(anna, listOwnBids, { params: { id: auction.auctionId } });
    const present = mine.data[0];
    const revise = (changes: object) =>
      place(anna, auction, bid(item, { bidId: present?.bidId, price: present?.bidValue, quantity: 10, ...changes }));
    expect((await revise({ quantity: 9 })).code).toBe('you_cannot_decrease_your_quantity');
    expect((await revise({ price: 4.9 })).code).toBe('you_cannot_decrease_your_bid_value');
    expect((await revise({})).code).toBe('bid_unchanged');
    expect((await revise({ bidId: randomUUID() })).code).toBe('bid_not_found');
    const tooMuch = await placeInitial(anna, auction, [bid(auction.itemIds[1], { quantity: 500 })]);
    expect(tooMuch.status).toBe(200);
    // A bid for the whole item would win nothing behind the bidder's own two bids, or leave nothing for them.
    expect((await revise({ quantity: 1_000 })).code).toBe('own_bid_displaced');
    expect((await revise({ quantity: 980 })).status).toBe(200);
    expect((await revise({ bidId: mine.data[1]?.bidId, price: 6, quantity: 520 })).code).toBe(
      'total_bid_quantity_exceeds_max',
    );
  });

  test('a live bid that would win nothing, naming the price that would', async () => {
    const auction = await anAuction({ items: [{ quantity: 500 }] });
    await place(bo, auction, bid(auction.itemIds[0], { price: 7, quantity: 500, bidderPartialFulfillment: true }));
    const refused = await place(anna, auction, bid(auction.itemIds[0], { price: 7, quantity: 10 }));
    expect(refused.fields?.['price']).toMatchObject({ code: 'minimum_bid_price_to_win_is', params: { price: 7.1 } });
    const seen = await w.call(anna, getAuctionAsUser, { params: { id: auction.auctionId } });
    expect(seen.data.items[0]).toMatchObject({ minPrice: 7.1, maxPrice: null, priceToWin: 7.1 });
  });

  test('no live bid behind one that could drop out: it may win, and both prices are shown', async () => {
    const auction = await anAuction({ items: [{ quantity: 500 }] });
    await place(bo, auction, bid(auction.itemIds[0], { price: 7, quantity: 500 }));
    const { data } = await w.call(anna, getAuctionAsUser, { params: { id: auction.auctionId } });
    expect(data).toMatchObject({ biddingRules: 2, items: [{ minPrice: 3, maxPrice: null, priceToWin: 7.1 }] });
    expect((await place(anna, auction, bid(auction.itemIds[0], { quantity: 10 }))).status).toBe(200);
  });

  test('nothing that version 1 of the rules allows, in an auction that began by it', async () => {
    const auction = await anAuction({ items: [{ quantity: 500 }] });
    const params = { id: auction.auctionId };
    const { db } = w.database;
    await db.updateTable('auction').set({ rules_version: 1 }).where('id', '=', auction.auctionId).execute();
    const own = await place(anna, auction, bid(auction.itemIds[0], { quantity: 400, bidderPartialFulfillment: true }));
    const { bidId } = own.data.bids[0] ?? {};
    expect((await place(anna, auction, bid(auction.itemIds[0], { bidId, quantity: 400 }))).status).toBe(200);
    await place(bo, auction, bid(auction.itemIds[0], { price: 7, quantity: 500 }));
    const behind = await place(anna, auction, bid(auction.itemIds[0], { price: 6, quantity: 10 }));
    expect(behind.code).toBe('minimum_bid_price_to_win_is');
    expect((await w.call(anna, getAuctionAsUser, { params })).data.biddingRules).toBe(1);
  });

  test('entry to the live room without a bid, results before they are ready, calls without a key', async () => {
    const auction = await anAuction();
    const params = { id: auction.auctionId };
    expect((await w.call(anna, getRoomTokenAsUser, { params })).code).toBe('initial_bid_required');
    await place(anna, auction, bid(auction.itemIds[0]));
    expect((await w.call(anna, getRoomTokenAsUser, { params })).status).toBe(200);
    expect((await w.call(anna, getResultAsUser, { params })).code).toBe('results_not_ready');
    const keyless = await w.call(anna, placeBid, { params, body: bid(auction.itemIds[0]), key: '' });
    expect(keyless.code).toBe('idempotency_key_required');
  });
});

describe('hides', () => {
  test('a private auction: hidden equals missing, to the byte', async () => {
    const auction = await anAuction();
    const calls = [getAuctionAsUser, getResultAsUser, getRoomTokenAsUser, listOwnBids, listHistoryAsUser];
    for (const route of calls) {
      const hidden = await w.call(stranger, route, { params: { id: auction.auctionId } });
      const missing = await w.call(stranger, route, { params: { id: randomUUID() } });
      expect([hidden.status, hidden.text]).toEqual([missing.status, missing.text]);
    }
  });

  test('a private auction from a user who tries to bid in it', async () => {
    const auction = await anAuction();
    const offer = bid(auction.itemIds[0]);
    const tries = (id: string) =>
      Promise.all([
        w.call(stranger, placeBid, { params: { id }, body: offer }),
        w.call(stranger, placeInitialBids, { params: { id }, body: { bids: [offer] } }),
        w.call(stranger, withdrawBid, { params: { id, bidId: randomUUID() } }),
      ]);
    const [hidden, missing] = await Promise.all([tries(auction.auctionId), tries(randomUUID())]);
    expect(hidden.map(({ text }) => text)).toEqual(missing.map(({ text }) => text));
  });

  test('the number of sealed bids', async () => {
    const auction = await anAuction({ startsIn: 60, endsIn: 100, isPrivate: false });
    const look = async (who: SignedIn) => {
      const { data } = await w.call(who, getAuctionAsUser, { params: { id: auction.auctionId } });
      return JSON.stringify({ ...data, now: '' });
    };
    const before = await Promise.all([look(anna), look(stranger)]);
    await w.call(bo, placeInitialBids, {
      params: { id: auction.auctionId },
      body: { bids: [bid(auction.itemIds[0])] },
    });
    expect(await Promise.all([look(anna), look(stranger)])).toEqual(before);
  });

  test('each area from the other role, and everything from anonymous callers', async () => {
    const auction = await anAuction();
    const params = { id: auction.auctionId };
    expect((await w.call(admin, getAuctionAsUser, { params })).code).toBe('forbidden_access');
    expect((await w.call(anna, getAuctionAsAdmin, { params })).code).toBe('forbidden_access');
    expect(
      (await w.call(anna, cancelBid, { params: { ...params, bidId: randomUUID() }, body: { reason: 'x' } })).code,
    ).toBe('forbidden_access');
    expect((await w.call(undefined, getAuctionAsUser, { params })).code).toBe('not_signed_in');
  });
});
