import * as z from 'zod/mini';
import { countrySchema, dateSchema, fuelSchema, idSchema, periodSchema } from '#contract/basics/basics.ts';
import { EXPORT_FORMATS, fileSchema, MACHINE_FORMATS } from '#contract/basics/file.ts';
import { route } from '#contract/basics/route.ts';
import { daysSchema, deviceSchema, lotSchema } from '#contract/claim/certificate-range.ts';
import { claimSchema, registryShape } from '#contract/claim/claim.ts';
import { beneficiarySchema } from '#contract/holding/beneficiary.ts';
import { CDP_TECHNOLOGIES } from '#domain/claim/cdp-table.ts';
import { CHECK_RESULTS } from '#domain/claim/claim-checks.ts';
import { REGISTRY_STATES } from '#domain/claim/registry-retirement.ts';

/** The claims of a company in a year, with the checks of an auditor (docs/rules.md#claims). */
const check = z.enum(CHECK_RESULTS);

const lineSchema = z.strictObject({
  retirementId: idSchema,
  holdingId: idSchema,
  number: z.string(),
  companyName: z.string(),
  /** The day of the retirement on the platform, in UTC. */
  retiredOn: dateSchema,
  beneficiary: beneficiarySchema,
  claim: claimSchema,
  product: z.strictObject({
    country: countrySchema,
    fuelType: fuelSchema,
    vintage: z.strictObject({ year: z.number(), period: periodSchema }),
  }),
  registry: z.nullable(z.strictObject({ ...registryShape, hasEvidence: z.boolean() })),
  trade: z.strictObject({
    kind: z.enum(['auction', 'buyOrder']),
    id: idSchema,
    title: z.string(),
    seller: z.string(),
    /** The day of the award or of the approval, in UTC. */
    awardedOn: dateSchema,
    /** The day on which the delivery was complete, in UTC. Null if it is not, or not recorded. */
    deliveredOn: z.nullable(dateSchema),
    /** Numbers of the seller's invoices. Empty if there is none on the platform. */
    invoices: z.string(),
  }),
  /** The year in which the claim counts: that of the last day of its reporting period, if it is known. */
  year: z.number(),
  state: z.enum(REGISTRY_STATES),
  /** Decimal text with six decimals. */
  megawattHours: z.string(),
  /** The days of production. Without certificates these are the days of the vintage. */
  production: daysSchema,
  /** Null if no certificates were named for these RECs. */
  lot: z.nullable(lotSchema),
  device: z.nullable(deviceSchema),
  /** Months from the production to the reporting period; negative if the production was later. Null if unknown. */
  vintageDistance: z.nullable(z.number()),
  /** Years from the commissioning or the last repowering to the year of the claim. Null if unknown. */
  age: z.nullable(z.number()),
  checks: z.strictObject({
    namedBeneficiary: check,
    periodOverlap: check,
    /** Production at most six months before or three months after the reporting period. */
    periodNear: check,
    sameMarket: check,
    /** In the year of the claim, counted from the commissioning or the last repowering. */
    ageWithin15Years: check,
    notExpired: check,
    evidenceAttached: check,
    retiredAtRegistry: check,
  }),
});
export type ClaimsReportLine = z.output<typeof lineSchema>;

const cdpRowSchema = z.strictObject({
  /** Where the electricity was consumed. Empty if unknown. */
  country: z.string(),
  technology: z.enum(CDP_TECHNOLOGIES),
  megawattHours: z.string(),
  megawattHoursAtRegistry: z.string(),
  /** The registry of the certificates. Empty if unknown. */
  instrument: z.string(),
  origin: z.string(),
  commissioningYear: z.nullable(z.number()),
  /** Numbers of the retirement statements. */
  numbers: z.readonly(z.array(z.string())),
});
export type CdpReportRow = z.output<typeof cdpRowSchema>;

const reportSchema = z.strictObject({
  accountId: idSchema,
  companyName: z.string(),
  year: z.number(),
  /** All years for which the company has claims, the latest first. */
  years: z.array(z.number()),
  /** Sums of all lines, in megawatt-hours. */
  megawattHours: z.string(),
  megawattHoursAtRegistry: z.string(),
  lines: z.array(lineSchema),
  /** Table 7.30.14 of the CDP questionnaire. */
  cdp: z.array(cdpRowSchema),
});
export type ClaimsReport = z.output<typeof reportSchema>;

const reportQuery = { year: z.coerce.number().check(z.int(), z.minimum(2_000), z.maximum(2_100)) };

export const getClaimsReportAsUser = route('GET /user/accounts/{id}/claims-report', {
  summary: 'Claims of the company in a year: one line for each range of certificates, with checks',
  query: z.strictObject(reportQuery),
  reply: reportSchema,
  refuses: ['export_too_large'],
});

export const getClaimsReportAsAdmin = route('GET /admin/accounts/{id}/claims-report', getClaimsReportAsUser);

/** The tables of a report as files. */
export const CLAIMS_TABLES = ['claims', 'cdp'] as const;
export const CLAIMS_FORMATS = [...EXPORT_FORMATS, 'pdf', ...MACHINE_FORMATS] as const;

export const exportClaimsReportAsUser = route('GET /user/accounts/{id}/claims-report/export', {
  summary: 'A table of the report as a file, or the whole report as a PDF',
  query: z.strictObject({
    ...reportQuery,
    table: z._default(z.enum(CLAIMS_TABLES), 'claims'),
    format: z._default(z.enum(CLAIMS_FORMATS), 'csv'),
  }),
  reply: fileSchema,
  refuses: ['export_too_large'],
});

export const exportClaimsReportAsAdmin = route(
  'GET /admin/accounts/{id}/claims-report/export',
  exportClaimsReportAsUser,
);
