import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getResultAsAdmin } from '#contract/award/award.ts';
import type { BodyOf } from '#contract/basics/route.ts';
import { placeBid } from '#contract/bidding/bidding.ts';
import {
  getBillingAsAdmin,
  getBillingAsUser,
  getPlatformBilling,
  updateBilling,
  updatePlatformBilling,
} from '#contract/invoice/billing.ts';
import {
  cancelSaleInvoice,
  creditFeeInvoice,
  creditSaleInvoice,
  getInvoiceFileAsAdmin,
  getInvoiceFileAsUser,
  issueFeeInvoice,
  issueSaleInvoice,
  listInvoicesAsAdmin,
  listInvoicesAsUser,
} from '#contract/invoice/invoice.ts';
import { makeWebhook } from '#contract/company/webhook.ts';
import { listNotices } from '#contract/notice.ts';
import { approveBuyOrder } from '#contract/marketplace/buy-order.ts';
import { placeBuyOrder } from '#contract/marketplace/marketplace.ts';
import { listSettlementsAsUser, takeSettlementStep } from '#contract/settlement/settlement.ts';
import { EMPTY_BILLING } from '#domain/invoice/billing.ts';
import { completeCompanies, MALAYSIAN, PLATFORM_COMPANY } from '#testing/builders/invoice-builders.ts';
import { makeSellOrder, MARKETPLACE_ON } from '#testing/builders/marketplace-builders.ts';
import { insertAuction, moveAuction } from '#testing/builders/records.ts';
import { invoicePdf } from '#server/invoice/invoice-pdf.ts';
import { readInvoice } from '#server/invoice/invoice-rows.ts';
import { makePdf } from '#server/platform/document/make-pdf.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { readPdf } from '#testing/readers/read-pdf.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

type Variant = 'GLOBAL' | 'TNBX';
type Body = BodyOf<typeof updateBilling>;

const BANK = {
  bankName: 'Example Bank',
  bankCountry: 'MY',
  accountHolder: 'Seller Sdn Bhd',
  accountNumber: '5140 1234 5678',
  bic: 'mbbemykl',
};
const SERVICE_TAX = { code: '02', ratePercent: 8, reason: '', from: '2024-03-01', until: null, nameEn: '', nameZh: '' };
const BRAND = { name: 'Greenlot', title: { en: 'Greenlot', zh: 'Greenlot' }, primaryColor: '#006644' };
describe.each<Variant>(['GLOBAL', 'TNBX'])('variant %s', (VARIANT) => {
  let w: World;
  let admin: SignedIn;
  let owner: SignedIn;
  let anna: SignedIn;
  beforeAll(async () => {
    w = await world({ ...MARKETPLACE_ON, VARIANT });
    admin = await w.signedIn({ role: 'Admin' });
    [owner, anna] = await Promise.all([w.signedIn(), w.signedIn()]);
    await completeCompanies(w);
  });
  afterAll(() => w.end());

  /** Returns the settlement of an auction in which Anna won 300 RECs for 1,503.00 and pays a fee of 2.5 %. */
  async function traded(): Promise<string> {
    const { auctionId, itemIds } = await insertAuction(w.database.db, {
      ownerAccountId: owner.accountId,
      createdBy: admin.userId,
      bidders: [{ person: anna }],
    });
    await sql`update auction set buyer_fee_hundredths = 250, seller_fee_hundredths = 0 where id = ${auctionId}`.execute(
      w.database.db,
    );
    await moveAuction(w.database.db, auctionId, -100, 100);
    const bid = { auctionItemId: itemIds[0] ?? '', price: 5.01, quantity: 300, bidderPartialFulfillment: true };
    await sql`update auction set tick_cents = 1 where id = ${auctionId}`.execute(w.database.db).catch(() => undefined);
    expect((await w.call(anna, placeBid, { params: { id: auctionId }, body: bid })).code).toBe('Success');
    await moveAuction(w.database.db, auctionId, -200, -100);
    await w.call(admin, getResultAsAdmin, { params: { id: auctionId } });
    const { data } = await w.call(anna, listSettlementsAsUser);
    return data.items.find((one) => one.auctionId === auctionId)?.id ?? '';
  }

  async function completeBilling(): Promise<void> {
    for (const person of [owner, anna]) {
      const params = { id: person.accountId };
      const { data } = await w.call(person, getBillingAsUser, { params });
      const body = { ...data, ...(VARIANT === 'TNBX' ? MALAYSIAN : {}), ...(person === owner ? BANK : {}) };
      expect((await w.call(person, updateBilling, { params, body })).code).toBe('Success');
    }
    const { data } = await w.call(admin, getPlatformBilling);
    const body = { ...data, ...(VARIANT === 'TNBX' ? MALAYSIAN : {}), company: PLATFORM_COMPANY };
    expect((await w.call(admin, updatePlatformBilling, { body })).code).toBe('Success');
  }

  const text = async (id: string, who: SignedIn = anna): Promise<string> => {
    const route = who === admin ? getInvoiceFileAsAdmin : getInvoiceFileAsUser;
    return (await w.call(who, route, { params: { id }, query: '?format=structured' })).text;
  };

  test('an invoice names what is missing, equals the award to the cent, and never changes', async () => {
    const id = await traded();
    const params = { id };
    if (VARIANT === 'TNBX') {
      const { code, params: told } = await w.call(owner, issueSaleInvoice, { params });
      expect(code).toBe('billing_incomplete');
      expect(told).toMatchObject({
        fields: 'Tax number, Industry code, Business activity, City',
        accountId: owner.accountId,
        codes: 'taxNumber industryCode activity city',
      });
      const chinese = await w.call(owner, issueSaleInvoice, { params, headers: { 'accept-language': 'zh' } });
      expect(chinese.params).toMatchObject({ fields: '税号、行业代码、经营活动、城市' });
    }
    await completeBilling();
    const { data: invoice } = await w.call(owner, issueSaleInvoice, { params });
    expect(invoice).toMatchObject({ kind: 'sale', type: 'invoice', net: '1503.00', tax: '0.00', payable: '1503.00' });
    expect(invoice.number).toMatch(/^INV-\d{4}-000001$/);
    expect(invoice).toMatchObject({ receiver: { accountId: anna.accountId }, issuer: { accountId: owner.accountId } });
    expect((await w.call(owner, issueSaleInvoice, { params })).code).toBe('invoice_exists');

    const first = await text(invoice.id);
    expect(first).toContain('1503.00');
    expect(first).toContain(VARIANT === 'TNBX' ? '"_":5.01' : '>5.01<');
    await sql`update account set company_name = 'Renamed Sdn Bhd' where id = ${owner.accountId}`.execute(w.database.db);
    const changed = w.call(owner, updateBilling, {
      params: { id: owner.accountId },
      body: { ...(await w.call(owner, getBillingAsUser, { params: { id: owner.accountId } })).data, bankName: 'Other' },
    });
    expect((await changed).code).toBe('Success');
    expect(await text(invoice.id)).toBe(first);
    await expect(
      sql`update invoice set net = 1, payable = 1 where id = ${invoice.id}`.execute(w.database.db),
    ).rejects.toThrow('an issued invoice never changes');
    await expect(sql`delete from invoice where id = ${invoice.id}`.execute(w.database.db)).rejects.toThrow('never');
  });

  test('both sides and administrators read a document in both languages; nobody else does', async () => {
    const { data } = await w.call(owner, issueSaleInvoice, { params: { id: await traded() } });
    const params = { id: data.id };
    for (const [who, route] of [
      [owner, getInvoiceFileAsUser],
      [anna, getInvoiceFileAsUser],
      [admin, getInvoiceFileAsAdmin],
    ] as const) {
      expect((await w.call(who, route, { params })).text.slice(0, 5)).toBe('%PDF-');
    }
    const { content: invoice } = await readInvoice(w.database.db, { role: 'Admin' } as Caller, data.id);
    for (const [language, payable] of [
      ['en', 'Amount to pay'],
      ['zh', '应付金额'],
    ] as const) {
      const reader = { language, timeZone: 'UTC', brand: BRAND };
      const pages = (await readPdf(await makePdf(invoicePdf(invoice, reader)))).pages.join(' ');
      for (const said of [data.number, payable, '1,503.00', '5140 1234 5678', '5.01']) expect(pages).toContain(said);
    }
    const stranger = await w.signedIn();
    expect((await w.call(stranger, getInvoiceFileAsUser, { params })).code).toBe('not_found');
    expect((await w.call(stranger, listInvoicesAsUser)).data.items).toEqual([]);
    expect((await w.call(stranger, issueSaleInvoice, { params: { id: data.settlementId } })).code).toBe('not_found');
    const listed = await w.call(admin, listInvoicesAsAdmin, { query: `?settlementId=${data.settlementId}` });
    expect(listed.data.items.map(({ number }) => number)).toEqual([data.number]);
    expect((await w.call(anna, listInvoicesAsUser, { query: `?search=${data.number}` })).data.total).toBe(1);
    // The buyer receives invoices and issues none.
    expect((await w.call(anna, issueSaleInvoice, { params: { id: data.settlementId } })).code).toBe(
      'settlement_step_not_yours',
    );
  });

  test('the receiver gets a notice, a mail and an event; the issuer gets the event only', async () => {
    for (const person of [owner, anna]) {
      const body = { url: 'https://example.com/hook', kinds: ['invoice.updated' as const] };
      expect((await w.call(person, makeWebhook, { params: { id: person.accountId }, body })).code).toBe('Success');
    }
    const { data: invoice } = await w.call(owner, issueSaleInvoice, { params: { id: await traded() } });
    const noticesOf = async (who: SignedIn) =>
      (await w.call(who, listNotices)).data.items.filter(
        ({ kind, settlement }) => kind === 'settlementInvoice' && settlement?.id === invoice.settlementId,
      );
    expect(await noticesOf(anna)).toMatchObject([{ settlement: { event: 'invoiceIssued' }, isRead: false }]);
    expect(await noticesOf(owner)).toEqual([]);
    const mailsOf = async (number: string) =>
      (
        await sql<{ subject: string; body: string }>`
          select subject, body from outbox where subject like ${`%${number}%`} and body like ${`%${invoice.settlementId}%`}`.execute(
          w.database.db,
        )
      ).rows;
    const mails = await mailsOf(invoice.number);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.subject).toBe(`Invoice issued: ${invoice.number} / 已开具发票：${invoice.number}`);
    expect(mails[0]?.body).toContain(`/user/settlements/${invoice.settlementId}`);
    const { rows: deliveries } = await sql<{ body: string }>`
      select body from webhook_delivery where kind = 'invoice.updated' and body like ${`%${invoice.id}%`}`.execute(
      w.database.db,
    );
    expect(deliveries.map(({ body }) => JSON.parse(body) as object)).toMatchObject([
      { type: 'invoice.updated', data: { number: invoice.number, event: 'invoiceIssued', payable: '1503.00' } },
      { type: 'invoice.updated', data: { settlementId: invoice.settlementId } },
    ]);
    const { data: note } = await w.call(owner, creditSaleInvoice, {
      params: { id: invoice.id },
      body: { net: '3.00', reason: 'agreed' },
    });
    // A notice that is not read tells of the newest document.
    expect(await noticesOf(anna)).toMatchObject([{ settlement: { event: 'creditNoteIssued' } }]);
    expect(await mailsOf(note.number)).toHaveLength(1);
    expect((await w.call(owner, listInvoicesAsUser, { query: '?type=creditNote&kind=sale' })).data.items).toMatchObject(
      [{ number: note.number, correctsId: invoice.id }],
    );
    const [english, chinese] = await Promise.all(
      ['en', 'zh'].map((language) =>
        w.call(anna, getInvoiceFileAsUser, { params: { id: note.id }, query: `?language=${language}` }),
      ),
    );
    expect(chinese?.text.slice(0, 5)).toBe('%PDF-');
    expect(chinese?.text).not.toBe(english?.text);
    // Without the tax authority, there is nothing to cancel there.
    const body = { reason: 'x' };
    expect(note.authority).toBeNull();
    expect((await w.call(owner, cancelSaleInvoice, { params: { id: note.id }, body })).code).toBe('invoice_not_valid');
  });

  test.each([
    ['an unknown country', { country: 'XX' }, 'choice_unknown'],
    ['an address that is too long', { address: 'x'.repeat(151) }, 'less_than_maximum_character'],
    ['an emoji', { companyName: 'Green 🌱' }, 'emoji_not_allowed'],
  ])('the company of the platform cannot have %s', async (_title, change, code) => {
    const { data } = await w.call(admin, getPlatformBilling);
    const body = { ...data, company: { ...PLATFORM_COMPANY, ...change } };
    const { fields } = await w.call(admin, updatePlatformBilling, { body });
    expect(fields).toMatchObject({ [`company.${Object.keys(change)[0]}`]: { code } });
  });

  test('the platform issues its fee with the tax of the day; credit notes take all of it back', async () => {
    const id = await traded();
    const { data: own } = await w.call(admin, getPlatformBilling);
    const fees = 'both' as const;
    const tax = { ...SERVICE_TAX, fees, ...(VARIANT === 'GLOBAL' && { code: 'S' }) };
    const body = { ...own, taxNumber: own.taxNumber || 'XX123', company: PLATFORM_COMPANY, taxes: [tax] };
    expect((await w.call(admin, updatePlatformBilling, { body })).code).toBe('Success');
    const params = { id };
    expect((await w.call(admin, issueFeeInvoice, { params, body: { to: 'seller' } })).code).toBe(
      'invoice_without_amount',
    );
    const { data: fee } = await w.call(admin, issueFeeInvoice, { params, body: { to: 'buyer' } });
    // 2.5 % of 1,503.00 is 37.575, rounded half up once; 8 % of it is 3.0064.
    expect(fee).toMatchObject({ kind: 'fee', net: '37.58', tax: '3.01', payable: '40.59', issuer: null });
    expect(fee.number).toMatch(/^FEE-\d{4}-000001$/);
    const credit = (net: string, reason = 'Agreed') =>
      w.call(admin, creditFeeInvoice, { params: { id: fee.id }, body: { net, reason } });
    expect((await credit('0.00')).code).toBe('credit_amount_invalid');
    expect((await credit('37.59')).code).toBe('credit_more_than_invoiced');
    expect((await credit('1.00', ' ')).fields).toMatchObject({ reason: { code: 'field_required' } });
    const { data: part } = await credit('12.53');
    expect(part).toMatchObject({ type: 'creditNote', net: '12.53', tax: '1.00', correctsId: fee.id });
    const { data: rest } = await credit('25.05');
    expect(rest).toMatchObject({ net: '25.05', tax: '2.01', payable: '27.06' });
    expect([part.number, rest.number].map((number) => number.slice(-6))).toEqual(['000001', '000002']);
    expect((await credit('0.01')).code).toBe('credit_more_than_invoiced');
    expect(
      await w.call(admin, creditFeeInvoice, { params: { id: part.id }, body: { net: '1.00', reason: 'x' } }),
    ).toMatchObject({ code: 'credit_of_credit_note' });
    expect(await text(part.id)).toContain(fee.number);
    // After the invoice is taken back as a whole, another one can be issued.
    expect((await w.call(admin, issueFeeInvoice, { params, body: { to: 'buyer' } })).data.number).toMatch(/000002$/);
    // A company does not credit what the platform issued, and the other way round.
    expect(
      (await w.call(anna, creditSaleInvoice, { params: { id: fee.id }, body: { net: '1.00', reason: 'x' } })).code,
    ).toBe('settlement_step_not_yours');
  });

  test('a tax of one fee is on the invoices of this fee, with its name; issued invoices keep it', async () => {
    const params = { id: await traded() };
    await sql`update award set seller_fee = 15.03 where id = (select award_id from settlement where id = ${params.id})`.execute(
      w.database.db,
    );
    const code = VARIANT === 'TNBX' ? '02' : 'S';
    const setTax = async (change: { ratePercent: number; nameEn: string; nameZh: string }) => {
      const { data } = await w.call(admin, getPlatformBilling);
      const tax = { ...SERVICE_TAX, code, fees: 'buyer' as const, ...change };
      const body = { ...data, taxNumber: data.taxNumber || 'XX123', company: PLATFORM_COMPANY, taxes: [tax] };
      return (await w.call(admin, updatePlatformBilling, { body })).data.taxes;
    };
    const issue = async (to: 'buyer' | 'seller') =>
      (await w.call(admin, issueFeeInvoice, { params, body: { to } })).data;
    const caller = { role: 'Admin', accounts: [] } as unknown as Caller;
    const pdfOf = async (id: string, language: 'en' | 'zh') => {
      const { content } = await readInvoice(w.database.db, caller, id);
      const document = invoicePdf(content, { language, timeZone: 'UTC', brand: BRAND });
      return (await readPdf(await makePdf(document))).pages.join(' ');
    };
    expect(await setTax({ ratePercent: 8, nameEn: ' Service  tax', nameZh: '服务税' })).toMatchObject([
      { nameEn: 'Service tax', nameZh: '服务税', fees: 'buyer' },
    ]);
    const buyer = await issue('buyer');
    expect([buyer.net, buyer.tax]).toEqual(['37.58', '3.01']);
    const seller = await issue('seller');
    expect([seller.net, seller.tax]).toEqual(['15.03', '0.00']);
    await setTax({ ratePercent: 6, nameEn: 'Other', nameZh: '' });
    expect(await pdfOf(buyer.id, 'en')).toContain('Service tax, 8%');
    expect(await pdfOf(buyer.id, 'zh')).toContain('服务税');
    expect(await pdfOf(seller.id, 'en')).toContain(VARIANT === 'TNBX' ? 'Tax 06, 0%' : 'Tax O, 0%');
  });

  test('numbers have no gaps when many invoices are issued at once, or one is refused', async () => {
    const ids: string[] = [];
    for (let at = 0; at < 4; at += 1) ids.push(await traded());
    const answers = await Promise.all(
      [...ids, ...ids].map((id) => w.call(owner, issueSaleInvoice, { params: { id } })),
    );
    expect(answers.filter(({ code }) => code === 'Success').length).toBe(4);
    expect(answers.filter(({ code }) => code === 'invoice_exists').length).toBe(4);
    const { rows } = await sql<{ number: string }>`
      select number from invoice where issuer_account_id = ${owner.accountId} and type = 'invoice' order by number`.execute(
      w.database.db,
    );
    const numbers = rows.map(({ number }) => Number(number.slice(-6)));
    expect(numbers).toEqual(numbers.map((_, at) => at + 1));
  });

  test('a buy order has a line for each product, and a waived payment no invoice', async () => {
    const order = await makeSellOrder(w, admin, {
      seller: owner,
      items: [{ recQuantity: 12 }, { recQuantity: 30, recFuelType: 'Wind' }],
    });
    const bought = await w.call(anna, placeBuyOrder, {
      params: { id: order.id },
      body: { accountId: anna.accountId, quantity: 20, beneficiary: null, reviewed: null },
    });
    const params = { id: bought.data.id };
    const body = { remarkContent: 'agreed' };
    expect((await w.call(admin, approveBuyOrder, { params, body })).code).toBe('Success');
    const { data } = await w.call(anna, listSettlementsAsUser);
    const settlement = data.items.find(({ buyOrderId }) => buyOrderId === params.id);
    const { data: invoice } = await w.call(owner, issueSaleInvoice, { params: { id: settlement?.id ?? '' } });
    expect(invoice.net).toBe(settlement?.owed);

    const waived = await traded();
    const nothing = { amount: null, quantity: null, reference: '', evidenceIds: [] };
    const step = { step: 'waivePayment' as const, version: 1, remark: 'gift', ...nothing };
    expect((await w.call(admin, takeSettlementStep, { params: { id: waived }, body: step })).code).toBe('Success');
    expect((await w.call(owner, issueSaleInvoice, { params: { id: waived } })).code).toBe('invoice_not_due');
  });

  test.each([
    ['a bank account without a holder', { ...BANK, accountHolder: '' }, 'accountHolder', 'field_required'],
    ['an IBAN where the country has none', { ...BANK, iban: 'DE89370400440532013000' }, 'iban', 'iban_not_used'],
    ['no IBAN where the country has them', { ...BANK, bankCountry: 'DE' }, 'iban', 'field_required'],
    ['a wrong IBAN', { ...BANK, bankCountry: 'DE', iban: 'DE88370400440532013000' }, 'iban', 'iban_invalid'],
    [
      'an IBAN of another country',
      { ...BANK, bankCountry: 'FR', iban: 'DE89370400440532013000' },
      'iban',
      'iban_of_other_country',
    ],
    ['a wrong BIC', { ...BANK, bic: 'X' }, 'bic', 'bic_invalid'],
    ['an unknown country', { ...BANK, bankCountry: 'XX' }, 'bankCountry', 'choice_unknown'],
    ['a tax number with signs', { taxNumber: 'C-1' }, 'taxNumber', 'tax_number_format'],
    ['an industry code of words', { industryCode: 'solar' }, 'industryCode', 'industry_code_format'],
    ['a prefix with a space', { invoicePrefix: 'A B' }, 'invoicePrefix', 'invoice_prefix_format'],
    ['an unknown tax code', { taxes: [{ ...SERVICE_TAX, code: '99' }] }, 'taxes', 'tax_code_unknown'],
    ['three decimals of a rate', { taxes: [{ ...SERVICE_TAX, ratePercent: 8.125 }] }, 'taxes', 'tax_rate_invalid'],
    [
      'an exemption without a reason',
      { taxes: [{ ...SERVICE_TAX, code: 'E', ratePercent: 0 }] },
      'taxes',
      'tax_reason_required',
    ],
    ['an emoji in the name of a tax', { taxes: [{ ...SERVICE_TAX, nameZh: '税 💰' }] }, 'taxes', 'emoji_not_allowed'],
    ['two taxes on a day', { taxes: [{ ...SERVICE_TAX, code: 'tax' }, SERVICE_TAX] }, 'taxes', 'tax_periods_overlap'],
  ])('refuses %s', async (_title, change: Partial<Body>, field, code) => {
    const params = { id: anna.accountId };
    const { data } = await w.call(anna, getBillingAsUser, { params });
    const right = VARIANT === 'TNBX' ? '02' : 'S';
    const taxes = (change.taxes ?? []).map((tax) => ({
      ...tax,
      code: code === 'tax_code_unknown' || tax.code === 'E' ? tax.code : right,
    }));
    const body = { ...data, ...EMPTY_BILLING, ...change, taxes };
    expect((await w.call(anna, updateBilling, { params, body })).fields).toMatchObject({ [field]: { code } });
  });

  test('a rate with two decimals is stored exactly', async () => {
    const params = { id: anna.accountId };
    const { data } = await w.call(anna, getBillingAsUser, { params });
    const taxes = [{ ...SERVICE_TAX, code: VARIANT === 'TNBX' ? '02' : 'S', ratePercent: 8.29 }];
    expect((await w.call(anna, updateBilling, { params, body: { ...data, taxes } })).data.taxes).toEqual(taxes);
  });

  test('two people who change billing details at once do not overwrite each other', async () => {
    const params = { id: anna.accountId };
    const { data } = await w.call(anna, getBillingAsUser, { params });
    expect((await w.call(anna, updateBilling, { params, body: { ...data, city: 'Ipoh' } })).code).toBe('Success');
    expect((await w.call(anna, updateBilling, { params, body: { ...data, city: 'Muar' } })).code).toBe(
      'billing_changed',
    );
    expect((await w.call(admin, getBillingAsAdmin, { params })).data.city).toBe('Ipoh');
  });
});
