import { InvoiceService, type Invoice as JudgedInvoice } from '@e-invoice-eu/core';
import fc from 'fast-check';
import { create, convert } from 'xmlbuilder2';
import { expect, test } from 'vitest';
import { textOfCents } from '#domain/basics/price.ts';
import { sumsOf, taxesOfLines } from '#domain/invoice/amounts.ts';
import { textsOfSums, type Invoice, type InvoiceParty } from '#domain/invoice/invoice.ts';
import { myInvoisOf } from '#domain/invoice/myinvois.ts';
import type { Tax } from '#domain/invoice/tax.ts';
import { en16931Of, type UblElement, type UblNode } from '#domain/invoice/ubl.ts';

const PARTY: InvoiceParty = {
  companyName: '太阳能有限公司',
  englishCompanyName: 'Solar Co & Sons <Asia>',
  registrationNumber: '202001012345',
  taxNumber: 'C20880050010',
  sstNumber: '',
  address: '1 Jalan Satu',
  city: 'Kuala Lumpur',
  postalCode: '50000',
  province: 'MY-10',
  country: 'MY',
  phone: '+60312345678',
  email: '',
  industryCode: '35101',
  activity: 'Electricity',
};

type Made = { readonly nets: readonly { readonly quantity: number; readonly cents: bigint }[]; readonly tax: Tax };

function made({ nets, tax }: Made, change: Partial<Invoice> = {}): Invoice {
  const cents = nets.map(({ quantity, cents: one }) => BigInt(quantity) * one);
  const taxes = taxesOfLines(cents, tax);
  return {
    type: 'invoice',
    kind: 'sale',
    number: 'INV-2026-000042',
    issuedOn: '2026-11-27',
    issuedAt: '2026-11-26T17:12:13.000Z',
    dueOn: '2026-12-11',
    currency: 'USD',
    issuer: PARTY,
    receiver: { ...PARTY, companyName: 'Buyer', englishCompanyName: '', country: 'VN', province: 'VN-SG' },
    bank: { bankName: 'Bank', bankCountry: 'MY', accountHolder: 'Solar Co', account: '5140 1234', bic: 'MBBEMYKL' },
    trade: 'Spring auction',
    tradeReference: '5c5f2a5e-1f0b-4a8e-9a51-0a5f0d6a7a11',
    corrects: null,
    lines: nets.map(({ quantity, cents: one }, at) => ({
      description: { en: 'Malaysia · Solar · 2026', zh: '马来西亚 · 太阳能 · 2026' },
      quantity,
      unitPrice: textOfCents(one),
      net: textOfCents(cents[at] ?? 0n),
      taxAmount: textOfCents(taxes[at] ?? 0n),
    })),
    tax,
    ...textsOfSums(
      sumsOf(
        cents.reduce((sum, net) => sum + net, 0n),
        tax,
      ),
    ),
    ...change,
  };
}

const UNTAXED: Tax = { code: 'O', rateHundredths: 0, reason: 'Not subject to VAT' };
const STANDARD: Tax = { code: 'S', rateHundredths: 800, reason: '' };
const ONE = [{ quantity: 300, cents: 501n }];

/** The elements that the library reads as lists, by the end of their path. */
const LISTED = /(PaymentMeans|TaxTotal|TaxSubtotal|BillingReference|SupplierParty\.Party\.PartyTaxScheme)$/;

/** The library demands an electronic address of each party, as Peppol does. EN 16931 has it as optional. */
const ADDRESS = { 'cbc:EndpointID': 'somewhere', 'cbc:EndpointID@schemeID': '0088' };

/** Writes a UBL element in the form in which the library reads invoices: attributes beside their element. */
function asJudged(node: UblElement, path = ''): Record<string, unknown> {
  const entries = Object.entries(node).flatMap(([name, child]): [string, unknown][] => {
    if (name.startsWith('@')) return [];
    if (typeof child === 'string') return [[name, child]];
    const at = `${path}.${name.replace(/^\w+:/, '')}`;
    if (Array.isArray(child)) return [[name, child.map((one: UblElement) => asJudged(one, at))]];
    const element = child as UblElement;
    const attributes = Object.entries(element).filter(([key]) => key.startsWith('@'));
    const inside = element['#'] ?? asJudged(element, at);
    const value = LISTED.test(at) ? [inside] : inside;
    return [[name, value], ...attributes.map(([key, one]): [string, unknown] => [`${name}${key}`, one])];
  });
  return { ...(path.endsWith('.Party') && ADDRESS), ...Object.fromEntries(entries) };
}

test.each([
  ['outside the scope of tax', made({ nets: ONE, tax: UNTAXED })],
  ['with tax', made({ nets: [...ONE, { quantity: 1, cents: 7n }], tax: STANDARD })],
  ['without a bank account', made({ nets: ONE, tax: UNTAXED }, { bank: null })],
])('another library for EN 16931 accepts an invoice %s and writes the same elements', async (_title, invoice) => {
  const service = new InvoiceService({ log: () => undefined, warn: () => undefined, error: () => undefined });
  const { Invoice: element } = en16931Of(invoice);
  const judged = { 'ubl:Invoice': asJudged(element as UblElement) } as unknown as JudgedInvoice;
  const theirs = String(await service.generate(judged, { format: 'UBL', lang: 'en' }));
  const ours = create(en16931Of(invoice)).end();
  const plain = (xml: string): unknown =>
    JSON.parse(JSON.stringify(convert(xml, { format: 'object' })).replaceAll('ubl:', ''));
  // Only Peppol demands these.
  const added = /EndpointID|ProfileID/;
  expect(textsIn(plain(ours))).toEqual(textsIn(plain(theirs)).filter((text) => !added.test(text)));
});

/** Returns every text of a document with the path of its element, in order. */
function textsIn(node: unknown, path = ''): string[] {
  if (typeof node !== 'object' || node === null) return [`${path}=${String(node)}`];
  return Object.entries(node)
    .filter(([name]) => !name.startsWith('@xmlns') && !name.startsWith('@xsi'))
    .flatMap(([name, child]) => textsIn(child, /^\d+$/.test(name) ? path : `${path}/${name}`));
}

test('a credit note has its own element, type and quantities, and names its invoice', () => {
  const corrects = { number: 'INV-2026-000042', issuedOn: '2026-11-27', reason: 'Agreed' };
  const note = made(
    { nets: ONE, tax: STANDARD },
    { type: 'creditNote', number: 'CRN-1', dueOn: null, bank: null, corrects },
  );
  const texts = textsIn(en16931Of(note));
  expect(texts).toContain('/CreditNote/cbc:CreditNoteTypeCode=381');
  expect(texts).toContain('/CreditNote/cac:BillingReference/cac:InvoiceDocumentReference/cbc:ID=INV-2026-000042');
  expect(texts).toContain('/CreditNote/cac:CreditNoteLine/cbc:CreditedQuantity/#=300');
  expect(texts.join()).not.toContain('Invoiced');
  expect(texts.join()).not.toContain('DueDate');
});

test('outside the scope of tax, no party has a tax number and no line a rate (BR-O-02, BR-O-05)', () => {
  const texts = textsIn(en16931Of(made({ nets: ONE, tax: UNTAXED }))).join('\n');
  expect(texts).not.toContain('PartyTaxScheme');
  expect(texts).not.toContain('Percent');
  expect(textsIn(en16931Of(made({ nets: ONE, tax: STANDARD }))).join('\n')).toContain(
    'PartyTaxScheme/cbc:CompanyID=C20880050010',
  );
});

test('the amounts of each document obey the rules of EN 16931 (BR-CO-10, 13, 14, 15, 17; BR-LIN)', () => {
  const line = fc.record({
    quantity: fc.integer({ min: 1, max: 100_000_000 }),
    cents: fc.bigInt({ min: 1n, max: 999_999_999n }),
  });
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 8 }), fc.integer({ min: 1, max: 10_000 }), (nets, rate) => {
      const tax: Tax = { code: 'S', rateHundredths: rate, reason: '' };
      const texts = new Map<string, bigint[]>();
      for (const text of textsIn(en16931Of(made({ nets, tax })))) {
        const [path = '', value = ''] = text.split('=');
        if (/^-?\d+\.\d{2}$/.test(value)) texts.set(path, [...(texts.get(path) ?? []), BigInt(value.replace('.', ''))]);
      }
      const at = (path: string): bigint[] => texts.get(`/Invoice/${path}/#`) ?? [];
      const [net = 0n] = at('cac:LegalMonetaryTotal/cbc:LineExtensionAmount');
      const [taxAmount = 0n] = at('cac:TaxTotal/cbc:TaxAmount');
      expect(at('cac:InvoiceLine/cbc:LineExtensionAmount').reduce((sum, one) => sum + one, 0n)).toBe(net);
      expect(at('cac:LegalMonetaryTotal/cbc:TaxExclusiveAmount')).toEqual([net]);
      expect(at('cac:TaxTotal/cac:TaxSubtotal/cbc:TaxAmount')).toEqual([taxAmount]);
      expect(at('cac:LegalMonetaryTotal/cbc:TaxInclusiveAmount')).toEqual([net + taxAmount]);
      expect(at('cac:LegalMonetaryTotal/cbc:PayableAmount')).toEqual([net + taxAmount]);
      expect(taxAmount).toBe((net * BigInt(rate) * 2n + 10_000n) / 20_000n);
      const prices = at('cac:InvoiceLine/cac:Price/cbc:PriceAmount');
      const lines = at('cac:InvoiceLine/cbc:LineExtensionAmount');
      expect(prices.map((price, index) => price * BigInt(nets[index]?.quantity ?? 0))).toEqual(lines);
    }),
    { numRuns: 50 },
  );
});

test('a document of MyInvois has all mandatory fields, in the JSON form of UBL', () => {
  const tax: Tax = { code: '02', rateHundredths: 800, reason: '' };
  const invoice = made({ nets: [...ONE, { quantity: 2, cents: 55n }], tax }, { currency: 'MYR' });
  const json = myInvoisOf(invoice, { countryOf: () => 'MYS', numberOf: Number, correctedId: '' }) as {
    Invoice: UblNode;
  };
  const texts = textsIn(json.Invoice);
  for (const expected of [
    '/ID/_=INV-2026-000042',
    '/IssueDate/_=2026-11-26',
    '/IssueTime/_=17:12:13Z',
    '/InvoiceTypeCode/listVersionID=1.0',
    '/InvoiceTypeCode/_=01',
    '/DocumentCurrencyCode/_=MYR',
    '/AccountingSupplierParty/Party/IndustryClassificationCode/_=35101',
    '/AccountingSupplierParty/Party/PartyIdentification/ID/_=C20880050010',
    '/AccountingSupplierParty/Party/PartyIdentification/ID/_=202001012345',
    '/AccountingSupplierParty/Party/PartyIdentification/ID/_=NA',
    '/AccountingSupplierParty/Party/PostalAddress/CountrySubentityCode/_=10',
    '/AccountingCustomerParty/Party/PostalAddress/CountrySubentityCode/_=17',
    '/AccountingCustomerParty/Party/PostalAddress/Country/IdentificationCode/_=MYS',
    '/AccountingCustomerParty/Party/Contact/Telephone/_=+60312345678',
    '/TaxTotal/TaxAmount/_=120.33',
    '/TaxTotal/TaxSubtotal/TaxCategory/ID/_=02',
    '/LegalMonetaryTotal/TaxExclusiveAmount/_=1504.1',
    '/LegalMonetaryTotal/TaxInclusiveAmount/_=1624.43',
    '/LegalMonetaryTotal/PayableAmount/_=1624.43',
    '/InvoiceLine/TaxTotal/TaxAmount/_=120.24',
    '/InvoiceLine/Item/CommodityClassification/ItemClassificationCode/_=022',
    '/InvoiceLine/ItemPriceExtension/Amount/_=1503',
    '/PaymentMeans/PaymentMeansCode/_=03',
  ])
    expect(texts).toContain(expected);
});
