import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  getAwardStatementAsAdmin,
  getAwardStatementAsUser,
  getResultAsAdmin,
  getResultAsUser,
} from '#contract/award/award.ts';
import { getRecordAsAdmin } from '#contract/award/record.ts';
import type { Route } from '#contract/basics/route.ts';
import { placeBid } from '#contract/bidding/bidding.ts';
import { annulAuction } from '#contract/bidding/conduct.ts';
import { insertAuction, moveAuction, type TestAuction } from '#testing/builders/records.ts';
import { readPdf } from '#testing/readers/read-pdf.ts';
import { readZip } from '#testing/readers/read-zip.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

let w: World;
let admin: SignedIn;
let owner: SignedIn;
let anna: SignedIn;
let bo: SignedIn;
let carl: SignedIn;
let idle: SignedIn;
let auction: TestAuction;

const COMPANIES = { owner: '水力发电（深圳）有限公司', anna: 'Angkasa Hijau', bo: 'Borneo 绿色', carl: 'Carl & Sons' };

/**
 * Of 1,000 RECs, Anna wins 600 at 5.00, and Bo the other 400 of his 700 at 4.50. Carl bids too little; one bidder
 * never bids.
 */
beforeAll(async () => {
  w = await world();
  admin = await w.signedIn({ role: 'Admin' });
  owner = await w.signedIn();
  [anna, bo, carl, idle] = [await w.signedIn(), await w.signedIn(), await w.signedIn(), await w.signedIn()];
  const people = { owner, anna, bo, carl };
  for (const [who, company_name] of Object.entries(COMPANIES)) {
    const { accountId } = people[who as keyof typeof people];
    await w.database.db.updateTable('account').set({ company_name }).where('id', '=', accountId).execute();
  }
  auction = await anAuction();
  await bid(auction, carl, 4, 500);
  await bid(auction, anna, 5, 600);
  await bid(auction, bo, 4.5, 700);
  await moveAuction(w.database.db, auction.auctionId, -3_600, -60);
});
afterAll(() => w.end());

const anAuction = () =>
  insertAuction(w.database.db, {
    ownerAccountId: owner.accountId,
    createdBy: admin.userId,
    bidders: [anna, bo, carl, idle].map((person) => ({ person })),
  });

const bid = ({ auctionId, itemIds }: TestAuction, who: SignedIn, price: number, quantity: number) =>
  w.call(who, placeBid, {
    params: { id: auctionId },
    body: { auctionItemId: itemIds[0] ?? '', price, quantity, bidderPartialFulfillment: true },
  });

const ask = (who: SignedIn, route: Route, { format = 'pdf', language = 'en', of = auction } = {}) =>
  w.app.inject({
    url: `/auction-api${route.path.replace('{id}', of.auctionId)}?format=${format}`,
    headers: {
      authorization: `Bearer ${who.token}`,
      'accept-language': language,
      'accept-timezone': 'Asia/Kuala_Lumpur',
    },
  });

async function paperOf(...asked: Parameters<typeof ask>) {
  const reply = await ask(...asked);
  expect(reply.headers['content-type']).toBe('application/pdf');
  const { pages, info } = await readPdf(reply.rawPayload);
  return { text: pages.join(' ').replaceAll(/\s+/g, ' '), info, name: reply.headers['content-disposition'] };
}

test('a bidder sees only its own awards, its payments, the seller, and why its bids won', async () => {
  const { text, info, name } = await paperOf(bo, getAwardStatementAsUser);
  expect(info).toMatchObject({ Title: 'Trade confirmation', Language: 'en' });
  expect(name).toMatch(/award-statement-AWD-[0-9A-F]{8}-B\d+\.pdf/);
  expect(text).toContain(`Seller ${COMPANIES.owner}`);
  expect(text).toMatch(/Buyer Borneo 绿色 \(Bidder \d+\)/);
  expect(text).toContain('Malaysia · Hydro · 2020 2 400 4.50 1,800.00 27.00 1,827.00');
  expect(text).toContain('Total 400 1,800.00 27.00 1,827.00');
  expect(text).toContain('4.50 700 400 awarded the remaining 400');
  expect(text).toContain('GMT+8');
  for (const other of [COMPANIES.anna, COMPANIES.carl, '3,000.00']) expect(text).not.toContain(other);
});

test('a bidder that won nothing reads why; an account without bids or a part gets no confirmation', async () => {
  const { text } = await paperOf(carl, getAwardStatementAsUser, { language: 'zh' });
  expect(text).toContain('您的出价均未成交。');
  expect(text).toContain('4.00 500 0');
  expect((await ask(idle, getAwardStatementAsUser)).statusCode).toBe(403);
  expect((await ask(await w.signedIn(), getAwardStatementAsUser)).statusCode).toBe(404);
});

test('the owner sees every award with the winners’ companies, and its own receipts', async () => {
  const { text } = await paperOf(owner, getAwardStatementAsUser);
  expect(text).toContain('Angkasa Hijau 1 600 5.00 3,000.00 30.00 2,970.00');
  expect(text).toContain('Total 1,000 4,800.00 48.00 4,752.00');
  expect(text).toContain('Borneo 绿色 400 1,800.00 18.00 1,782.00');
  expect(text).not.toContain(COMPANIES.carl);
  expect(text).not.toContain(anna.username);
});

test('administrators see both sides, with the hash of the record', async () => {
  const { text } = await paperOf(admin, getAwardStatementAsAdmin);
  expect(text).toContain('Total 1,000 4,800.00 72.00 4,872.00 48.00 4,752.00');
  const record = await w.call(admin, getRecordAsAdmin, { params: { id: auction.auctionId } });
  const hashes = [...record.text.matchAll(/"hash":"(\w{64})"/g)].map(([, hash]) => hash);
  expect(text.replaceAll(' ', '')).toContain(hashes.at(-1));
});

test('the spreadsheet has the same figures as the PDF and the screen', async () => {
  const sheetOf = async (who: SignedIn, route: Route) =>
    readZip((await ask(who, route, { format: 'xlsx' })).rawPayload).get('xl/worksheets/sheet1.xml') ?? '';
  const ofBo = await sheetOf(bo, getAwardStatementAsUser);
  const { data } = await w.call(bo, getResultAsUser, { params: { id: auction.auctionId } });
  expect(data.own).toMatchObject({ wonQuantity: 400, amount: '1800.00', fee: '27.00', total: '1827.00' });
  for (const figure of [400, 1800, 27, 1827]) expect(ofBo.split(`<v>${figure}</v>`)).toHaveLength(3);
  const ofAll = await sheetOf(admin, getAwardStatementAsAdmin);
  const { totals } = (await w.call(admin, getResultAsAdmin, { params: { id: auction.auctionId } })).data;
  for (const figure of [totals.value, totals.buyerFees, totals.sellerFees])
    expect(ofAll).toContain(`<v>${Number(figure)}</v>`);
});

test('the confirmation of an annulled auction says that nothing is awarded', async () => {
  const annulled = await anAuction();
  await bid(annulled, anna, 5, 600);
  const params = { id: annulled.auctionId };
  await w.call(admin, annulAuction, { params, body: { reason: 'the seller withdrew' } });
  const { text } = await paperOf(anna, getAwardStatementAsUser, { of: annulled });
  expect(text).toContain('This auction was annulled: no awards were made. Reason: the seller withdrew');
  expect(text).toContain('None of your bids won.');
});

test('nothing is confirmed before the result is final', async () => {
  const live = await anAuction();
  expect((await ask(owner, getAwardStatementAsUser, { of: live })).json()).toMatchObject({ code: 'results_not_ready' });
});
