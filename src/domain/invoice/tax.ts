import type { Refusal } from '#domain/basics/result.ts';
import { judgeCharacters, judgeLength } from '#domain/basics/text.ts';
import type { FeeSide } from '#domain/platform-setting/fee-names.ts';

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
export type Tax = {
  readonly code: TaxCode;
  readonly rateHundredths: number;
  readonly reason: string;
  /** The name of the tax on invoices. Taxes from before have none: their invoices name the code. */
  readonly nameEn?: string;
  readonly nameZh?: string;
};

/** The fees of the platform that a tax applies to. */
export const TAXED_FEES = ['both', 'buyer', 'seller'] as const;
export type TaxedFees = (typeof TAXED_FEES)[number];

/** A tax and the days on which invoices have it. Both days belong to the period; null means without an end. */
export type TaxPeriod = Tax & {
  readonly from: string;
  readonly until: string | null;
  /** Only for taxes of the platform. Without a value, the tax applies to all invoices of the issuer. */
  readonly fees?: TaxedFees;
};

/** Maximum number of characters of a tax's name. */
export const TAX_NAME_MAX = 40;

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
  'less_than_maximum_character',
  'emoji_not_allowed',
  'not_allow_special_character',
] as const;
export type TaxRefusal = (typeof TAX_REFUSALS)[number];

const appliesTo = ({ fees = 'both' }: TaxPeriod, fee: FeeSide | null): boolean =>
  fee === null || fees === 'both' || fees === fee;

/**
 * Returns the tax of an invoice that is issued on a day.
 *
 * @param fee the fee that the platform invoices; null for the invoice of a sale
 */
export function taxOn(
  periods: readonly TaxPeriod[],
  { day, dialect, fee }: { readonly day: string; readonly dialect: InvoiceDialect; readonly fee: FeeSide | null },
): Tax {
  const ofDay = ({ from, until }: TaxPeriod) => from <= day && (until === null || day <= until);
  return periods.find((period) => ofDay(period) && appliesTo(period, fee)) ?? NO_TAX[dialect];
}

/**
 * Judges the taxes of an issuer. Returns the first refusal.
 *
 * @param dialect decides which codes exist
 */
export function judgeTaxes(periods: readonly TaxPeriod[], dialect: InvoiceDialect): Refusal<TaxRefusal> | undefined {
  for (const { code, rateHundredths, reason, nameEn = '', nameZh = '' } of periods) {
    if (!(TAX_CODES[dialect] as readonly string[]).includes(code)) return { code: 'tax_code_unknown' };
    const isRate = Number.isInteger(rateHundredths) && rateHundredths >= 0 && rateHundredths <= 10_000;
    if (!isRate || rateHundredths > 0 !== CHARGING.has(code)) return { code: 'tax_rate_invalid' };
    if (REASONED.has(code) && reason === '') return { code: 'tax_reason_required' };
    const name = judgeName(nameEn) ?? judgeName(nameZh);
    if (name) return name;
  }
  const isApart = FEES.every((fee) => areApart(periods.filter((period) => appliesTo(period, fee))));
  return isApart ? undefined : { code: 'tax_periods_overlap' };
}

const FEES = ['buyer', 'seller'] as const satisfies readonly FeeSide[];

const judgeName = (name: string): Refusal<TaxRefusal> | undefined =>
  judgeLength(name, TAX_NAME_MAX) ?? judgeCharacters(name);

/** Returns whether each period ends after it begins, and before the next one begins. */
function areApart(periods: readonly TaxPeriod[]): boolean {
  const sorted = periods.toSorted((one, other) => (one.from < other.from ? -1 : 1));
  return sorted.every(({ from, until }, at) => {
    const next = sorted[at + 1];
    return (until === null || from <= until) && (!next || (until !== null && until < next.from));
  });
}
