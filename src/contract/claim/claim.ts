import * as z from 'zod/mini';
import { dateSchema, idSchema, listOf, pageQuery, productShape, timeSchema } from '#contract/basics/basics.ts';
import { route } from '#contract/basics/route.ts';
import { ACTING_REFUSALS } from '#domain/access/may.ts';
import { CLAIM_PURPOSES } from '#domain/claim/claim.ts';
import { REGISTRY_EVIDENCE_MAX, REGISTRY_REFUSALS } from '#domain/claim/registry-retirement.ts';
import { BENEFICIARY_TYPES } from '#domain/holding/beneficiary.ts';

/** The claim of a retirement, and the retirement at the registry (docs/rules.md#claims). */
const textSchema = z.string().check(z.maxLength(10_000));

/** A claim as a form sends it. Left out or empty means unknown; the domain's rules report errors beside the field. */
export const claimBody = z.strictObject({
  /** First and last day for which the beneficiary reports, as `2026-01-01`. */
  periodFrom: z._default(z.nullable(textSchema), null),
  periodTo: z._default(z.nullable(textSchema), null),
  purpose: z._default(textSchema, 'unknown'),
  purposeText: z._default(textSchema, ''),
});

export const claimSchema = z.strictObject({
  periodFrom: z.nullable(dateSchema),
  periodTo: z.nullable(dateSchema),
  purpose: z.enum(CLAIM_PURPOSES),
  purposeText: z.string(),
});

export const registryShape = {
  registry: z.string(),
  reference: z.string(),
  /** Empty if the registry gives none. */
  verificationKey: z.string(),
  /** The registry's public page that confirms the retirement. Empty if there is none. */
  address: z.string(),
  /** The day of the retirement at the registry. */
  retiredOn: dateSchema,
};

export const registryRetirementSchema = z.strictObject({
  id: idSchema,
  /** Name of the seller of these RECs, when this was recorded. */
  companyName: z.string(),
  ...registryShape,
  recordedAt: timeSchema,
  evidenceIds: z.array(idSchema),
});
export type RegistryRetirement = z.output<typeof registryRetirementSchema>;

/** A retirement of RECs that the caller's company sold. The seller has to retire their certificates at the registry. */
const registryTaskSchema = z.strictObject({
  retirementId: idSchema,
  sellerAccountId: idSchema,
  number: z.string(),
  /** Name of the holder at the time of the retirement. */
  companyName: z.string(),
  quantity: z.number(),
  lines: z.array(z.strictObject({ ...productShape, quantity: z.number() })),
  retiredAt: timeSchema,
  accountType: z.enum(BENEFICIARY_TYPES),
  nameOnCertificates: z.string(),
  country: z.string(),
  location: z.string(),
  claim: claimSchema,
  registry: z.nullable(registryRetirementSchema),
});
export type RegistryTask = z.output<typeof registryTaskSchema>;

const REGISTRY_TASKS_SHOWN = ['waiting', 'done', 'all'] as const;

export const listRegistryTasks = route('GET /user/registry-retirements', {
  summary: "Retirements of RECs that the caller's companies sold: those that wait for the registry come first",
  query: z.strictObject({ ...pageQuery, show: z._default(z.enum(REGISTRY_TASKS_SHOWN), 'waiting') }),
  reply: listOf(registryTaskSchema),
});

const registryBody = z.strictObject({
  registry: textSchema,
  reference: textSchema,
  verificationKey: z._default(textSchema, ''),
  address: z._default(textSchema, ''),
  retiredOn: textSchema,
  /** Ids of uploaded files, such as the registry's statement. */
  evidenceIds: z._default(z.array(idSchema).check(z.maxLength(REGISTRY_EVIDENCE_MAX)), []),
});

export const recordRegistryAsUser = route('POST /user/retirements/{id}/registry', {
  summary: 'Record that the seller retired the certificates at the registry. A later record replaces an earlier one',
  body: registryBody,
  reply: z.array(registryRetirementSchema),
  refuses: [...ACTING_REFUSALS, ...REGISTRY_REFUSALS, 'registry_reference_used', 'evidence_unknown'],
  idempotencyKey: 'optional',
});

export const recordRegistry = route('POST /admin/retirements/{id}/registry', {
  ...recordRegistryAsUser,
  summary: 'Record the retirement at the registry for all sellers of these RECs',
});
