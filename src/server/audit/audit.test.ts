import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exportAuditLines, getAuditLine, listAuditLines, type AuditDetail } from '#contract/audit.ts';
import { deleteAuction, getAuctionAsAdmin, updateItem } from '#contract/auction/auction.ts';
import { cancelBid, placeBidOnBehalf } from '#contract/bidding/bidding.ts';
import { blacklistAccount, reinstateAccount, updateAccount } from '#contract/company/company.ts';
import { annulAuction, extendAuction } from '#contract/bidding/conduct.ts';
import { uploadImage } from '#contract/auction/image.ts';
import { createSellOrder, updateSellOrder } from '#contract/marketplace/sell-order.ts';
import { createTemplate, updateTemplate, uploadTemplateImage } from '#contract/template.ts';
import { createTickSize, updateTickSize } from '#contract/tick.ts';
import { AUDIT_ACTS } from '#domain/access/audit-trail.ts';
import { actionOf } from '#server/audit/acts.ts';
import { readPaths } from '#testing/readers/read-api-document.ts';
import { aCompany } from '#testing/builders/company-builders.ts';
import { aPng } from '#testing/builders/image-builders.ts';
import { LEFT_EMPTY } from '#testing/builders/item-builders.ts';
import { aSellOrder, MARKETPLACE_ON } from '#testing/builders/marketplace-builders.ts';
import { insertAuction, type AuctionOptions } from '#testing/builders/records.ts';
import { aTemplate, inEnglish } from '#testing/builders/template-builders.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

let w: World;
let admin: SignedIn;
let person: SignedIn;
let seller: SignedIn;
beforeAll(async () => {
  w = await world(MARKETPLACE_ON);
  [admin, person, seller] = await Promise.all([w.signedIn({ role: 'Admin' }), w.signedIn(), w.signedIn()]);
});
afterAll(() => w.end());

const linesOf = async (query = '') => (await w.call(admin, listAuditLines, { query: `?limit=100${query}` })).data.items;
const detailOf = async (id = '') => (await w.call(admin, getAuditLine, { params: { id } })).data;
const newest = async () => detailOf((await linesOf())[0]?.id);
const of = ({ changes }: AuditDetail, table: string) =>
  changes.filter(({ tableName }) => tableName === table).map(({ before, after }) => ({ before, after }));
const at = (id: string) => ({ params: { id } });
const anAuction = (wish: Partial<AuctionOptions> = {}) =>
  insertAuction(w.database.db, {
    ownerAccountId: seller.accountId,
    createdBy: admin.userId,
    bidders: [{ person }],
    ...wish,
  });

test('records actor, address, time, subject, and only the columns that changed', async () => {
  const company = aCompany({ companyName: 'Before Sdn Bhd', picName: 'Mei' });
  await w.call(admin, updateAccount, { ...at(person.accountId), body: { ...company, version: 1 } });
  const asked = Date.now();
  await w.call(admin, updateAccount, { ...at(person.accountId), body: { ...company, picName: 'Lin', version: 2 } });
  const line = await newest();
  expect(line).toMatchObject({
    userId: admin.userId,
    username: admin.username,
    address: '127.0.0.1',
    session: expect.stringMatching(/^[\da-f]{12}$/),
    act: 'updateAccount',
    action: 'PUT /admin/accounts/{id}',
    about: 'Before Sdn Bhd',
    outcome: 'done',
    subject: { id: person.accountId },
    sent: { picName: 'Lin' },
    changeCount: 1,
  });
  const changed = { before: { pic_name: 'Mei' }, after: { pic_name: 'Lin' } };
  expect(line.changes).toEqual([{ table: 'account', tableName: 'account', key: { id: person.accountId }, ...changed }]);
  expect(Math.abs(Date.parse(line.at) - asked)).toBeLessThan(10_000);
});

test('records that a company is blacklisted and reinstated', async () => {
  const body = { remarkContent: 'late payment' };
  for (const [route, before, after] of [
    [blacklistAccount, 'Active', 'Blacklisted'],
    [reinstateAccount, 'Blacklisted', 'Active'],
  ] as const) {
    await w.call(admin, route, { ...at(person.accountId), body });
    const line = await newest();
    expect([line.sent, of(line, 'account')]).toEqual([
      body,
      [{ before: { status: before }, after: { status: after } }],
    ]);
  }
});

test('records an auction’s item, and the auction’s deletion, after which its entries stay', async () => {
  const { auctionId, itemIds } = await anAuction({ startsIn: 3_600, endsIn: 7_200 });
  const { title } = (await w.call(admin, getAuctionAsAdmin, at(auctionId))).data;
  const kind = { recCountry: 'MY', recFuelType: 'Hydro', vintageYear: 2020, vintagePeriod: 'FullYear' } as const;
  const terms = { recQuantity: 900, partialFulfillment: true, minimumBidPrice: 3, maximumBidPrice: 15_000 };
  const params = { id: auctionId, itemId: itemIds[0] ?? '' };
  await w.call(admin, updateItem, { params, body: { ...LEFT_EMPTY, ...kind, ...terms } });
  const edited = await newest();
  expect(edited).toMatchObject({ act: 'updateItem', about: title });
  expect(of(edited, 'auction_item')).toEqual([{ before: { quantity: 1_000 }, after: { quantity: 900 } }]);
  // The RECs that the item no longer offers were returned to the auction owner.
  const returned = { kind: 'returned', quantity: 100, made_by: admin.userId };
  expect(of(edited, 'ledger_entry')).toMatchObject([{ before: null, after: returned }]);
  expect(edited.changeCount).toBe(2);
  await w.call(admin, deleteAuction, at(auctionId));
  const deleted = await newest();
  expect(of(deleted, 'auction')).toMatchObject([{ before: { title }, after: null }]);
  expect(of(deleted, 'bidder')).toMatchObject([{ before: { user_id: person.userId }, after: null }]);
  expect(deleted.names).toMatchObject({ [person.accountId]: 'Before Sdn Bhd', [person.userId]: person.username });
  expect(JSON.stringify(deleted)).not.toContain('last_hash');
  const found = [await linesOf(`&search=${auctionId}`), await linesOf(`&search=${title.toUpperCase()}`)];
  for (const lines of found) expect(lines.map(({ act }) => act)).toEqual(['deleteAuction', 'updateItem']);
});

test('records a created sell order, template and tick size completely, under its name', async () => {
  const order = (await w.call(admin, createSellOrder, { body: aSellOrder(person.accountId) })).data;
  expect(await newest()).toMatchObject({
    act: 'createSellOrder',
    about: 'Hydro of Perak',
    changes: [{ key: { id: order.id }, before: null, after: { unit_price_cents: 1_250 } }],
  });
  await w.call(admin, updateSellOrder, { ...at(order.id), body: aSellOrder(person.accountId, { unitPrice: 13 }) });
  expect(of(await newest(), 'sell_order')).toEqual([
    { before: { unit_price_cents: 1_250 }, after: { unit_price_cents: 1_300 } },
  ]);

  const { id } = (await w.call(admin, createTemplate, { body: aTemplate() })).data;
  const { templateType: _, ...long } = aTemplate({ contents: inEnglish(`<p>${'word '.repeat(1_000)}</p>`) });
  await w.call(admin, updateTemplate, { ...at(id), body: { ...long, version: 1 } });
  const saved = await newest();
  expect(saved).toMatchObject({ act: 'updateTemplate', about: 'Guide for buyers' });
  expect(of(saved, 'template_version')).toMatchObject([{ before: null, after: { version: 2 } }]);
  expect(JSON.stringify(saved.sent).length).toBeLessThan(2_500);

  const tick = (await w.call(admin, createTickSize, { body: { name: 'Fine', priceStep: 0.05 } })).data;
  await w.call(admin, updateTickSize, { ...at(tick.id), body: { name: 'Finer', priceStep: 0.02 } });
  const before = { name: 'Fine', price_step_cents: 5 };
  expect(of(await newest(), 'tick_size')).toEqual([{ before, after: { name: 'Finer', price_step_cents: 2 } }]);
});

test('records what goes through a room: auction controls, and bids that an administrator places, revises and cancels', async () => {
  const { auctionId, itemIds, bidderIds } = await anAuction();
  const { auctionEndTime } = (await w.call(admin, getAuctionAsAdmin, at(auctionId))).data;
  const until = new Date(Date.parse(auctionEndTime) + 600_000).toISOString();
  const reason = 'asked for by telephone';
  await w.call(admin, extendAuction, { ...at(auctionId), body: { reason, until } });
  const extended = await newest();
  expect(extended).toMatchObject({
    act: 'extendAuction',
    username: admin.username,
    address: '127.0.0.1',
    sent: { reason },
  });
  const times = of(extended, 'auction').map(({ before, after }) => [before, after]);
  expect(times).toEqual([[{ auction_end_time: auctionEndTime }, { auction_end_time: until }]]);

  const offer = {
    bidderId: bidderIds[0] ?? '',
    reason,
    auctionItemId: itemIds[0] ?? '',
    bidderPartialFulfillment: true,
  };
  const bid = (price: number, more = {}) =>
    w.call(admin, placeBidOnBehalf, { ...at(auctionId), body: { ...offer, price, quantity: 10, ...more } });
  const bidId = (await bid(5)).data.bids[0]?.bidId ?? '';
  expect(of(await newest(), 'bid')).toMatchObject([{ before: null, after: { price_cents: 500, quantity: 10 } }]);
  await bid(6, { bidId });
  expect(of(await newest(), 'bid')).toEqual([{ before: { price_cents: 500 }, after: { price_cents: 600 } }]);
  await w.call(admin, cancelBid, { params: { id: auctionId, bidId }, body: { reason } });
  const cancelled = await newest();
  expect(cancelled).toMatchObject({ act: 'cancelBid', session: extended.session, about: extended.about });
  expect(of(cancelled, 'bid')).toMatchObject([{ before: { price_cents: 600 }, after: null }]);
  await w.call(admin, annulAuction, { ...at(auctionId), body: { reason } });
  expect(of(await newest(), 'auction')).toMatchObject([
    { before: { annulled_at: null }, after: { annulled_at: expect.any(String) } },
  ]);

  const over = await anAuction({ startsIn: -60, endsIn: -1 });
  const late = {
    ...offer,
    bidderId: over.bidderIds[0] ?? '',
    auctionItemId: over.itemIds[0] ?? '',
    price: 5,
    quantity: 10,
  };
  expect((await w.call(admin, placeBidOnBehalf, { ...at(over.auctionId), body: late })).code).toBe('auction_has_ended');
  expect(await newest()).toMatchObject({ act: 'placeBidOnBehalf', outcome: 'refused', changes: [] });
});

test('records the row and the name of an uploaded file, not its bytes', async () => {
  const { auctionId } = await anAuction({ startsIn: 3_600, endsIn: 7_200 });
  const form = new FormData();
  form.set('Type', 'AuctionDetail');
  form.set('File', new File([new Uint8Array(await aPng())], 'dam.png', { type: 'image/png' }));
  expect((await w.call(admin, uploadImage, { ...at(auctionId), form })).code).toBe('Success');
  const line = await newest();
  expect(line).toMatchObject({ act: 'uploadImage', sent: { Type: 'AuctionDetail', File: { file: 'dam.png' } } });
  expect(of(line, 'image')).toMatchObject([{ before: null, after: { auction_id: auctionId } }]);
  // Before a document names the image, the only name of the image is its file name.
  const upload = new FormData();
  upload.set('File', new File([new Uint8Array(await aPng())], 'logo.png', { type: 'image/png' }));
  expect((await w.call(admin, uploadTemplateImage, { form: upload })).code).toBe('Success');
  expect(await newest()).toMatchObject({ act: 'uploadTemplateImage', about: 'logo.png' });
});

test('records no rejected or repeated act, and no act of a user', async () => {
  const body = { name: 'Once', priceStep: 0.5 };
  const key = 'the-same-key';
  await w.call(admin, createTickSize, { body, key });
  const before = await newest();
  await w.call(admin, createTickSize, { body, key });
  expect((await w.call(admin, createTickSize, { body: { ...body, priceStep: 0 } })).status).toBe(422);
  expect((await w.call(admin, deleteAuction, at(before.userId))).code).toBe('not_found');
  expect((await w.call(person, createTickSize, { body })).code).toBe('forbidden_access');
  expect((await newest()).id).toBe(before.id);
});

test('filters the entries by act and days, counts them, and exports them in words', async () => {
  const acts = new Set((await linesOf('&act=updateTickSize')).map(({ act }) => act));
  expect([...acts]).toEqual(['updateTickSize']);
  expect(await linesOf('&to=2020-01-01')).toEqual([]);
  expect(await linesOf('&search=%25')).toEqual([]);
  expect((await linesOf(`&from=2020-01-01&search=127.0.0.1`)).length).toBeGreaterThan(5);
  const page = (await w.call(admin, listAuditLines, { query: '?limit=1&currentPage=2' })).data;
  expect([page.items.length, page.isMore, page.total > 5]).toEqual([1, false, true]);
  const headers = { 'accept-language': 'zh', 'accept-timezone': 'Asia/Shanghai' };
  const { text } = await w.call(admin, exportAuditLines, { query: '?act=updateTickSize', headers });
  expect(text).toContain('时间 (Asia/Shanghai)');
  expect(text).toContain('修改最小变动价位');
  expect(text).toContain('最小变动价位: 名称: Fine → Finer');
});

test('nobody changes an entry, not even the database itself', async () => {
  for (const table of ['audit_line', 'audit_change'])
    for (const change of [`update ${table} set id = default`, `delete from ${table}`, `truncate ${table} cascade`])
      await expect(sql.raw(change).execute(w.database.db)).rejects.toThrow('the audit trail is only ever added to');
});

/** Operations that are no acts. They only read, and have a body because the text or list in it is long. */
const READS = [
  'POST /admin/auctions/{id}/bidder-candidates',
  'POST /admin/message-texts/{textId}/preview',
  'POST /admin/account-imports/preview',
  'POST /admin/sell-orders/{id}/buyer-candidates',
];

test('every changing operation of administrators has a name in the audit trail', async () => {
  const paths = await readPaths<{ readonly 'x-access': string }>(w);
  const actions = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method, one]) => method !== 'get' && one['x-access'] === 'admin')
      .map(([method]) => `${method.toUpperCase()} ${path}`),
  );
  expect(actions.length).toBeGreaterThan(40);
  const named = new Set(AUDIT_ACTS.map(actionOf));
  expect(actions.filter((action) => !named.has(action))).toEqual(READS);
});
