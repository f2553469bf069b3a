import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  deleteItem,
  getAuctionAsAdmin,
  getAuctionAsUser,
  listAuctionsAsAdmin,
  updateAuction,
} from '#contract/auction/auction.ts';
import {
  addItems,
  addOwnItem,
  approveRequest,
  availableOwnItems,
  deleteItems,
  deleteOwnItem,
  getChangeRequest,
  getOwnChangeRequest,
  requestAddItems,
  requestDeleteItems,
  requestUpdateItems,
  returnRequest,
  sendRequestAgain,
  takeBackChange,
  updateItems,
  updateOwnItem,
} from '#contract/auction/change-request.ts';
import type { Route } from '#contract/basics/route.ts';
import { listOwnBids, placeInitialBids } from '#contract/bidding/bidding.ts';
import { LEFT_EMPTY } from '#testing/builders/item-builders.ts';
import { insertAuction, moveAuction, type AuctionOptions } from '#testing/builders/records.ts';
import { confirmCancellation } from '#testing/world/confirm-cancellation.ts';
import { savedSettings } from '#testing/world/saved-settings.ts';
import { world, type CallInput, type SignedIn, type World } from '#testing/world/world.ts';

let w: World;
let admin: SignedIn;
let owner: SignedIn;
let anna: SignedIn;
let stranger: SignedIn;

beforeAll(async () => {
  w = await world();
  [admin, owner, anna, stranger] = await Promise.all([
    w.signedIn({ role: 'Admin' }),
    w.signedIn(),
    w.signedIn(),
    w.signedIn(),
  ]);
});
afterAll(() => w.end());

const item = (change: object = {}) => ({
  ...LEFT_EMPTY,
  recCountry: 'VN' as const,
  recFuelType: 'Wind' as const,
  vintageYear: 2025,
  vintagePeriod: 'FullYear' as const,
  recQuantity: 1_000,
  partialFulfillment: true,
  minimumBidPrice: 3,
  maximumBidPrice: 15,
  ...change,
});

/** Creates an auction of two items: MY.Hydro.2020 and MY.Solar.2021, 1,000 RECs each. */
const anAuction = (wish: Partial<AuctionOptions> = {}) =>
  insertAuction(w.database.db, {
    ownerAccountId: owner.accountId,
    createdBy: admin.userId,
    startsIn: 1_800,
    isPrivate: false,
    items: [{}, {}],
    bidders: [{ person: anna }],
    ...wish,
  });

const namesOf = async (auctionId: string) =>
  (await w.call(admin, getAuctionAsAdmin, { params: { id: auctionId } })).data.items.map(({ name }) => name);

const askFor = (auctionId: string, version: number | null, ...items: ReturnType<typeof item>[]) =>
  w.call(owner, requestAddItems, { body: { auctionId, version, items } });

const mailsTo = async (who: SignedIn, title: string) => {
  const { rows } = await sql<{ subject: string; body: string }>`
    select subject, body from outbox where recipient = ${`${who.username}@example.test`}
      and subject like ${`%${title}%`} order by created_at, id`.execute(w.database.db);
  return rows;
};

async function named(title: string, wish: Partial<AuctionOptions> = {}) {
  const auction = await anAuction(wish);
  await w.database.db.updateTable('auction').set({ title }).where('id', '=', auction.auctionId).execute();
  return auction;
}

describe('the owner, without a request', () => {
  test('adds, changes and deletes items, and the history names the owner', async () => {
    const { auctionId, itemIds } = await anAuction();
    const params = { id: auctionId };
    const added = await w.call(owner, addOwnItem, { params, body: item() });
    expect(added.data.name).toBe('VN.Wind.2025');
    const itemParams = { ...params, itemId: added.data.auctionItemId };
    const changed = await w.call(owner, updateOwnItem, { params: itemParams, body: item({ recQuantity: 50 }) });
    expect(changed.data.recQuantity).toBe(50);
    await w.call(owner, deleteOwnItem, { params: { ...params, itemId: itemIds[0] ?? '' } });
    const left = await w.call(owner, availableOwnItems, { params });
    expect(left.data.map(({ name }) => name)).toEqual(['MY.Solar.2021', 'VN.Wind.2025']);
    const { rows } = await sql<{ by: string; acting_user_id: string }>`
      select by, acting_user_id from bid_history where auction_id = ${auctionId} and kind = 'changed'
      order by seq desc limit 3`.execute(w.database.db);
    expect(rows).toEqual(Array.from({ length: 3 }, () => ({ by: 'owner', acting_user_id: owner.userId })));
  });

  test('is rejected by the same rules as an administrator', async () => {
    const { auctionId } = await anAuction();
    const twin = item({ recCountry: 'MY', recFuelType: 'Hydro', vintageYear: 2020, recQuantity: 0 });
    const refused = await w.call(owner, addOwnItem, { params: { id: auctionId }, body: twin });
    expect(Object.keys(refused.fields ?? {})).toEqual(['recCountry', 'recQuantity']);
  });
});

describe('a change request', () => {
  test('is created, returned, corrected, resubmitted and approved, and then the items exist', async () => {
    const title = `Bentong ${randomUUID()}`;
    const { auctionId, itemIds } = await named(title);
    const params = { id: auctionId };
    const [hydro = '', solar = ''] = itemIds;
    expect((await w.call(owner, getOwnChangeRequest, { params })).data).toBeNull();

    const first = await askFor(auctionId, null, item());
    const wind = first.data?.changes[0]?.auctionItemId ?? '';
    expect(first.data).toMatchObject({ status: 'Pending', version: 1, requestedBy: owner.username });
    await w.call(owner, requestUpdateItems, {
      body: {
        auctionId,
        version: 1,
        items: [{ auctionItemId: hydro, ...item({ recFuelType: 'Hydro', recQuantity: 7 }) }],
      },
    });
    const third = await w.call(owner, requestDeleteItems, { body: { auctionId, version: 2, auctionItemIds: [solar] } });
    expect(third.data?.changes).toMatchObject([
      { kind: 'added', name: 'VN.Wind.2025', before: null, after: { recQuantity: 1_000 } },
      { kind: 'updated', name: 'MY.Hydro.2020', before: { recQuantity: 1_000 }, after: { recQuantity: 7 } },
      { kind: 'deleted', name: 'MY.Solar.2021', after: null },
    ]);
    expect(await namesOf(auctionId)).toEqual(['MY.Hydro.2020', 'MY.Solar.2021']);
    expect(await mailsTo(admin, title)).toHaveLength(1);

    const requestId = third.data?.id ?? '';
    const empty = { params: { id: requestId }, body: { auctionId, message: ' ' } };
    expect((await w.call(admin, returnRequest, empty)).fields).toMatchObject({ message: { code: 'field_required' } });
    const returned = await w.call(admin, returnRequest, {
      params: { id: requestId },
      body: { auctionId, message: 'Wind: 2,000, please' },
    });
    expect(returned.data).toMatchObject({ status: 'Returned', version: 4, message: 'Wind: 2,000, please' });
    expect((await mailsTo(owner, title))[0]?.body).toContain('Wind: 2,000, please');

    const corrected = await w.call(owner, requestUpdateItems, {
      body: { auctionId, version: 4, items: [{ auctionItemId: wind, ...item({ recQuantity: 2_000 }) }] },
    });
    expect(corrected.data).toMatchObject({ status: 'Returned', version: 5 });
    expect(corrected.data?.changes[0]).toMatchObject({ kind: 'added', after: { recQuantity: 2_000 } });
    const notYet = await w.call(admin, approveRequest, { params, body: { version: 5 } });
    expect([notYet.status, notYet.code]).toEqual([409, 'change_request_changed']);
    const again = await w.call(owner, sendRequestAgain, { params, body: { version: 5 } });
    expect(again.data).toMatchObject({ status: 'Pending', version: 6, message: '' });
    expect(await mailsTo(admin, title)).toHaveLength(2);

    const seen = await w.call(admin, getChangeRequest, { params });
    const approved = await w.call(admin, approveRequest, { params, body: { version: seen.data?.version ?? 0 } });
    expect(approved.data).toMatchObject({ status: 'Approved', requestedBy: owner.username });
    expect(await namesOf(auctionId)).toEqual(['VN.Hydro.2025', 'VN.Wind.2025']);
    const items = await w.call(owner, availableOwnItems, { params });
    expect(items.data.map(({ auctionItemId, recQuantity }) => [auctionItemId, recQuantity])).toEqual([
      [hydro, 7],
      [wind, 2_000],
    ]);
    const kept = await w.call(owner, getOwnChangeRequest, { params });
    expect(kept.data?.changes[1]).toMatchObject({ before: { recFuelType: 'Hydro', recQuantity: 1_000 } });
    expect(await mailsTo(owner, title)).toHaveLength(2);
  });

  test('marks the auction for administrators and its owner while it is open, for nobody else', async () => {
    const title = `Marked ${randomUUID()}`;
    const { auctionId } = await named(title);
    const params = { id: auctionId };
    await askFor(auctionId, null, item());
    const marks = async () => [
      (await w.call(admin, getAuctionAsAdmin, { params })).data.openRequest,
      (await w.call(owner, getAuctionAsUser, { params })).data.openRequest,
      (await w.call(anna, getAuctionAsUser, { params })).data.openRequest,
    ];
    expect(await marks()).toEqual(['Pending', 'Pending', null]);
    const listed = await w.call(admin, listAuctionsAsAdmin, { query: `?search=${encodeURIComponent(title)}` });
    expect(listed.data.items).toMatchObject([{ openRequest: 'Pending' }]);
    await w.call(admin, approveRequest, { params, body: { version: 1 } });
    expect(await marks()).toEqual([null, null, null]);
  });

  test('is approved without a body, as specified; a version that is sent is checked', async () => {
    const { auctionId } = await anAuction({ items: [] });
    const params = { id: auctionId };
    await w.call(owner, requestAddItems, { body: { auctionId, items: [item()] } });
    const other = await w.call(admin, approveRequest, { params, body: { version: 2 } });
    expect([other.status, other.code]).toEqual([409, 'change_request_changed']);
    expect((await w.call(admin, approveRequest, { params })).data).toMatchObject({ status: 'Approved', version: 2 });
    expect(await namesOf(auctionId)).toEqual(['VN.Wind.2025']);
  });

  test('lets two items swap places, and cancels initial bids that no longer fit', async () => {
    const { auctionId, itemIds } = await anAuction({ items: [{}, {}], bidders: [{ person: anna }] });
    const params = { id: auctionId };
    const [hydro = '', solar = ''] = itemIds;
    const bid = { auctionItemId: hydro, price: 5, quantity: 900, bidderPartialFulfillment: true };
    await w.call(anna, placeInitialBids, { params, body: { bids: [bid] } });
    const asHydro = { recCountry: 'MY' as const, recFuelType: 'Hydro' as const, vintageYear: 2020 };
    const asSolar = { recCountry: 'MY' as const, recFuelType: 'Solar' as const, vintageYear: 2021, recQuantity: 500 };
    const items = [
      { auctionItemId: hydro, ...item(asSolar) },
      { auctionItemId: solar, ...item(asHydro) },
    ];
    await w.call(owner, requestUpdateItems, { body: { auctionId, version: null, items } });
    const approval = { params, body: { version: 1 } };
    expect((await confirmCancellation(w, admin, approveRequest, approval)).status).toBe(200);
    expect(await namesOf(auctionId)).toEqual(['MY.Solar.2021', 'MY.Hydro.2020']);
    expect((await w.call(anna, listOwnBids, { params })).data).toEqual([]);
  });

  test('ends when its last change is withdrawn, or lost with a deleted item', async () => {
    const { auctionId, itemIds } = await anAuction();
    const params = { id: auctionId };
    const asked = await askFor(auctionId, null, item(), item({ vintageYear: 2024 }));
    const [first, second] = asked.data?.changes.map(({ id }) => id) ?? [];
    const taken = await w.call(owner, takeBackChange, { params: { id: first ?? '' } });
    expect(taken.data).toMatchObject({ version: 2, changes: [{ name: 'VN.Wind.2024' }] });
    expect((await w.call(owner, takeBackChange, { params: { id: second ?? '' } })).data).toBeNull();
    const [hydro = ''] = itemIds;
    await w.call(owner, requestDeleteItems, { body: { auctionId, version: null, auctionItemIds: [hydro] } });
    await w.call(admin, deleteItem, { params: { ...params, itemId: hydro } });
    expect((await w.call(admin, getChangeRequest, { params })).data).toBeNull();
  });

  test('is not created by an item without changes', async () => {
    const { auctionId } = await anAuction();
    const added = await w.call(owner, addOwnItem, { params: { id: auctionId }, body: item() });
    const same = { auctionItemId: added.data.auctionItemId, ...item() };
    const asked = await w.call(owner, requestUpdateItems, { body: { auctionId, version: null, items: [same] } });
    expect([asked.status, asked.data]).toEqual([200, null]);
  });

  test('disappears with its owner when an administrator gives the auction to another one', async () => {
    const { auctionId } = await anAuction({ items: [], bidders: [] });
    const params = { id: auctionId };
    await askFor(auctionId, null, item());
    const body = { ...(await savedSettings(w, admin, auctionId)), ownerAccountId: stranger.accountId };
    expect((await w.call(admin, updateAuction, { params, body })).status).toBe(200);
    expect((await w.call(stranger, getOwnChangeRequest, { params })).data).toBeNull();
  });
});

describe('rejects', () => {
  test('a request that someone else changed or decided in the meantime', async () => {
    const { auctionId } = await anAuction();
    const params = { id: auctionId };
    await askFor(auctionId, null, item());
    expect((await askFor(auctionId, null, item({ vintageYear: 2024 }))).code).toBe('change_request_changed');
    await askFor(auctionId, 1, item({ vintageYear: 2024 }));
    expect((await w.call(admin, approveRequest, { params, body: { version: 1 } })).code).toBe('change_request_changed');
    const requestId = (await w.call(admin, getChangeRequest, { params })).data?.id ?? '';
    const answers = await Promise.all([
      w.call(admin, approveRequest, { params, body: { version: 2 } }),
      w.call(admin, approveRequest, { params, body: { version: 2 } }),
      w.call(admin, returnRequest, { params: { id: requestId }, body: { auctionId, message: 'No' } }),
    ]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    const other = await w.call(admin, returnRequest, {
      params: { id: randomUUID() },
      body: { auctionId, message: 'No' },
    });
    expect(other.code).toBe('change_request_changed');
    // Whichever decision was made first, the version that the owner sent is out of date.
    expect((await w.call(owner, sendRequestAgain, { params, body: { version: 2 } })).code).toBe(
      'change_request_changed',
    );
  });

  test('an approval that breaks a rule as a whole', async () => {
    const { auctionId } = await anAuction();
    const params = { id: auctionId };
    const asked = await askFor(auctionId, null, item(), item({ vintageYear: 2024 }));
    await w.call(owner, addOwnItem, { params, body: item() });
    const refused = await w.call(admin, approveRequest, { params, body: { version: 1 } });
    expect(refused.code).toBe('duplicate_item');
    expect(Object.keys(refused.fields ?? {})).toEqual([`${asked.data?.changes[0]?.auctionItemId}.recCountry`]);
    expect(await namesOf(auctionId)).toHaveLength(3);
    expect((await w.call(admin, getChangeRequest, { params })).data?.status).toBe('Pending');
  });

  test('changes that break a rule, by their place in the request, and stores none of them', async () => {
    const { auctionId } = await anAuction();
    const refused = await askFor(auctionId, null, item(), item({ vintageYear: 2024, recQuantity: 0.5 }), item());
    expect(Object.keys(refused.fields ?? {})).toEqual([
      'items.0.recCountry',
      'items.1.recQuantity',
      'items.2.recCountry',
    ]);
    expect((await w.call(owner, getOwnChangeRequest, { params: { id: auctionId } })).data).toBeNull();
  });

  test('everything once the auction has started: open requests have expired', async () => {
    const { auctionId, itemIds } = await anAuction();
    const params = { id: auctionId };
    const asked = await askFor(auctionId, null, item());
    await moveAuction(w.database.db, auctionId, -10, 600);
    expect((await w.call(owner, getOwnChangeRequest, { params })).data?.status).toBe('Lapsed');
    expect((await w.call(admin, getAuctionAsAdmin, { params })).data.openRequest).toBeNull();
    for (const [who, route, input] of changesOf(auctionId, itemIds[0] ?? '', asked.data)) {
      const answer = await w.call(who === 'admin' ? admin : owner, route, input);
      expect([route.path, answer.code]).toEqual([route.path, 'auction_has_started']);
    }
  });
});

type OpenRequest = { readonly id: string; readonly changes: readonly { readonly id: string }[] } | null;

/** Returns all calls of admins and owners that change something. The calls are valid before the start. */
function changesOf(
  auctionId: string,
  itemId: string,
  request: OpenRequest,
): ['admin' | 'owner', Route, CallInput<Route>][] {
  const params = { id: auctionId };
  const items = [item({ vintageYear: 2011 })];
  const changed = [{ auctionItemId: itemId, ...item({ vintageYear: 2012 }) }];
  return [
    ['owner', addOwnItem, { params, body: item({ vintageYear: 2010 }) }],
    ['owner', updateOwnItem, { params: { ...params, itemId }, body: item() }],
    ['owner', deleteOwnItem, { params: { ...params, itemId } }],
    ['owner', requestAddItems, { body: { auctionId, version: 1, items } }],
    ['owner', requestUpdateItems, { body: { auctionId, version: 1, items: changed } }],
    ['owner', requestDeleteItems, { body: { auctionId, version: 1, auctionItemIds: [itemId] } }],
    ['owner', takeBackChange, { params: { id: request?.changes[0]?.id ?? '' } }],
    ['owner', sendRequestAgain, { params, body: { version: 1 } }],
    ['admin', addItems, { body: { auctionId, items } }],
    ['admin', updateItems, { body: { auctionId, items: changed } }],
    ['admin', deleteItems, { body: { auctionId, auctionItemIds: [itemId] } }],
    ['admin', approveRequest, { params, body: { version: 1 } }],
    ['admin', returnRequest, { params: { id: request?.id ?? '' }, body: { auctionId, message: 'No' } }],
  ];
}

describe('permissions for items', () => {
  test('administrators change several items together, all or none', async () => {
    const { auctionId, itemIds } = await anAuction();
    const half = [item({ vintageYear: 2022 }), item({ recQuantity: 0 })];
    const refused = await w.call(admin, addItems, { body: { auctionId, items: half } });
    expect(Object.keys(refused.fields ?? {})).toEqual(['items.1.recQuantity']);
    const both = [item({ vintageYear: 2022 }), item({ vintageYear: 2023 })];
    const added = await w.call(admin, addItems, { body: { auctionId, items: both } });
    expect(added.data.map(({ name }) => name)).toEqual(['VN.Wind.2022', 'VN.Wind.2023']);
    const changed = added.data.map(({ auctionItemId }, at) => ({ auctionItemId, ...item({ vintageYear: 2023 - at }) }));
    await w.call(admin, updateItems, { body: { auctionId, items: changed } });
    expect((await namesOf(auctionId)).slice(2)).toEqual(['VN.Wind.2023', 'VN.Wind.2022']);
    await w.call(admin, deleteItems, { body: { auctionId, auctionItemIds: [...itemIds] } });
    expect(await namesOf(auctionId)).toEqual(['VN.Wind.2023', 'VN.Wind.2022']);
    const gone = await w.call(admin, deleteItems, { body: { auctionId, auctionItemIds: [...itemIds] } });
    expect(gone.status).toBe(404);
  });

  test('only the owner finds the auction: for bidders, visitors and other companies it does not exist', async () => {
    const { auctionId, itemIds } = await anAuction();
    const asked = await askFor(auctionId, null, item());
    const reads: [Route, CallInput<Route>][] = [
      [availableOwnItems, { params: { id: auctionId } }],
      [getOwnChangeRequest, { params: { id: auctionId } }],
    ];
    const changes = changesOf(auctionId, itemIds[0] ?? '', asked.data).filter(([who]) => who === 'owner');
    const known = [...reads, ...changes.map(([, ...call]) => call)] as const;
    const missing = changesOf(randomUUID(), randomUUID(), { id: randomUUID(), changes: [{ id: randomUUID() }] });
    const [reply] = [
      await w.call(anna, requestAddItems, missing.find(([, route]) => route === requestAddItems)?.[2] ?? {}),
    ];
    for (const who of [anna, stranger]) {
      for (const [route, input] of known) {
        const answer = await w.call(who, route, input);
        expect([route.path, answer.status, answer.text]).toEqual([route.path, 404, reply?.text]);
      }
    }
    expect((await w.call(owner, getOwnChangeRequest, { params: { id: auctionId } })).data?.version).toBe(1);
  });

  test('a viewer and a blacklisted company see it and change nothing', async () => {
    const { auctionId, itemIds } = await anAuction();
    const params = { id: auctionId };
    const asked = await askFor(auctionId, null, item());
    const { db } = w.database;
    const member = db.updateTable('account_member').where('user_id', '=', owner.userId);
    const account = db.updateTable('account').where('id', '=', owner.accountId);
    const codes = async () => {
      const found = new Set<string>();
      for (const [who, route, input] of changesOf(auctionId, itemIds[0] ?? '', asked.data))
        if (who === 'owner') found.add((await w.call(owner, route, input)).code);
      return [...found];
    };
    await member.set({ role: 'viewer' }).execute();
    expect(await codes()).toEqual(['viewer_cannot_act']);
    await member.set({ role: 'trader' }).execute();
    await account.set({ status: 'Blacklisted' }).execute();
    expect(await codes()).toEqual(['account_blacklisted']);
    expect((await w.call(owner, getOwnChangeRequest, { params })).data?.changes).toHaveLength(1);
    await account.set({ status: 'Active' }).execute();
  });
});
