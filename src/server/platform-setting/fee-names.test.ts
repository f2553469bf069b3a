import { afterAll, beforeAll, expect, test } from 'vitest';
import { envSchema } from '#contract/basics/env.ts';
import { exportWonBidsAsAdmin, getAwardStatementAsAdmin, getResultAsAdmin } from '#contract/award/award.ts';
import { placeBid } from '#contract/bidding/bidding.ts';
import { exportBuyOrderHistoryAsAdmin } from '#contract/marketplace/buy-order-history.ts';
import { issueFeeInvoice } from '#contract/invoice/invoice.ts';
import { getPlatformSettings, updateFeeNames } from '#contract/platform-setting/platform-setting.ts';
import { listSettlementsAsAdmin } from '#contract/settlement/settlement.ts';
import type { Invoice } from '#domain/invoice/invoice.ts';
import { FEE_NAMES } from '#domain/platform-setting/fee-names.ts';
import { completeBilling, completeCompanies } from '#testing/builders/invoice-builders.ts';
import { insertAuction, moveAuction } from '#testing/builders/records.ts';
import type { AuctionId } from '#domain/basics/ids.ts';
import { readPdf } from '#testing/readers/read-pdf.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

const NAMES = { buyer: { en: ' Service  charge', zh: '服务费' }, seller: { en: 'Commission', zh: '' } };
let w: World;
let owner: SignedIn;
let auctionId: AuctionId;
beforeAll(async () => {
  w = await world();
  const seller = await w.signedIn();
  const anna = await w.signedIn();
  owner = await w.signedIn({ role: 'Admin' });
  await completeCompanies(w);
  await completeBilling(w, owner, [seller, anna]);
  const wish = { ownerAccountId: seller.accountId, createdBy: owner.userId, bidders: [{ person: anna }] };
  const auction = await insertAuction(w.database.db, wish);
  ({ auctionId } = auction);
  const body = { auctionItemId: auction.itemIds[0] ?? '', price: 5, quantity: 100, bidderPartialFulfillment: true };
  await w.call(anna, placeBid, { params: { id: auctionId }, body });
  await moveAuction(w.database.db, auctionId, -200, -100);
  await w.call(owner, getResultAsAdmin, { params: { id: auctionId } });
});
afterAll(() => w.end());

const stored = async () => (await w.call(owner, getPlatformSettings)).data.feeNames;
const setNames = async (names: Omit<Awaited<ReturnType<typeof stored>>, 'version'>, who = owner) =>
  w.call(who, updateFeeNames, { body: { ...names, version: (await stored()).version } });
const headings = async (language: string) => {
  const headers = { 'accept-language': language };
  const won = await w.call(owner, exportWonBidsAsAdmin, { params: { id: auctionId }, query: '?format=csv', headers });
  const history = await w.call(owner, exportBuyOrderHistoryAsAdmin, { query: '?format=csv', headers });
  return [won.text, history.text].map((text) => text.split('\n', 1)[0]);
};
async function statement(): Promise<string> {
  const url = `/auction-api${getAwardStatementAsAdmin.path.replace('{id}', auctionId)}?format=pdf`;
  const { rawPayload } = await w.app.inject({ url, headers: { authorization: `Bearer ${owner.token}` } });
  return (await readPdf(rawPayload)).pages.join(' ').replaceAll(/\s+/g, ' ');
}
/** Issues the invoice of the platform to one side. Returns the lines of all fee invoices, in English. */
async function issue(to: 'buyer' | 'seller') {
  const { data } = await w.call(owner, listSettlementsAsAdmin);
  const params = { id: data.items[0]?.id ?? '' };
  expect((await w.call(owner, issueFeeInvoice, { params, body: { to } })).code).toBe('Success');
  const rows = await w.database.db.selectFrom('invoice').select('content').orderBy('issued_at').execute();
  return rows.map(({ content }) => (content as Invoice).lines.map(({ description }) => description));
}

test('files, statements, browsers and new invoices have the names; issued invoices keep theirs', async () => {
  for (const heading of await headings('en')) expect(heading).toMatch(/Buyer’s (processing )?fee/);
  expect(await statement()).toContain("Buyer's fee");
  const toSeller = [{ en: expect.stringMatching(/^Seller fee: /), zh: expect.stringMatching(/^卖方费用：/) }];
  expect(await issue('seller')).toEqual([toSeller]);

  await setNames(NAMES);
  expect(await stored()).toMatchObject({ buyer: { en: 'Service charge', zh: '服务费' }, seller: { en: 'Commission' } });
  expect(envSchema.parse((await w.app.inject('/env')).json()).feeNames.buyer).toEqual({
    en: 'Service charge',
    zh: '服务费',
  });
  for (const heading of await headings('en')) {
    expect(heading).toContain('Service charge');
    expect(heading).toContain('Commission');
    expect(heading).not.toMatch(/Buyer’s|Seller’s (processing )?fee/);
  }
  for (const heading of await headings('zh')) expect(heading).toContain('服务费');
  expect(await statement()).toContain('Service charge (MYR)');
  const toBuyer = [{ en: expect.stringMatching(/^Service charge: /), zh: expect.stringMatching(/^服务费：/) }];
  expect(await issue('buyer')).toEqual([toSeller, toBuyer]);

  await setNames(FEE_NAMES);
  for (const heading of await headings('en')) expect(heading).toMatch(/Buyer’s (processing )?fee/);
});

test('refuses bad names with the field, older versions, and administrators who are no owners', async () => {
  expect((await setNames({ buyer: { en: 'x'.repeat(41) }, seller: { zh: '💰' } })).fields).toMatchObject({
    'buyer.en': { code: 'less_than_maximum_character' },
    'seller.zh': { code: 'emoji_not_allowed' },
  });
  const { version } = await stored();
  const body = { buyer: {}, seller: {}, version };
  expect((await w.call(owner, updateFeeNames, { body })).data.version).toBe(version + 1);
  expect((await w.call(owner, updateFeeNames, { body })).code).toBe('settings_changed');
  const finance = await w.signedIn({ role: 'Admin', adminRoles: ['finance'] });
  expect((await setNames({ buyer: {}, seller: {} }, finance)).code).toBe('admin_role_missing');
});
