import * as z from 'zod/mini';
import { idSchema, longListOf, pageQuery, productShape, timeSchema } from '#contract/basics/basics.ts';
import { exportQuery, fileSchema } from '#contract/basics/file.ts';
import { route } from '#contract/basics/route.ts';
import { beneficiaryChoiceSchema, beneficiarySchema } from '#contract/holding/beneficiary.ts';
import { goodsFilters } from '#contract/holding/holding.ts';
import { ACTING_REFUSALS } from '#domain/access/may.ts';
import { BENEFICIARY_REFUSALS, BENEFICIARY_TYPES } from '#domain/holding/beneficiary.ts';
import { RETIRED_QUANTITY_REFUSALS } from '#domain/holding/judge-retirement.ts';
import { STATEMENT_REFUSALS } from '#domain/holding/statement-number.ts';

/** Retirements and their statements (docs/rules.md#retirements). */
const lineMembers = { ...productShape, quantity: z.number() };

const retirementSchema = z.strictObject({
  id: idSchema,
  /** Number of the statement. Anyone who knows it can have the statement confirmed. */
  number: z.string(),
  accountId: idSchema,
  /** Name of the holder at that time. */
  companyName: z.string(),
  /** Sum of all lines. */
  quantity: z.number(),
  /** One line per holding. A buy order can bring several products. */
  lines: z.array(z.strictObject({ ...lineMembers, holdingId: idSchema })),
  retiredAt: timeSchema,
  /** Username. Null for users if an administrator retired the RECs. */
  retiredBy: z.nullable(z.string()),
  beneficiary: beneficiarySchema,
});
export type Retirement = z.output<typeof retirementSchema>;

export const retireHolding = route('POST /user/holdings/{id}/retirements', {
  summary: 'Retire part or all of a holding for a beneficiary, for good',
  body: z.strictObject({
    /** Null stands for an empty field. The domain's rules report it beside the field. */
    quantity: z.nullable(z.number()),
    beneficiary: beneficiaryChoiceSchema,
  }),
  reply: retirementSchema,
  refuses: [...ACTING_REFUSALS, ...RETIRED_QUANTITY_REFUSALS, ...BENEFICIARY_REFUSALS, 'holding_too_small'],
  idempotencyKey: 'optional',
});

const filters = {
  ...goodsFilters,
  /** Only retirements from this holding. */
  holding: z.optional(idSchema),
};

export const listRetirementsAsUser = route('GET /user/retirements', {
  summary: "What the caller's companies have retired, newest first; `search` looks in numbers and beneficiaries",
  query: z.strictObject({ ...pageQuery, ...filters }),
  reply: longListOf(retirementSchema),
});

export const listRetirementsAsAdmin = route('GET /admin/retirements', {
  ...listRetirementsAsUser,
  summary: 'What all companies have retired, newest first; `search` looks in names of holders too',
});

export const exportRetirementsAsUser = route('GET /user/retirements/export', {
  summary: 'The same list as a file, all pages of it',
  query: z.strictObject({ ...filters, ...exportQuery }),
  reply: fileSchema,
  refuses: ['export_too_large'],
});

export const exportRetirementsAsAdmin = route('GET /admin/retirements/export', exportRetirementsAsUser);

export const getRetirementAsUser = route('GET /user/retirements/{id}', {
  summary: "A retirement of one of the caller's companies; others' and missing ones answer alike",
  reply: retirementSchema,
});

export const getRetirementAsAdmin = route('GET /admin/retirements/{id}', getRetirementAsUser);

export const getStatementAsUser = route('GET /user/retirements/{id}/statement', {
  summary: 'The statement of a retirement as PDF, in the language of the caller',
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
  /** Address of a company or a building. A person's address stays with the holder. */
  address: z.nullable(z.string()),
});
export type ConfirmedStatement = z.output<typeof confirmedSchema>;

export const confirmStatement = route('GET /retirements/{number}', {
  access: 'open',
  summary: 'Confirms a statement of retirement to whoever knows its number; spaces, dashes and case are of no matter',
  params: z.strictObject({ number: z.string().check(z.maxLength(100)) }),
  reply: confirmedSchema,
  refuses: STATEMENT_REFUSALS,
});
