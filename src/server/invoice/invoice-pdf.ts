import type { Language } from '#domain/basics/language.ts';
import { companyNameIn } from '#domain/company/company-name.ts';
import type { Invoice, InvoiceParty } from '#domain/invoice/invoice.ts';
import type { Block, Brand, DocumentReader, Fact, PdfDocument } from '#server/platform/document/document.ts';
import { writerFor, type Writer } from '#server/platform/document/writer-for.ts';

/** Returns an invoice or a credit note as a PDF document in the reader's language. */
export function invoicePdf(invoice: Invoice, reader: DocumentReader & { readonly brand: Brand }): PdfDocument {
  const write = writerFor(reader);
  const { words } = write;
  const { issuer, receiver } = invoice;
  return {
    ...reader,
    title: words(`document.invoice.title.${invoice.type}`),
    number: invoice.number,
    statedAt: new Date(invoice.issuedAt),
    blocks: [
      { kind: 'facts', rows: headFacts(write, invoice) },
      { kind: 'heading', text: words('document.invoice.issuer') },
      { kind: 'facts', rows: partyFacts(write, reader, issuer) },
      { kind: 'heading', text: words('document.invoice.receiver') },
      { kind: 'facts', rows: partyFacts(write, reader, receiver) },
      linesTable(write, reader, invoice),
      { kind: 'facts', rows: sumFacts(write, reader, invoice) },
      ...bankBlocks(write, invoice),
      { kind: 'small', text: words('document.invoice.rounding') },
      { kind: 'small', text: words('document.invoice.final') },
    ],
  };
}

/** Leaves out facts without a value. */
const known = (facts: readonly Fact[]): Fact[] => facts.filter(([, value]) => value !== '');

function headFacts({ words }: Writer, invoice: Invoice): Fact[] {
  const { number, issuedOn, dueOn, trade, tradeReference, corrects } = invoice;
  return known([
    [words('document.number'), number],
    [words('document.invoice.issuedOn'), issuedOn],
    [words('document.invoice.dueOn'), dueOn ?? ''],
    [words('document.invoice.corrects'), corrects ? `${corrects.number} (${corrects.issuedOn})` : ''],
    [words('document.invoice.reason'), corrects?.reason ?? ''],
    [words('document.invoice.trade'), trade],
    [words('document.invoice.tradeReference'), tradeReference],
  ]);
}

function partyFacts({ words, country }: Writer, { language }: DocumentReader, party: InvoiceParty): Fact[] {
  const { registrationNumber, taxNumber, sstNumber, address, city } = party;
  const place = [address, [party.postalCode, city].filter(Boolean).join(' '), country(party.country)];
  return known([
    [words('company.companyName'), companyNameIn(language, party)],
    [words('document.invoice.registrationNumber'), registrationNumber],
    [words('document.invoice.taxNumber'), taxNumber],
    [words('document.invoice.sstNumber'), sstNumber],
    [words('company.registeredAddress'), place.filter(Boolean).join(', ')],
    [words('company.contactNumber'), party.phone],
    [words('company.picEmail'), party.email],
  ]);
}

function linesTable(write: Writer, { language }: DocumentReader, { lines, currency, net }: Invoice): Block {
  const { words, quantity, amount } = write;
  return {
    kind: 'table',
    columns: [
      { heading: words('document.invoice.line'), share: 5 },
      { heading: words('document.invoice.unit'), share: 2, isNumber: true },
      { heading: words('document.invoice.unitPrice', { currency }), share: 2.5, isNumber: true },
      { heading: words('document.invoice.net', { currency }), share: 3, isNumber: true },
    ],
    rows: lines.map((line) => [
      line.description[language],
      quantity(line.quantity),
      amount(line.unitPrice),
      amount(line.net),
    ]),
    totals: [[words('document.invoice.netTotal'), '', '', amount(net)]],
  };
}

/** The name that the issuer gave to the tax, else its code; with the rate. */
function taxName({ words, percent }: Writer, language: Language, tax: Invoice['tax']): string {
  const { nameEn = '', nameZh = '', code } = tax;
  const name = language === 'zh' ? nameZh || nameEn : nameEn || nameZh;
  const rate = percent(tax.rateHundredths);
  return name === ''
    ? words('document.invoice.tax', { code, rate })
    : words('document.invoice.namedTax', { name, rate });
}

function sumFacts(write: Writer, { language }: DocumentReader, invoice: Invoice): Fact[] {
  const { words, amount } = write;
  const { tax, currency, type } = invoice;
  const money = (text: string): string => `${currency} ${amount(text)}`;
  return known([
    [words('document.invoice.netTotal'), money(invoice.net)],
    [taxName(write, language, tax), money(invoice.taxAmount)],
    [words('document.invoice.taxReason'), tax.reason],
    [words(`document.invoice.${type === 'invoice' ? 'payable' : 'credited'}`), money(invoice.payable)],
  ]);
}

function bankBlocks({ words, country }: Writer, { bank, number }: Invoice): Block[] {
  if (!bank) return [];
  return [
    { kind: 'heading', text: words('document.invoice.payTo') },
    {
      kind: 'facts',
      rows: known([
        [words('document.invoice.payTo'), bank.accountHolder],
        [words('document.invoice.bank'), `${bank.bankName}, ${country(bank.bankCountry)}`],
        [words('document.invoice.account'), bank.account],
        [words('document.invoice.bic'), bank.bic],
        [words('document.invoice.paymentReference'), number],
      ]),
    },
  ];
}
