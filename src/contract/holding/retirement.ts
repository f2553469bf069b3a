import * as z from 'zod/mini';
import { syncQuery, withSync } from '#contract/basics/sync.ts';
import { idSchema, longListOf, pageQuery, productShape, timeSchema } from '#contract/basics/basics.ts';
import { exportQuery, fileSchema } from '#contract/basics/file.ts';
import { route } from '#contract/basics/route.ts';
import { rangeSchema } from '#contract/claim/certificate-range.ts';
import { claimBody, claimSchema, registryRetirementSchema, registryShape } from '#contract/claim/claim.ts';
import { beneficiaryChoiceSchema, beneficiarySchema } from '#contract/holding/beneficiary.ts';
import { productFilters } from '#contract/holding/holding.ts';
import { ACTING_REFUSALS } from '#domain/access/may.ts';
import { CLAIM_REFUSALS } from '#domain/claim/claim.ts';
import { REGISTRY_STATES } from '#domain/claim/registry-retirement.ts';
import { BENEFICIARY_REFUSALS, BENEFICIARY_TYPES } from '#domain/holding/beneficiary.ts';
import { RETIRED_QUANTITY_REFUSALS } from '#domain/holding/judge-retirement.ts';
import { STATEMENT_REFUSALS } from '#domain/holding/statement-number.ts';

/** Retirements and their statements (docs/rules.md#retirements). */
const lineMembers = { ...productShape, quantity: z.number() };

const retirementSchema = z.strictObject({
  id: idSchema,
  /** Number of the statement. Anyone who knows it can verify the statement. */
  number: z.string(),
  accountId: idSchema,
  /** Name of the holder at the time of the retirement. */
  companyName: z.string(),
  /** Sum of all lines. */
  quantity: z.number(),
  /** One line per holding. A buy order can bring several products. */
  lines: z.array(
    z.strictObject({
      ...lineMembers,
      holdingId: idSchema,
      /** Id of the retirement at the registry. Null if none was recorded for these RECs. */
      registryId: z.nullable(idSchema),
    }),
  ),
  retiredAt: timeSchema,
  /** Username. Null for users if an administrator retired the RECs. */
  retiredBy: z.nullable(z.string()),
  beneficiary: beneficiarySchema,
  claim: claimSchema,
  state: z.enum(REGISTRY_STATES),
  /** The retirements at registries that sellers or administrators recorded: one for each seller. */
  registry: z.array(registryRetirementSchema),
});
export type Retirement = z.output<typeof retirementSchema>;

/** One retirement with the certificates that were named for it. */
const retirementWithRangesSchema = z.extend(retirementSchema, { ranges: z.array(rangeSchema) });
export type RetirementWithRanges = z.output<typeof retirementWithRangesSchema>;

export const retireHolding = route('POST /user/holdings/{id}/retirements', {
  summary: 'Retire part or all of a holding for a beneficiary, permanently',
  body: z.strictObject({
    /** Null is an empty field, which the domain's rules report at the field. */
    quantity: z.nullable(z.number()),
    beneficiary: beneficiaryChoiceSchema,
    /** Left out if unknown. */
    claim: z.optional(claimBody),
  }),
  reply: retirementWithRangesSchema,
  refuses: [
    ...ACTING_REFUSALS,
    ...RETIRED_QUANTITY_REFUSALS,
    ...BENEFICIARY_REFUSALS,
    ...CLAIM_REFUSALS,
    'holding_too_small',
    'holding_held_back',
  ],
  idempotencyKey: 'optional',
});

const filters = {
  ...productFilters,
  /** Only retirements from this holding. */
  holding: z.optional(idSchema),
};

export const listRetirementsAsUser = route('GET /user/retirements', {
  summary: "Retirements of the caller's companies, newest first. `search` looks in numbers and beneficiaries",
  query: z.strictObject({ ...pageQuery, ...syncQuery, ...filters }),
  reply: withSync(longListOf(retirementSchema)),
});

export const listRetirementsAsAdmin = route('GET /admin/retirements', {
  ...listRetirementsAsUser,
  summary: 'Retirements of all companies, newest first. `search` also looks in names of holders',
});

export const exportRetirementsAsUser = route('GET /user/retirements/export', {
  summary: 'All pages of the list as a file',
  query: z.strictObject({ ...filters, ...exportQuery }),
  reply: fileSchema,
  refuses: ['export_too_large'],
});

export const exportRetirementsAsAdmin = route('GET /admin/retirements/export', exportRetirementsAsUser);

export const getRetirementAsUser = route('GET /user/retirements/{id}', {
  summary: "A retirement of one of the caller's companies. Those of others answer like missing ones",
  reply: retirementWithRangesSchema,
});

export const getRetirementAsAdmin = route('GET /admin/retirements/{id}', getRetirementAsUser);

export const getStatementAsUser = route('GET /user/retirements/{id}/statement', {
  summary: "The retirement statement as a PDF, in the caller's language",
  reply: fileSchema,
});

export const getStatementAsAdmin = route('GET /admin/retirements/{id}/statement', getStatementAsUser);

const confirmedSchema = z.strictObject({
  number: z.string(),
  companyName: z.string(),
  quantity: z.number(),
  lines: z.array(z.strictObject(lineMembers)),
  retiredAt: timeSchema,
  accountType: z.enum(BENEFICIARY_TYPES),
  nameOnCertificates: z.string(),
  /** Address of a company or a building. Null for a person: only the holder sees a person's address. */
  address: z.nullable(z.string()),
  /** Where the electricity was consumed. Empty if unknown. The location of a person is null, like the address. */
  country: z.string(),
  location: z.nullable(z.string()),
  claim: claimSchema,
  /** `platform`: nothing was retired in a registry. */
  state: z.enum(REGISTRY_STATES),
  registry: z.array(z.strictObject(registryShape)),
  /** The certificates that were named for these RECs. Empty if none were named. */
  ranges: z.array(rangeSchema),
});
export type ConfirmedStatement = z.output<typeof confirmedSchema>;

export const confirmStatement = route('GET /retirements/{number}', {
  access: 'open',
  summary: 'Verify a retirement statement by its number. Spaces, dashes and case are ignored',
  params: z.strictObject({ number: z.string().check(z.maxLength(100)) }),
  reply: confirmedSchema,
  refuses: STATEMENT_REFUSALS,
});
