import * as z from 'zod/mini';
import { dateSchema } from '#contract/basics/basics.ts';
import { fromReply } from '#contract/basics/from-reply.ts';
import { route } from '#contract/basics/route.ts';
import { UPDATING_REFUSALS } from '#domain/access/may.ts';
import { BILLING_REFUSALS } from '#domain/invoice/billing.ts';
import { TAX_REFUSALS, TAXED_FEES } from '#domain/invoice/tax.ts';

/** Billing details: an issuer adds them to its invoices (docs/settlement.md#invoices). Empty texts are empty fields. */
const textSchema = z.string().check(z.maxLength(10_000));
const fieldsShape = {
  taxNumber: textSchema,
  industryCode: textSchema,
  activity: textSchema,
  city: textSchema,
  postalCode: textSchema,
  bankName: textSchema,
  /** ISO 3166-1 code of two letters. */
  bankCountry: textSchema,
  accountHolder: textSchema,
  /** Where the bank's country has no IBANs. */
  accountNumber: textSchema,
  iban: textSchema,
  bic: textSchema,
  /** A text before the series, the year and the number of each document, as ACME in ACME-INV-2026-000001. */
  invoicePrefix: textSchema,
};

const taxSchema = z.strictObject({
  /** EN 16931: `S`, `Z`, `E`, `AE`, `G` or `O`. MyInvois: `01`, `02`, `06` or `E`. */
  code: z.string().check(z.maxLength(10)),
  ratePercent: z.number(),
  /** Why no tax is charged, as the invoice says it. */
  reason: z._default(z.string().check(z.maxLength(300)), ''),
  from: dateSchema,
  /** The last day; null: without an end. */
  until: z._default(z.nullable(dateSchema), null),
  /** The name of the tax on invoices. Without a name, they name the code. */
  nameEn: z._default(textSchema, ''),
  nameZh: z._default(textSchema, ''),
});

const billingShape = {
  ...fieldsShape,
  /** The taxes on the issuer's invoices by their days; invoices of other days have no tax. */
  taxes: z.array(taxSchema).check(z.maxLength(50)),
};
const billingSchema = z.strictObject({ ...billingShape, version: z.number() });
export type BillingView = z.output<typeof billingSchema>;

const companyShape = {
  companyName: textSchema,
  englishCompanyName: textSchema,
  registrationNumber: textSchema,
  sstNumber: textSchema,
  address: textSchema,
  province: textSchema,
  country: textSchema,
  phone: textSchema,
  email: textSchema,
};
const platformTaxSchema = z.extend(taxSchema, {
  /** The fees that the tax applies to. */
  fees: z._default(z.enum(TAXED_FEES), 'both'),
});
const platformBillingSchema = z.extend(billingSchema, {
  /** The taxes on the platform's invoices for its fees, by their days. */
  taxes: z.array(platformTaxSchema).check(z.maxLength(50)),
  /** The company that runs the platform. */
  company: z.strictObject(companyShape),
});
export type PlatformBillingView = z.output<typeof platformBillingSchema>;

const billingRefusals = [...BILLING_REFUSALS, ...TAX_REFUSALS, 'billing_changed'] as const;

export const getBillingAsUser = route('GET /user/accounts/{id}/billing', {
  summary: "Tax numbers, bank account and taxes of one of the caller's companies",
  reply: billingSchema,
});

export const getBillingAsAdmin = route('GET /admin/accounts/{id}/billing', {
  summary: 'Tax numbers, bank account and taxes of a company',
  reply: billingSchema,
});

export const updateBilling = route('PUT /user/accounts/{id}/billing', {
  summary: 'Change tax numbers, bank account and taxes. `version` is the version that was read',
  body: z.pipe(fromReply(billingSchema, billingSchema), billingSchema),
  reply: billingSchema,
  refuses: [...UPDATING_REFUSALS, ...billingRefusals],
});

export const getPlatformBilling = route('GET /admin/billing', {
  summary: 'Company, tax numbers, bank account and taxes of the platform, which issues invoices for its fees',
  reply: platformBillingSchema,
});

export const updatePlatformBilling = route('PUT /admin/billing', {
  summary: 'Change what is on the invoices of the platform. `version` is the version that was read',
  body: z.pipe(fromReply(platformBillingSchema, platformBillingSchema), platformBillingSchema),
  reply: platformBillingSchema,
  refuses: billingRefusals,
});
