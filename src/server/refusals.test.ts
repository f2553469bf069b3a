import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addItem, createAuction } from '#contract/auction/auction.ts';
import { placeBid } from '#contract/bidding/bidding.ts';
import { placeBuyOrder } from '#contract/marketplace/marketplace.ts';
import { exportAccounts } from '#contract/company/company.ts';
import { registerCompany } from '#contract/company/registration.ts';
import type { Route } from '#contract/basics/route.ts';
import { updateSellOrderBuyers } from '#contract/marketplace/sell-order-buyer.ts';
import { addSellOrderItem, createSellOrder, publishSellOrder } from '#contract/marketplace/sell-order.ts';
import { createTickSize, listTickSizes } from '#contract/tick.ts';
import { NO_RECURRENCE } from '#domain/auction/recurrence.ts';
import type { Db } from '#server/platform/database/database.ts';
import { aCompany } from '#testing/builders/company-builders.ts';
import { LEFT_EMPTY } from '#testing/builders/item-builders.ts';
import { aSellOrder, aSellOrderItem, makeSellOrder, MARKETPLACE_ON } from '#testing/builders/marketplace-builders.ts';
import { aPackage, aPdf } from '#testing/builders/office-builders.ts';
import { insertAuction, type AuctionOptions } from '#testing/builders/records.ts';
import { uploadFile } from '#testing/builders/template-builders.ts';
import { world, type Answer, type SignedIn, type World } from '#testing/world/world.ts';

/**
 * Here the tests provoke the error codes that no feature's own test provokes (scripts/provoked-errors.ts, decision 42).
 */
let w: World;
let admin: SignedIn;
let owner: SignedIn;
let anna: SignedIn;
beforeAll(async () => {
  w = await world(MARKETPLACE_ON);
  [admin, owner, anna] = await Promise.all([w.signedIn({ role: 'Admin' }), w.signedIn(), w.signedIn()]);
});
afterAll(() => w.end());

const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();

/** Returns the error codes of the refused fields. */
const codesOf = ({ fields = {} }: Answer<Route>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([field, { code }]) => [field, code]));

const anAuction = (wish: Partial<AuctionOptions> = {}) =>
  insertAuction(w.database.db, { ownerAccountId: owner.accountId, createdBy: admin.userId, ...wish });

const settings = (changes: object) => ({
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
  ownerAccountId: owner.accountId,
  tickSizeId: null,
  softCloseMinutes: null,
  softCloseMaximum: null,
  ...NO_RECURRENCE,
  ...changes,
});

test('rejects settings: less than a minute, a repetition that ends before the start, and inconsistent minimums (ASVS 2.2.3)', async () => {
  const startTime = inHours(48);
  const endTime = new Date(Date.parse(startTime) + 30_000).toISOString();
  const repeated = { recurrenceTimeZone: 'Asia/Kuala_Lumpur', recurrenceUntil: inHours(0).slice(0, 10) };
  const refused = await w.call(admin, createAuction, { body: settings({ startTime, endTime, ...repeated }) });
  expect(codesOf(refused)).toMatchObject({
    endTime: 'auction_duration_too_short',
    recurrenceUntil: 'recurrence_until_too_early',
  });
  const unsellable = settings({ minimumRecQuantity: 10, minimumBiddingRecQuantity: 20 });
  expect(codesOf(await w.call(admin, createAuction, { body: unsellable }))).toEqual({
    minimumBiddingRecQuantity: 'minimum_bid_above_minimum_rec',
  });
});

test('rejects an item: its year, its prices, limits that leave nothing, and its location (ASVS 2.2.1)', async () => {
  const { auctionId } = await anAuction({ startsIn: 600, items: [] });
  const item = {
    ...LEFT_EMPTY,
    recCountry: 'MY' as const,
    recFuelType: 'Hydro' as const,
    vintageYear: 1_066,
    vintagePeriod: 'FirstHalf' as const,
    recQuantity: 1_000,
    partialFulfillment: true,
    minQuantity: 500,
    maxQuantity: 400,
    minimumBidPrice: 3.001,
    maximumBidPrice: 15,
    latitude: 91,
  };
  const refused = await w.call(admin, addItem, { params: { id: auctionId }, body: item });
  expect(codesOf(refused)).toMatchObject({
    vintageYear: 'invalid_vintage_year',
    minimumBidPrice: 'price_invalid',
    maxQuantity: 'maximum_quantity_below_minimum',
    latitude: 'coordinate_out_of_range',
    longitude: 'coordinate_missing',
  });
});

test('rejects a tick size that is no valid step', async () => {
  const refused = await w.call(admin, createTickSize, { body: { name: 'None', priceStep: 0 } });
  expect(codesOf(refused)).toEqual({ priceStep: 'tick_size_invalid' });
});

test('rejects a bid without a price, or for more than the item has', async () => {
  const { auctionId, itemIds } = await anAuction({
    startsIn: -60,
    items: [{ quantity: 1_000, maximumCents: 1_000 }],
    bidders: [{ person: anna }],
  });
  const bid = (price: number | null) =>
    w.call(anna, placeBid, {
      params: { id: auctionId },
      body: { auctionItemId: itemIds[0] ?? '', price, quantity: 1_000, bidderPartialFulfillment: true },
    });
  expect([(await bid(null)).text, (await bid(10.1)).text]).toEqual([
    expect.stringContaining('please_input_the_price'),
    expect.stringContaining('maximum_bid_price_is'),
  ]);
});

test('rejects a company with characters that its fields do not allow', async () => {
  const founder = await w.signedIn();
  await w.database.db.deleteFrom('account_member').where('user_id', '=', founder.userId).execute();
  const body = aCompany({
    companyName: '绿地',
    englishCompanyName: '绿地',
    registrationNumber: '2019#01',
    registeredAddress: 'Level 12 <b>',
  });
  expect(codesOf(await w.call(founder, registerCompany, { body }))).toEqual({
    englishCompanyName: 'english_company_name_incorrect',
    registrationNumber: 'not_allow_special_character',
    registeredAddress: 'address_incorrect',
  });
});

test('rejects a sign-up with a username that is too short or a password that is too long', async () => {
  const Password = `Correct-horse-9${'x'.repeat(60)}`;
  const reply = await w.app.inject({
    method: 'POST',
    url: '/api/auth/register',
    headers: { 'x-device-fingerprint': randomUUID() },
    payload: {
      Username: 'ab',
      Email: 'ab@example.com',
      Password,
      ConfirmPassword: Password,
      PhoneCode: '+60',
      PhoneNumber: '12 345 6000',
      NotificationMethod: 'Email',
    },
  });
  expect(codesOf(reply.json())).toMatchObject({ Username: 'username_length', Password: 'password_length_requirement' });
});

test('rejects a sell order with too many RECs, an end before its start, or a buyer removed from the list', async () => {
  const total = await makeSellOrder(w, admin, {
    seller: owner,
    items: [{ recQuantity: 99_999_999 }],
    publishTime: null,
  });
  const one = { params: { id: total.id }, body: aSellOrderItem({ recFuelType: 'Solar', recQuantity: 2 }) };
  expect(codesOf(await w.call(admin, addSellOrderItem, one))).toEqual({ recQuantity: 'total_out_of_range' });

  const ending = await w.call(admin, createSellOrder, { body: aSellOrder(owner.accountId, { endTime: inHours(1) }) });
  const params = { id: ending.data.id };
  await w.call(admin, addSellOrderItem, { params, body: aSellOrderItem() });
  const late = await w.call(admin, publishSellOrder, { params, body: { publishTime: inHours(2) } });
  expect([late.code, codesOf(late)]).toEqual(['end_before_publishing', { publishTime: 'end_before_publishing' }]);

  const { id } = await makeSellOrder(w, admin, { seller: owner });
  const buy = () =>
    w.call(anna, placeBuyOrder, {
      params: { id },
      body: { accountId: anna.accountId, quantity: 1, beneficiary: null, reviewed: null },
    });
  expect((await buy()).status).toBe(200);
  const others = { accountIds: [(await w.signedIn()).accountId] };
  await w.call(admin, updateSellOrderBuyers, { params: { id }, body: others });
  expect((await buy()).code).toBe('buyer_not_listed');
});

const WAITING_MAX = 20_000;

/** Returns the whole body of an answer that says nothing more than its code. */
const problem = (status: number, code: string, message: string) => ({
  type: `urn:greenlot:error:${code}`,
  title: code.replaceAll('_', ' '),
  status,
  detail: message,
  code,
  message,
});

test('rejects a bid in a room with too many waiting bids, and asks to try again, in the sender’s language', async () => {
  const { auctionId } = await anAuction({ bidders: [{ person: anna }], items: [] });
  const nobody = { userId: randomUUID(), accounts: [], type: 'withdraw' as const, bidId: randomUUID() };
  const submit = () => w.parts.rooms.submit(auctionId, nobody, randomUUID(), () => undefined);
  const bid = { auctionItemId: randomUUID(), price: 5, quantity: 1, bidderPartialFulfillment: true };
  const waiting: Promise<unknown>[] = [];
  await w.database.db.transaction().execute(async (db) => {
    await sql`select from auction where id = ${auctionId} for update`.execute(db);
    // The first request waits for the auction's row, and all others wait for the first.
    waiting.push(submit());
    await expect.poll(() => waitersIn(w.database.db)).toBe(1);
    for (let i = 0; i < WAITING_MAX; i += 1) waiting.push(submit());
    const input = { params: { id: auctionId }, body: bid, headers: { 'accept-language': 'zh' } };
    const refused = await w.call(anna, placeBid, input);
    expect([refused.status, JSON.parse(refused.text)]).toEqual([503, problem(503, 'service_busy', '服务繁忙，请重试')]);
    // Deletes the auction, so that none of the waiting requests needs to be judged.
    await sql`delete from auction where id = ${auctionId}`.execute(db);
  });
  await Promise.all(waiting);
});

async function waitersIn(db: Db): Promise<number> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows.length;
}

test('rejects a file with a password, with macros or objects, damaged, or unpacking to too much (ASVS 5.2.1, 5.2.2, 5.4.3)', async () => {
  const wide = { name: 'x', bytes: Buffer.alloc(60_000_000) };
  for (const [code, name, bytes] of [
    ['file_encrypted', 'a.pdf', aPdf({ trailer: '/Encrypt 9 0 R' })],
    [
      'file_has_macros',
      'a.docx',
      aPackage('docx', { more: [{ name: 'word/vbaProject.bin', bytes: Buffer.alloc(8) }] }),
    ],
    [
      'file_has_objects',
      'a.pptx',
      aPackage('pptx', { more: [{ name: 'ppt/slide1.xml', bytes: Buffer.from('<p:oleObj/>') }] }),
    ],
    ['file_unreadable', 'a.pdf', aPdf().subarray(0, 100)],
    [
      'file_unfolds_too_far',
      'a.docx',
      aPackage('docx', { more: [wide, { ...wide, name: 'y' }, { ...wide, name: 'z' }] }),
    ],
  ] as [string, string, Buffer][])
    expect(codesOf(await uploadFile(w, admin, { bytes, name }))).toEqual({ File: code });
});

test('rejects an export of a list that is too long for a file', async () => {
  await sql`
    insert into account (id, company_name, country)
    select gen_random_uuid(), 'Company ' || number, 'MY' from generate_series(1, 10_001) number`.execute(w.database.db);
  const refused = await w.call(admin, exportAccounts, { query: '?format=xlsx' });
  expect([refused.code, refused.params]).toEqual(['export_too_large', { maximum: 10_000 }]);
});

test('reports an internal error without any details (ASVS 16.5.1)', async () => {
  await sql`alter table tick_size rename to gone`.execute(w.database.db);
  const [english, chinese] = [
    await w.call(admin, listTickSizes),
    await w.call(admin, listTickSizes, { headers: { 'accept-language': 'zh' } }),
  ];
  const said = 'Something went wrong on our side. Please try again later.';
  expect([english.status, JSON.parse(english.text)]).toEqual([500, problem(500, 'internal', said)]);
  expect(JSON.parse(chinese.text)).toEqual(problem(500, 'internal', '服务器出错，请稍后重试'));
});
