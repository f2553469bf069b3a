import type { Refusal } from '#domain/basics/result.ts';

/** The variants of documents: EN 16931 for variant GLOBAL, MyInvois for variant TNBX. */
export type InvoiceDialect = 'en16931' | 'myinvois';

/**
 * Tax codes. EN 16931 uses the categories of UNCL 5305: S standard, Z zero, E exempt, AE reverse charge, G export, O
 * outside the scope of tax. MyInvois: 01 sales tax, 02 service tax, 06 not applicable, E exempt.
 */
export const TAX_CODES = {
  en16931: ['S', 'Z', 'E', 'AE', 'G', 'O'],
  myinvois: ['01', '02', '06', 'E'],
} as const satisfies Record<InvoiceDialect, readonly string[]>;
export type TaxCode = (typeof TAX_CODES)[InvoiceDialect][number];

/** The codes whose rate is above zero. All others have a rate of zero. */
const CHARGING: ReadonlySet<TaxCode> = new Set(['S', '01', '02']);
/** The codes that need a reason on the invoice. */
const REASONED: ReadonlySet<TaxCode> = new Set(['E', 'AE', 'G', 'O']);

/** The tax on the lines of an issuer's invoices. The rate is in hundredths of a percent: 800 is 8 %. */
export type Tax = { readonly code: TaxCode; readonly rateHundredths: number; readonly reason: string };

/** A tax and the days on which invoices have it. Both days belong to the period; null means without an end. */
export type TaxPeriod = Tax & { readonly from: string; readonly until: string | null };

/** Invoices have no tax until their issuer sets one. */
export const NO_TAX: Readonly<Record<InvoiceDialect, Tax>> = {
  en16931: { code: 'O', rateHundredths: 0, reason: 'Not subject to VAT' },
  myinvois: { code: '06', rateHundredths: 0, reason: '' },
};

export const TAX_REFUSALS = [
  'tax_code_unknown',
  'tax_rate_invalid',
  'tax_reason_required',
  'tax_periods_overlap',
] as const;
export type TaxRefusal = (typeof TAX_REFUSALS)[number];

/** Returns the tax of an invoice that is issued on a day. */
export const taxOn = (periods: readonly TaxPeriod[], day: string, dialect: InvoiceDialect): Tax =>
  periods.find(({ from, until }) => from <= day && (until === null || day <= until)) ?? NO_TAX[dialect];

/**
 * Judges the taxes of an issuer. Returns the first refusal.
 *
 * @param dialect decides which codes exist
 */
export function judgeTaxes(periods: readonly TaxPeriod[], dialect: InvoiceDialect): Refusal<TaxRefusal> | undefined {
  for (const { code, rateHundredths, reason } of periods) {
    if (!(TAX_CODES[dialect] as readonly string[]).includes(code)) return { code: 'tax_code_unknown' };
    const isRate = Number.isInteger(rateHundredths) && rateHundredths >= 0 && rateHundredths <= 10_000;
    if (!isRate || rateHundredths > 0 !== CHARGING.has(code)) return { code: 'tax_rate_invalid' };
    if (REASONED.has(code) && reason === '') return { code: 'tax_reason_required' };
  }
  const sorted = periods.toSorted((one, other) => (one.from < other.from ? -1 : 1));
  const isApart = sorted.every(({ from, until }, at) => {
    const next = sorted[at + 1];
    return (until === null || from <= until) && (!next || (until !== null && until < next.from));
  });
  return isApart ? undefined : { code: 'tax_periods_overlap' };
}
