import { textOfCents } from '#domain/basics/price.ts';
import type { InvoiceSums } from '#domain/invoice/amounts.ts';
import type { InvoiceDialect, Tax } from '#domain/invoice/tax.ts';
import type { PaymentState, WholeState } from '#domain/settlement/tracks.ts';

/** An invoice asks for money; a credit note takes back an invoice, in whole or in part. */
export const INVOICE_TYPES = ['invoice', 'creditNote'] as const;
export type InvoiceType = (typeof INVOICE_TYPES)[number];

/** `sale`: from the seller to the buyer. `fee`: from the platform to one side of the trade. */
export const INVOICE_KINDS = ['sale', 'fee'] as const;
export type InvoiceKind = (typeof INVOICE_KINDS)[number];

/** A party as it is on the day of issue. An empty text means that it is unknown. */
export type InvoiceParty = {
  readonly companyName: string;
  readonly englishCompanyName: string;
  readonly registrationNumber: string;
  readonly taxNumber: string;
  readonly sstNumber: string;
  readonly address: string;
  readonly city: string;
  readonly postalCode: string;
  /** ISO 3166-2 code, as `MY-10`. */
  readonly province: string;
  /** ISO 3166-1 code of two letters. */
  readonly country: string;
  readonly phone: string;
  readonly email: string;
  readonly industryCode: string;
  readonly activity: string;
};

export type InvoiceBank = {
  readonly bankName: string;
  readonly bankCountry: string;
  readonly accountHolder: string;
  /** The IBAN where the country has one, otherwise the account number. */
  readonly account: string;
  readonly bic: string;
};

/** A text in each language of the documents. */
export type BothLanguages = { readonly en: string; readonly zh: string };

export type InvoiceLine = {
  readonly description: BothLanguages;
  readonly quantity: number;
  /** Per unit, and for all units. Decimal texts with two digits. */
  readonly unitPrice: string;
  readonly net: string;
  readonly taxAmount: string;
};

/**
 * An issued document. It holds everything that its files show, so it stays as it is when a company, a rate or a price
 * list changes. Amounts are decimal texts with two digits; days are `YYYY-MM-DD`.
 */
export type Invoice = {
  readonly type: InvoiceType;
  readonly kind: InvoiceKind;
  readonly number: string;
  readonly issuedOn: string;
  /** Time of issue in UTC, as `2026-11-27T06:12:00.000Z`. */
  readonly issuedAt: string;
  /** The last day to pay; null in credit notes. */
  readonly dueOn: string | null;
  readonly currency: string;
  readonly issuer: InvoiceParty;
  readonly receiver: InvoiceParty;
  readonly bank: InvoiceBank | null;
  /** Title of the auction or the sell order. */
  readonly trade: string;
  /** Number of the trade, by which both sides find it. */
  readonly tradeReference: string;
  /** The invoice that a credit note takes back, and why. */
  readonly corrects: { readonly number: string; readonly issuedOn: string; readonly reason: string } | null;
  readonly lines: readonly InvoiceLine[];
  readonly tax: Tax;
  readonly net: string;
  readonly taxAmount: string;
  readonly payable: string;
};

/** Returns the sums as the texts of a document. */
export const textsOfSums = ({
  netCents,
  taxCents,
  payableCents,
}: InvoiceSums): Pick<Invoice, 'net' | 'taxAmount' | 'payable'> => ({
  net: textOfCents(netCents),
  taxAmount: textOfCents(taxCents),
  payable: textOfCents(payableCents),
});

/**
 * Returns the number of a document: prefix, year and a number that rises by one within the year, as `INV-2026-000042`.
 */
export const numberOf = (prefix: string, day: string, number: number): string =>
  `${prefix}-${day.slice(0, 4)}-${String(number).padStart(6, '0')}`;

/** Payments for which an invoice makes sense: something is due, or was paid. */
const INVOICED: ReadonlySet<PaymentState> = new Set(['invoiced', 'partPaid', 'paid', 'overdue', 'inCure', 'defaulted']);

/** Returns whether the seller can issue the invoice of a settlement in these states. */
export const mayInvoice = ({
  payment,
  whole,
}: {
  readonly payment: PaymentState;
  readonly whole: WholeState;
}): boolean => INVOICED.has(payment) && (whole === 'open' || whole === 'settled');

/** The fields that each party needs. */
const NEEDED = {
  en16931: { issuer: ['companyName', 'registrationNumber', 'country'], receiver: ['companyName', 'country'] },
  myinvois: {
    issuer: [
      'companyName',
      'taxNumber',
      'registrationNumber',
      'industryCode',
      'activity',
      'address',
      'city',
      'country',
      'phone',
    ],
    receiver: ['companyName', 'taxNumber', 'registrationNumber', 'address', 'city', 'country', 'phone'],
  },
} as const satisfies Record<InvoiceDialect, Record<'issuer' | 'receiver', readonly (keyof InvoiceParty)[]>>;

export type NeededField = (typeof NEEDED)[InvoiceDialect]['issuer' | 'receiver'][number];

/**
 * Returns the fields that a party still needs before a document can be issued; none if it is complete. Under EN 16931, an
 * issuer whose sales are within the scope of tax needs its tax number.
 */
export function missingOf(
  party: InvoiceParty,
  as: 'issuer' | 'receiver',
  { dialect, tax }: { readonly dialect: InvoiceDialect; readonly tax: Pick<Tax, 'code'> },
): readonly NeededField[] {
  const taxed = dialect === 'en16931' && as === 'issuer' && tax.code !== 'O' ? (['taxNumber'] as const) : [];
  return [...NEEDED[dialect][as], ...taxed].filter((field) => party[field] === '');
}
