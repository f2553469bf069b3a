import type { BillingView, PlatformBillingView } from '#contract/invoice/billing.ts';
import type { BillingField, PlatformField } from '#domain/invoice/billing.ts';
import type { TaxedFees } from '#domain/invoice/tax.ts';

/** A tax as the form holds it. Empty choices, numbers and days are null. */
export type TaxDraft = {
  readonly code: string | null;
  readonly ratePercent: number | null;
  readonly reason: string;
  readonly from: string | null;
  readonly until: string | null;
  readonly nameEn: string;
  readonly nameZh: string;
  /** Only for taxes of the platform. */
  readonly fees: TaxedFees;
};

/** The billing details of a company as the form holds them. */
export type BillingDraft = Readonly<Record<BillingField, string>> & { readonly taxes: readonly TaxDraft[] };

/** Those of the platform. The fields of its company have the names under which the server refuses them. */
export type PlatformDraft = BillingDraft & Readonly<Record<PlatformField, string>>;

export const NEW_TAX: TaxDraft = {
  code: null,
  ratePercent: 0,
  reason: '',
  from: null,
  until: null,
  nameEn: '',
  nameZh: '',
  fees: 'both',
};

/** Returns the stored details as the form holds them. */
export const draftOf = ({ version: _, taxes, ...fields }: BillingView): BillingDraft => ({
  ...fields,
  taxes: taxes.map((tax) => ({ fees: 'both', ...tax })),
});

/** Returns the form's details as a request. An empty number counts as not valid. */
export const billingOf = ({ taxes, ...fields }: BillingDraft, version: number): BillingView => ({
  ...fields,
  taxes: taxes.map(({ fees: _fees, ...tax }) => taxOf(tax)),
  version,
});

const taxOf = (tax: Omit<TaxDraft, 'fees'>): BillingView['taxes'][number] => ({
  ...tax,
  code: tax.code ?? '',
  ratePercent: tax.ratePercent ?? Number.NaN,
  from: tax.from ?? '',
});

/** Returns the stored details of the platform as the form holds them. */
export function platformDraftOf({ company, ...billing }: PlatformBillingView): PlatformDraft {
  const named = Object.entries(company).map(([name, text]) => [`company.${name}`, text]);
  return { ...draftOf(billing), ...(Object.fromEntries(named) as Record<PlatformField, string>) };
}

/** Returns the form's details of the platform as a request. */
export function platformBillingOf(draft: PlatformDraft, version: number): PlatformBillingView {
  const fields = Object.entries(draft);
  const isOfCompany = ([name]: [string, unknown]): boolean => name.startsWith('company.');
  const company = fields.filter(isOfCompany).map(([name, text]) => [name.slice('company.'.length), text]);
  const billing = Object.fromEntries(fields.filter((field) => !isOfCompany(field))) as BillingDraft;
  const taxes = billing.taxes.map(({ fees, ...tax }) => ({ ...taxOf(tax), fees }));
  return {
    ...billingOf(billing, version),
    taxes,
    company: Object.fromEntries(company) as PlatformBillingView['company'],
  };
}

/** Refuses taxes with an empty code, rate or first day. The server judges everything else. */
export function judgeTaxDrafts(taxes: readonly TaxDraft[]) {
  const isEmpty = ({ code, ratePercent, from }: TaxDraft): boolean =>
    code === null || ratePercent === null || Number.isNaN(ratePercent) || from === null;
  return taxes.some(isEmpty) ? ({ code: 'field_required' } as const) : undefined;
}
