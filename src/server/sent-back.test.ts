import { randomUUID } from 'node:crypto';
import { insertAuction } from '#testing/builders/records.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addItem, availableItems, createAuction, getAuctionAsAdmin } from '#contract/auction/auction.ts';
import { availableOwnItems } from '#contract/auction/change-request.ts';
import { addBidders } from '#contract/bidder/bidder.ts';
import { registerCompany } from '#contract/company/registration.ts';
import { makeOperatorWebhook, makeWebhook } from '#contract/company/webhook.ts';
import { registerDevice } from '#contract/certificate/device.ts';
import { saveBeneficiary } from '#contract/holding/beneficiary.ts';
import { updateSellOrderBuyers } from '#contract/marketplace/sell-order-buyer.ts';
import { createTemplate } from '#contract/template.ts';
import { createTickSize, type TickSize } from '#contract/tick.ts';
import { COMPANY_CHOICES } from '#domain/company/company.ts';
import { columnsOf } from '#server/company/company-columns.ts';
import { requireCompany } from '#server/company/account-rows.ts';
import { API_BASE } from '#server/platform/config/config.ts';
import { readPaths } from '#testing/readers/read-api-document.ts';
import { aDevice } from '#testing/builders/certificate-builders.ts';
import { aCompany } from '#testing/builders/company-builders.ts';
import { LEFT_EMPTY } from '#testing/builders/item-builders.ts';
import { makeSellOrder, MARKETPLACE_ON } from '#testing/builders/marketplace-builders.ts';
import { aPdf } from '#testing/builders/office-builders.ts';
import { aTemplate, uploadFile } from '#testing/builders/template-builders.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

/** The body of a reply. The tests PUT the reply of a GET back and check that nothing changes (decision 61). */
type Json = Record<string, unknown>;
type Reading = {
  readonly who: SignedIn;
  readonly from: string;
  readonly to?: string;
  readonly find?: (data: never) => unknown;
};

let w: World;
let admin: SignedIn;
let owner: SignedIn;
let anna: SignedIn;
let tick: TickSize;
let auctionId = '';
let orderId = '';

const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();

const settings = {
  title: 'Perak hydro 2025',
  auctionType: 'Forward' as const,
  isPrivate: true,
  startTime: inHours(48),
  endTime: inHours(49),
  minimumRecQuantity: 100,
  minimumBiddingRecQuantity: 10,
  sellerProcessingFee: 1.25,
  buyerProcessingFee: 0.5,
  spotRecs: false,
  softCloseMinutes: null,
  softCloseMaximum: null,
  recurrenceTimeZone: 'Asia/Kuala_Lumpur',
  recurrenceUntil: null,
  recurrenceTimes: 3,
};

const item = {
  ...LEFT_EMPTY,
  recCountry: 'MY' as const,
  recFuelType: 'Hydro' as const,
  vintageYear: 2025,
  vintagePeriod: 'FirstHalf' as const,
  recQuantity: 1_000,
  partialFulfillment: true,
  minQuantity: 20,
  maxQuantity: 400,
  minimumBidPrice: 3,
  maximumBidPrice: 15,
  address: 'Ipoh, Perak',
  latitude: 4.6,
  longitude: 101.1,
};

beforeAll(async () => {
  w = await world(MARKETPLACE_ON);
  [admin, owner, anna] = await Promise.all([w.signedIn({ role: 'Admin' }), w.signedIn(), w.signedIn()]);
  const { db } = w.database;
  for (const [number, { accountId }] of [owner, anna].entries())
    await db
      .updateTable('account')
      .set(columnsOf(requireCompany(aCompany({ registrationNumber: `20190100000${number}` }), COMPANY_CHOICES)))
      .where('id', '=', accountId)
      .execute();
  tick = (await w.call(admin, createTickSize, { body: { name: 'Quarter', priceStep: 0.25 } })).data;
  const body = { ...settings, ownerAccountId: owner.accountId, tickSizeId: tick.id };
  auctionId = (await w.call(admin, createAuction, { body })).data.id;
  const params = { id: auctionId };
  await w.call(admin, addItem, { params, body: item });
  const buyers = [{ userId: anna.userId, accountId: anna.accountId, maxQuantity: 500 }];
  await w.call(admin, addBidders, { params, body: { buyers } });
  const wish = { seller: owner, settings: { endTime: inHours(99), beneficiaryDefault: 'own' as const } };
  orderId = (await makeSellOrder(w, admin, wish)).id;
  const forAnna = { params: { id: orderId }, body: { accountIds: [anna.accountId] } };
  await w.call(admin, updateSellOrderBuyers, forAnna);
});
afterAll(() => w.end());

async function ask(who: SignedIn, method: 'GET' | 'PUT' | 'POST', path: string, payload?: unknown) {
  const reply = await w.app.inject({
    method,
    url: API_BASE + path,
    headers: { authorization: `Bearer ${who.token}`, 'idempotency-key': randomUUID() },
    ...(payload !== undefined && { payload: payload as object }),
  });
  const { code, fields, data } = reply.json<{ code: string; fields?: object; data: unknown }>();
  return { status: reply.statusCode, code, fields, data };
}

const firstOf = (data: { items: readonly Json[] }): unknown => data.items[0];
const first = (data: readonly Json[]): unknown => data[0];

/** For each PUT, by its path: the GET that returns the object that the PUT replaces. */
const READINGS: Readonly<Record<string, () => Reading | Promise<Reading>>> = {
  '/admin/auctions/{id}': () => ({ who: admin, from: `/admin/auctions/${auctionId}` }),
  '/admin/auctions/{id}/items/{itemId}': async () => {
    const { data } = await w.call(admin, availableItems, { params: { id: auctionId } });
    const from = `/admin/auctions/${auctionId}/available-items`;
    return { who: admin, from, to: `/admin/auctions/${auctionId}/items/${data[0]?.auctionItemId}`, find: first };
  },
  '/seller/auctions/{id}/items/{itemId}': async () => {
    const { data } = await w.call(owner, availableOwnItems, { params: { id: auctionId } });
    const from = `/seller/auctions/${auctionId}/available-items`;
    return { who: owner, from, to: `/seller/auctions/${auctionId}/items/${data[0]?.auctionItemId}`, find: first };
  },
  '/admin/update-auction-items': () => ({
    who: admin,
    from: `/admin/auctions/${auctionId}/available-items`,
    to: '/admin/update-auction-items',
    find: (items: readonly Json[]) => ({ auctionId, items }),
  }),
  '/admin/auctions/{id}/bidders/{bidderId}': async () => {
    const from = `/admin/auctions/${auctionId}/bidders`;
    const { data } = await ask(admin, 'GET', from);
    const { bidderId } = firstOf(data as never) as { bidderId: string };
    return { who: admin, from, to: `${from}/${bidderId}`, find: firstOf };
  },
  '/admin/tick-sizes/{id}': () => ({
    who: admin,
    from: '/admin/tick-sizes?search=Quarter',
    to: `/admin/tick-sizes/${tick.id}`,
    find: firstOf,
  }),
  '/admin/message-texts/{textId}': () => ({ who: admin, from: '/admin/message-texts/mail_code' }),
  '/admin/sell-orders/{id}': () => ({ who: admin, from: `/admin/sell-orders/${orderId}` }),
  '/admin/sell-orders/{id}/items/{itemId}': async () => {
    const from = `/admin/sell-orders/${orderId}`;
    const { data } = await ask(admin, 'GET', from);
    const { sellOrderItemId } = firstOf(data as never) as { sellOrderItemId: string };
    return { who: admin, from, to: `${from}/items/${sellOrderItemId}`, find: firstOf };
  },
  '/admin/sell-orders/{id}/buyers': () => ({ who: admin, from: `/admin/sell-orders/${orderId}/buyers` }),
  '/admin/accounts/{id}': () => ({ who: admin, from: `/admin/accounts/${anna.accountId}` }),
  '/admin/accounts/{id}/max-bid-quantity': () => ({
    who: admin,
    from: `/admin/accounts/${anna.accountId}/max-bid-quantity`,
  }),
  '/user/accounts/profile/{id}': () => ({ who: anna, from: `/user/accounts/profile/${anna.accountId}` }),
  '/user/accounts/{id}/members/{userId}': () => ({
    who: anna,
    from: `/user/accounts/${anna.accountId}/members`,
    to: `/user/accounts/${anna.accountId}/members/${anna.userId}`,
    find: ({ members }: { members: readonly Json[] }) => members[0],
  }),
  '/user/accounts/{id}/beneficiaries/{beneficiaryId}': async () => {
    const body = {
      accountType: 'Corporate',
      name: 'Rimba',
      address: 'Lot 7',
      nameOnCertificates: 'Rimba',
      buildingOwnerName: '',
    };
    const { data } = await w.call(anna, saveBeneficiary, { params: { id: anna.accountId }, body });
    const from = `/user/accounts/${anna.accountId}/beneficiaries`;
    return { who: anna, from, to: `${from}/${data.id}`, find: firstOf };
  },
  '/user/accounts/{id}/webhooks/{webhookId}': async () => {
    const body = { url: 'https://example.com/hook', kinds: ['auction.result' as const] };
    const { data } = await w.call(anna, makeWebhook, { params: { id: anna.accountId }, body });
    const from = `/user/accounts/${anna.accountId}/webhooks`;
    const to = `${from}/${data.webhooks[0]?.id}`;
    // A paused webhook stays paused.
    await ask(anna, 'PUT', to, { ...body, isPaused: true });
    return { who: anna, from, to, find: first };
  },
  '/admin/webhooks/{id}': async () => {
    const body = { url: 'https://example.com/hook', kinds: ['account.blacklisted' as const] };
    const { data } = await w.call(admin, makeOperatorWebhook, { body });
    const from = '/admin/webhooks';
    return { who: admin, from, to: `${from}/${data.webhooks[0]?.id}`, find: first };
  },
  '/user/devices/{id}': async () => {
    const { data } = await w.call(anna, registerDevice, { params: { id: anna.accountId }, body: aDevice() });
    return { who: anna, from: '/user/devices', to: `/user/devices/${data.id}`, find: firstOf };
  },
  '/user/accounts/{id}/billing': () => ({ who: anna, from: `/user/accounts/${anna.accountId}/billing` }),
  '/admin/billing': () => ({ who: admin, from: '/admin/billing' }),
  '/user/accounts/{id}/registry-accounts': async () => {
    const from = `/user/accounts/${anna.accountId}/registry-accounts`;
    await ask(anna, 'PUT', from, { accounts: [{ registry: 'irec', code: 'ACCOUNT1' }] });
    return { who: anna, from };
  },
  '/admin/auctions/{id}/settlement-terms': () => ({
    who: admin,
    from: `/admin/auctions/${auctionId}/settlement-terms`,
  }),
  '/admin/sell-orders/{id}/settlement-terms': async () => {
    const { id } = await makeSellOrder(w, admin, { seller: owner, publishTime: null });
    return { who: admin, from: `/admin/sell-orders/${id}/settlement-terms` };
  },
  '/templates/{id}': async () => {
    const { data: file } = await uploadFile(w, admin, { bytes: aPdf() });
    const contents = {
      en: { kind: 'text' as const, html: '<p>Welcome</p>' },
      zh: { kind: 'file' as const, fileId: file.fileId },
    };
    const { data } = await w.call(admin, createTemplate, { body: aTemplate({ contents }) });
    return { who: admin, from: `/templates/${data.id}` };
  },
  '/admin/platform-settings/regions': () => ({
    who: admin,
    from: '/admin/platform-settings',
    to: '/admin/platform-settings/regions',
    find: ({ regions }: { regions: Json }) => regions,
  }),
  '/admin/platform-settings/business-types': () => ({
    who: admin,
    from: '/admin/platform-settings',
    to: '/admin/platform-settings/business-types',
    find: ({ businessTypes }: { businessTypes: Json }) => businessTypes,
  }),
  '/admin/platform-settings/fee-names': () => ({
    who: admin,
    from: '/admin/platform-settings',
    to: '/admin/platform-settings/fee-names',
    find: ({ feeNames }: { feeNames: Json }) => feeNames,
  }),
  '/admin/platform-settings/currency': () => ({
    who: admin,
    from: '/admin/platform-settings',
    to: '/admin/platform-settings/currency',
    find: ({ currency: { code, version } }: { currency: Json }) => ({ code, version }),
  }),
  '/admin/platform-settings/languages': () => ({
    who: admin,
    from: '/admin/platform-settings',
    to: '/admin/platform-settings/languages',
    find: ({ languages }: { languages: Json }) => languages,
  }),
  '/admin/platform-settings/time-zone': () => ({
    who: admin,
    from: '/admin/platform-settings',
    to: '/admin/platform-settings/time-zone',
    find: ({ timeZone }: { timeZone: Json }) => timeZone,
  }),
  '/admin/platform-settings/approvals': () => ({
    who: admin,
    from: '/admin/platform-settings',
    to: '/admin/platform-settings/approvals',
    find: ({ approvals }: { approvals: Json }) => approvals,
  }),
  '/admin/platform-settings/brand': () => ({
    who: admin,
    from: '/admin/platform-settings',
    to: '/admin/platform-settings/brand',
    find: ({ brand }: { brand: Json }) => brand,
  }),
  '/notices/settings': () => ({ who: anna, from: '/notices/settings' }),
};

/** PUTs that perform an action or select one thing. No GET returns their body. */
const ACTS = `
  /admin/accounts/account-registrations/{id}/{action}
  /admin/accounts/{id}/blacklist
  /admin/administrators/{id}
  /admin/accounts/{id}/reinstate
  /admin/auction-items/{id}/release
  /admin/auctions/{id}/details
  /admin/platform-settings/brand/images/{image}
  /seller/auctions/{id}/details
  /admin/sell-orders/{id}/details
  /admin/sell-orders/{id}/publish
  /admin/sell-orders/{id}/cancel
  /admin/buy-orders/{id}/approve
  /admin/buy-orders/{id}/reject
  /user/buy-orders/{id}/cancel
  /seller/request-update-auction-items
  /auctions/{id}/watch
  /notices/read`
  .trim()
  .split(/\s+/);

test('every PUT has a test here', async () => {
  const paths = await readPaths(w);
  const puts = Object.keys(paths).filter((path) => 'put' in (paths[path] ?? {}));
  expect(puts.toSorted()).toEqual([...Object.keys(READINGS), ...ACTS].toSorted());
});

const CHANGING = new Set(['now', 'version', 'url', 'smallUrl', 'updatedTime', 'updatedAt']);
/** Returns `data` without the fields that differ between two reads of the same thing. */
const lasting = (data: unknown): unknown =>
  JSON.parse(JSON.stringify(data, (name, value: unknown) => (CHANGING.has(name) ? undefined : value)));

test.each(Object.entries(READINGS))('PUT %s accepts the body that a GET returned', async (_, read) => {
  const { who, from, to = from, find = (data: unknown) => data } = await read();
  const before = await ask(who, 'GET', from);
  expect(before.status).toBe(200);
  const sent = (find as (data: unknown) => unknown)(before.data);
  expect(sent).toBeDefined();
  expect(await ask(who, 'PUT', to, sent)).toMatchObject({ status: 200, code: 'Success' });
  expect(lasting((await ask(who, 'GET', from)).data)).toEqual(lasting(before.data));
});

test('a bid is revised as it was read, with the price under either name, but not with two prices', async () => {
  const live = await insertAuction(w.database.db, {
    ownerAccountId: owner.accountId,
    createdBy: admin.userId,
    bidders: [{ person: anna }],
  });
  const at = `/user/auctions/${live.auctionId}`;
  const offered = { auctionItemId: live.itemIds[0], price: 5, quantity: 10, bidderPartialFulfillment: true };
  const placed = await ask(anna, 'POST', `${at}/initial-bids`, { bids: [offered] });
  const [bid] = (placed.data as { bids: object[] }).bids;
  expect(await ask(anna, 'POST', `${at}/bids`, { ...bid, bidValue: 6 })).toMatchObject({ code: 'Success' });
  const both = await ask(anna, 'POST', `${at}/bids`, { ...bid, bidValue: 7, price: 8 });
  expect(both).toMatchObject({ status: 400, fields: { price: { code: 'fields_disagree' } } });
});

test('a returned registration is resubmitted as it was read', async () => {
  const founder = await w.signedIn();
  await w.database.db.deleteFrom('account_member').where('user_id', '=', founder.userId).execute();
  const { data } = await w.call(founder, registerCompany, { body: aCompany({ registrationNumber: '202001000009' }) });
  const action = (name: string, version: number) =>
    ask(admin, 'PUT', `/admin/accounts/account-registrations/${data.id}/${name}`, { version, remarkContent: 'Which?' });
  await action('take-up', data.version);
  await action('return', data.version + 1);
  const path = '/user/accounts/account-registrations';
  const returned = await ask(founder, 'GET', path);
  expect(returned.data).toMatchObject({ status: 'Returned' });
  expect(await ask(founder, 'POST', path, returned.data)).toMatchObject({ status: 200, data: { status: 'New' } });
});

const readAuction = async (): Promise<Json> =>
  (await w.call(admin, getAuctionAsAdmin, { params: { id: auctionId } })).data;

test('an auction accepts auctionDateTime for its start, but not two starts', async () => {
  const { startTime: _, ...read } = await readAuction();
  const auctionDateTime = inHours(47);
  const path = `/admin/auctions/${auctionId}`;
  const moved = await ask(admin, 'PUT', path, { ...read, auctionDateTime });
  expect(moved.data).toMatchObject({ auctionDateTime, startTime: auctionDateTime });
  const two = await ask(admin, 'PUT', path, { ...read, auctionDateTime, startTime: inHours(46) });
  expect([two.status, two.code, two.fields]).toMatchObject([
    400,
    'fields_disagree',
    { startTime: { code: 'fields_disagree' } },
  ]);
  const { auctionDateTime: __, ...startless } = read;
  expect((await ask(admin, 'PUT', path, startless)).code).toBe('invalid_request');
});

test('an item is added with recVintage, and its tick size has a unit', async () => {
  const { vintageYear: _, vintagePeriod: __, ...rest } = item;
  const solar = { ...rest, recFuelType: 'Solar', recVintage: { year: 2024, period: 'SecondQuarter' } };
  const path = `/admin/auctions/${auctionId}/items`;
  const added = await ask(admin, 'POST', path, solar);
  expect(added.data).toMatchObject({ name: 'MY.Solar.2024 Q2', recVintage: { year: 2024, period: 'SecondQuarter' } });
  const several = { auctionId, items: [{ ...solar, recFuelType: 'Wind', vintageYear: 2023 }] };
  const two = await ask(admin, 'POST', '/admin/add-auction-items', several);
  expect([two.code, Object.keys(two.fields ?? {})]).toEqual(['fields_disagree', ['items.0.vintageYear']]);
  expect(tick).toMatchObject({ priceStep: 0.25, unit: 'MYR/REC' });
  expect(await readAuction()).toMatchObject({ tickSize: { id: tick.id, priceStep: 0.25, unit: 'MYR/REC' } });
  const foreign = await ask(admin, 'PUT', `/admin/tick-sizes/${tick.id}`, { ...tick, unit: 'EUR/REC' });
  expect([foreign.status, foreign.fields]).toMatchObject([422, { unit: { code: 'choice_unknown' } }]);
});

test('compares a name that an administrator approved, and rejects a field that no reply has', async () => {
  const path = `/user/accounts/profile/${anna.accountId}`;
  const { data } = await ask(anna, 'GET', path);
  const renamed = await ask(anna, 'PUT', path, { ...(data as Json), companyName: 'Rimba Wind Sdn Bhd' });
  expect([renamed.status, renamed.fields]).toMatchObject([422, { companyName: { code: 'field_read_only' } }]);
  expect((await ask(anna, 'PUT', path, { ...(data as Json), companyNames: 'x' })).code).toBe('invalid_request');
});
