import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { addItem, createAuction, getAuctionAsAdmin } from '#contract/auction/auction.ts';
import { exportWonBidsAsUser } from '#contract/award/award.ts';
import { judgeRecord } from '#contract/award/judge-record.ts';
import { getRecordAsAdmin } from '#contract/award/record.ts';
import { envSchema } from '#contract/basics/env.ts';
import { placeInitialBids } from '#contract/bidding/bidding.ts';
import {
  creditSaleInvoice,
  getInvoiceFileAsUser,
  issueSaleInvoice,
  listInvoicesAsUser,
} from '#contract/invoice/invoice.ts';
import { approveBuyOrder } from '#contract/marketplace/buy-order.ts';
import { listBuyOrderHistoryAsAdmin } from '#contract/marketplace/buy-order-history.ts';
import { listSellOrdersAsUser, placeBuyOrder } from '#contract/marketplace/marketplace.ts';
import { createSellOrder } from '#contract/marketplace/sell-order.ts';
import { updateCurrency } from '#contract/platform-setting/currency.ts';
import { getPlatformSettings } from '#contract/platform-setting/platform-setting.ts';
import { getSettlementAsAdmin, listSettlementsAsUser, takeSettlementStep } from '#contract/settlement/settlement.ts';
import { getStatistics } from '#contract/statistic.ts';
import { createTickSize } from '#contract/tick.ts';
import { setPlatformCurrency } from '#domain/basics/currency.ts';
import { centsOfText, textOfCents } from '#domain/basics/price.ts';
import { RECORD_PROOFS } from '#server/award/record-proofs.ts';
import { openDatabase } from '#server/platform/database/database.ts';
import { completeCompanies } from '#testing/builders/invoice-builders.ts';
import { LEFT_EMPTY } from '#testing/builders/item-builders.ts';
import { aSellOrder, makeSellOrder, MARKETPLACE_ON } from '#testing/builders/marketplace-builders.ts';
import { insertAuction, type TestAuction } from '#testing/builders/records.ts';
import { readPdf } from '#testing/readers/read-pdf.ts';
import { temporaryFolder } from '#testing/world/temporary-folder.ts';
import { world, worldOn, type SignedIn, type World } from '#testing/world/world.ts';

// Test files share a process, and the currency is that of the process.
afterAll(() => setPlatformCurrency('USD'));

const SETTINGS = { VARIANT: 'GLOBAL', ...MARKETPLACE_ON };

/** 333 RECs at 1,505 minor units, a buyer's fee of 1.5 % and a seller's fee of 1 %, in each currency. */
const CASES = [
  { code: 'JPY', step: 5, tooFine: 0.5, price: 1505, shown: '1,505', figures: ['1505', '501165', '7517', '5012'] },
  {
    code: 'KWD',
    step: 0.005,
    tooFine: 0.0005,
    price: 1.505,
    shown: '1.505',
    figures: ['1.505', '501.165', '7.517', '5.012'],
  },
] as const;

describe.each(CASES)('a platform in $code', ({ code, step, tooFine, price, shown, figures }) => {
  const [priceText, amount, buyerFee, sellerFee] = figures;
  let w: World;
  let far: World;
  let admin: SignedIn;
  let owner: SignedIn;
  let anna: SignedIn;
  let auction: TestAuction;
  const change = (to: string, version: number) => w.call(admin, updateCurrency, { body: { code: to, version } });

  beforeAll(async () => {
    w = await world(SETTINGS);
    far = await worldOn(await openDatabase({ url: w.url ?? '' }), w.url, SETTINGS);
    admin = await w.signedIn({ role: 'Admin' });
    [owner, anna] = [await w.signedIn(), await w.signedIn()];
    await completeCompanies(w);
  });
  afterAll(async () => {
    await far.end();
    await w.end();
  });

  test('every process follows the currency, and it can be changed back', async () => {
    expect((await w.call(admin, getPlatformSettings)).data.currency).toEqual({
      code: '',
      version: 0,
      standard: 'USD',
      isInUse: false,
    });
    expect((await change('ABC', 0)).fields?.code?.code).toBe('currency_unknown');
    expect((await change('EUR', 0)).data).toMatchObject({ code: 'EUR', version: 1, isInUse: false });
    expect((await change('', 1)).data).toMatchObject({ code: '', version: 2, isInUse: false });
    expect((await change(code, 2)).data).toMatchObject({ code, version: 3, isInUse: false });
    for (const one of [w, far])
      await expect.poll(async () => envSchema.parse((await one.app.inject('/env')).json()).currency).toBe(code);
  });

  test('tick sizes, items and bids have the decimals of the currency', async () => {
    const refused = await w.call(admin, createTickSize, { body: { name: 'fine', priceStep: tooFine } });
    expect(refused.fields?.priceStep?.code).toBe('tick_size_invalid');
    const { data: tick } = await w.call(admin, createTickSize, { body: { name: 'usual', priceStep: step } });
    expect(tick).toMatchObject({ priceStep: step, unit: `${code}/REC` });
    const { data: made } = await w.call(admin, createAuction, { body: settingsOf(owner.accountId, tick.id) });
    expect(made.tickSize).toEqual({ id: tick.id, priceStep: step, unit: `${code}/REC` });
    const params = { id: made.id };
    const body = { ...AN_ITEM, minimumBidPrice: price - step, maximumBidPrice: price };
    expect((await w.call(admin, addItem, { params, body })).data).toMatchObject({ maximumBidPrice: price });
    const fine = await w.call(admin, addItem, {
      params,
      body: { ...body, vintageYear: 2024, maximumBidPrice: price + tooFine },
    });
    expect(fine.fields?.maximumBidPrice?.code).toBe('price_invalid');
    expect((await w.call(admin, getAuctionAsAdmin, { params })).data.items[0]?.minimumBidPrice).toBe(price - step);
  });

  test('an auction is won at the exact price, and its record verifies', async () => {
    auction = await insertAuction(w.database.db, {
      ownerAccountId: owner.accountId,
      createdBy: admin.userId,
      endsIn: 8,
      tickCents: 5,
      items: [{ quantity: 333, minimumCents: 100, maximumCents: 5_000 }],
      bidders: [{ person: anna }],
    });
    const params = { id: auction.auctionId };
    const bid = { auctionItemId: auction.itemIds[0] ?? '', quantity: 333, bidderPartialFulfillment: true };
    const bids = [{ ...bid, price: price + tooFine }];
    const refused = await w.call(anna, placeInitialBids, { params, body: { bids } });
    expect(JSON.stringify(refused)).toContain('bid_price_invalid');
    const placed = await w.call(anna, placeInitialBids, { params, body: { bids: [{ ...bid, price }] } });
    expect(placed.data.bids[0]?.bidValue).toBe(price);
    const read = async () => w.call(admin, getRecordAsAdmin, { params });
    await vi.waitUntil(async () => (await read()).code === 'Success', { timeout: 60_000 });
    const judged = judgeRecord((await read()).text, RECORD_PROOFS);
    expect(judged).not.toHaveProperty('what');
    expect('record' in judged && judged.record).toMatchObject({
      head: { currency: code },
      awards: [{ priceCents: 1505, amount, buyerFee, sellerFee }],
    });
    const { rawPayload } = await w.app.inject({
      url: `/auction-api/admin/auctions/${auction.auctionId}/record?format=pdf`,
      headers: { authorization: `Bearer ${admin.token}` },
    });
    expect((await readPdf(rawPayload)).pages.join(' ').replaceAll(/\s+/g, ' ')).toContain(`333 ${shown}`);
    const { rows } = await sql<{ body: string }>`select body from outbox where subject like 'Result:%'`.execute(
      w.database.db,
    );
    expect(rows.some(({ body }) => body.includes(`${shown} × 333`))).toBe(true);
  });

  test('a record verifies on a platform with another currency, and the verifier shows its prices', async () => {
    const { text } = await w.call(admin, getRecordAsAdmin, { params: { id: auction.auctionId } });
    const folder = await temporaryFolder('currency');
    const file = join(folder.path, 'record.jsonl');
    await writeFile(file, text);
    const { stdout } = await promisify(execFile)(process.execPath, ['scripts/verify.ts', file]);
    await folder.remove();
    expect(stdout).toContain(`333 RECs at ${priceText} ${code}, ${amount}`);
    setPlatformCurrency('USD');
    try {
      expect(judgeRecord(text, RECORD_PROOFS)).not.toHaveProperty('what');
      expect(judgeRecord(text.replace(`"amount":"${amount}"`, `"amount":"${amount}0"`), RECORD_PROOFS)).toHaveProperty(
        'what',
      );
    } finally {
      setPlatformCurrency(code);
    }
  });

  test('settlements, invoices, exports and statistics have the decimals of the currency', async () => {
    const { data } = await w.call(anna, listSettlementsAsUser);
    const [settlement] = data.items;
    expect(settlement).toMatchObject({ owed: amount, paid: (0).toFixed(amount.split('.')[1]?.length ?? 0) });
    const params = { id: settlement?.id ?? '' };
    const { version } = (await w.call(admin, getSettlementAsAdmin, { params })).data;
    const pay = (sent: string) =>
      w.call(admin, takeSettlementStep, {
        params,
        body: {
          step: 'confirmPayment',
          version,
          amount: sent,
          quantity: null,
          reference: 'r',
          remark: '',
          evidenceIds: [],
        },
      });
    expect((await pay(`${amount}${amount.includes('.') ? '' : '.'}0`)).status).toBe(400);
    expect((await pay(amount)).data).toMatchObject({ paid: amount });

    const { data: invoice } = await w.call(owner, issueSaleInvoice, { params });
    expect(invoice).toMatchObject({ currency: code, net: amount, payable: amount });
    const file = await w.call(anna, getInvoiceFileAsUser, { params: { id: invoice.id }, query: '?format=structured' });
    expect(file.text).toContain(`currencyID="${code}">${amount}<`);
    const credit = { net: priceText, reason: 'as agreed' };
    await w.call(owner, creditSaleInvoice, { params: { id: invoice.id }, body: credit });
    const listed = (await w.call(anna, listInvoicesAsUser)).data.items.find(({ id }) => id === invoice.id);
    expect(listed).toMatchObject({ creditedNet: priceText });

    const csv = await w.call(anna, exportWonBidsAsUser, {
      params: { id: auction.auctionId },
      query: '?format=data-csv',
    });
    expect(csv.text).toContain(priceText);
    const today = new Date().toISOString().slice(0, 10);
    const { totals } = (await w.call(admin, getStatistics, { query: `?from=${today}&to=${today}` })).data;
    expect(totals).toMatchObject({ value: amount, averagePrice: price, weightedPrice: price });
  });

  test('a purchase in the marketplace has the same figures in its order, its settlement and the trade history', async () => {
    const { id } = await makeSellOrder(w, admin, {
      seller: owner,
      settings: { unitPrice: price },
      items: [{ recQuantity: 333 }],
    });
    const fine = { body: aSellOrder(owner.accountId, { unitPrice: price + tooFine }) };
    expect((await w.call(admin, createSellOrder, fine)).fields?.unitPrice?.code).toBe('price_invalid');
    const found = await w.call(anna, listSellOrdersAsUser, { query: `?minimumPrice=${price}&maximumPrice=${price}` });
    expect(found.data.items.map((one) => one.id)).toEqual([id]);
    const order = { accountId: anna.accountId, quantity: 333, beneficiary: null, reviewed: null };
    const placed = await w.call(anna, placeBuyOrder, { params: { id }, body: order });
    expect(placed.data).toMatchObject({ unitPrice: price, amount, buyerFee });
    const params = { id: placed.data.id };
    const approved = await w.call(admin, approveBuyOrder, { params, body: { remarkContent: 'as agreed' } });
    expect(approved.data).toMatchObject({ amount, buyerFee, sellerFee });
    const settled = (await w.call(anna, listSettlementsAsUser)).data.items.find((one) => one.buyOrderId === params.id);
    expect(settled?.owed).toBe(amount);
    const { items, totals } = (await w.call(admin, listBuyOrderHistoryAsAdmin)).data;
    expect(items.map((one) => [one.price, one.amount, one.buyerFee, one.sellerFee])).toEqual([
      [price, amount, buyerFee, sellerFee],
      [price, amount, buyerFee, sellerFee],
    ]);
    const twice = (text: string) => textOfCents(2n * centsOfText(text));
    expect(totals).toMatchObject({ amount: twice(amount), buyerFees: twice(buyerFee), sellerFees: twice(sellerFee) });
  });

  test('the currency cannot change as soon as there is money', async () => {
    const { currency } = (await w.call(admin, getPlatformSettings)).data;
    expect(currency).toMatchObject({ code, version: 3, isInUse: true });
    expect(await change('EUR', 3)).toMatchObject({ status: 409, code: 'currency_in_use' });
    expect((await change(code, 3)).code).toBe('Success');
    const { db } = w.database;
    const other = sql`update platform_setting set value = '{"code": "EUR", "decimals": 2}' where name = 'currency'`;
    await expect(other.execute(db)).rejects.toThrow('cannot change');
    await expect(sql`update award set amount = amount + 0.0001`.execute(db)).rejects.toThrow('more decimals');
  });
});

const inSeconds = (seconds: number): string => new Date(Date.now() + seconds * 1000).toISOString();

const settingsOf = (ownerAccountId: string, tickSizeId: string) => ({
  title: 'Hydro in another currency',
  auctionType: 'Forward' as const,
  isPrivate: true,
  startTime: inSeconds(3_600),
  endTime: inSeconds(7_200),
  minimumRecQuantity: 1,
  minimumBiddingRecQuantity: 1,
  sellerProcessingFee: 1,
  buyerProcessingFee: 1.25,
  spotRecs: false,
  tickSizeId,
  ownerAccountId,
  softCloseMinutes: null,
  softCloseMaximum: null,
  recurrenceTimeZone: null,
  recurrenceUntil: null,
  recurrenceTimes: null,
});

const AN_ITEM = {
  ...LEFT_EMPTY,
  recCountry: 'MY' as const,
  recFuelType: 'Hydro' as const,
  vintageYear: 2025,
  vintagePeriod: 'FullYear' as const,
  recQuantity: 100,
  partialFulfillment: true,
};
