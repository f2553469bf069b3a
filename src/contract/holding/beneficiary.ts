import * as z from 'zod/mini';
import { idSchema, listOf, pageQuery } from '#contract/basics/basics.ts';
import { fromReply } from '#contract/basics/from-reply.ts';
import { route } from '#contract/basics/route.ts';
import { ACTING_REFUSALS } from '#domain/access/may.ts';
import { BENEFICIARY_REFUSALS, BENEFICIARY_TYPES } from '#domain/holding/beneficiary.ts';

/**
 * Beneficiaries of retirements: those that a company has saved, and the choice of one in a request
 * (docs/rules.md#retirements).
 */
const textSchema = z.string().check(z.maxLength(10_000));

/** Where the electricity was consumed: ISO 3166-1 alpha-2, and a place. Left out or empty means unknown. */
const placeBody = { country: z.optional(textSchema), location: z.optional(textSchema) };

/**
 * A beneficiary as a form sends it. An empty text is an empty field, and the domain's rules report errors beside the
 * field.
 */
const beneficiaryBody = {
  accountType: textSchema,
  name: textSchema,
  address: textSchema,
  nameOnCertificates: textSchema,
  /** Only for a building. */
  buildingOwnerName: z._default(textSchema, ''),
  ...placeBody,
};

export const beneficiarySchema = z.strictObject({
  accountType: z.enum(BENEFICIARY_TYPES),
  name: z.string(),
  address: z.string(),
  nameOnCertificates: z.string(),
  buildingOwnerName: z.string(),
  /** Where the electricity was consumed. Empty if unknown. */
  country: z.string(),
  location: z.string(),
});

/** The choice of a beneficiary, part of every request that retires RECs, now or later. */
export const beneficiaryChoiceSchema = z.discriminatedUnion('choice', [
  /** Without a country, the company's own country is the place of consumption. */
  z.strictObject({ choice: z.literal('own'), ...placeBody }),
  z.strictObject({ choice: z.literal('saved'), beneficiaryId: idSchema }),
  z.strictObject({
    choice: z.literal('new'),
    ...beneficiaryBody,
    /** Whether to save the new beneficiary for later requests. */
    isSaved: z._default(z.boolean(), false),
  }),
]);
export type ChosenBeneficiary = z.output<typeof beneficiaryChoiceSchema>;

const beneficiaryFields = z.strictObject(beneficiaryBody);
const savedSchema = z.extend(beneficiarySchema, { id: idSchema });
export type SavedBeneficiary = z.output<typeof savedSchema>;

export const listBeneficiaries = route('GET /user/accounts/{id}/beneficiaries', {
  summary: 'Beneficiaries that the company has saved, by name',
  query: z.strictObject(pageQuery),
  reply: listOf(savedSchema),
});

export const saveBeneficiary = route('POST /user/accounts/{id}/beneficiaries', {
  summary: 'Save a beneficiary for later. One that is already saved is returned unchanged',
  body: beneficiaryFields,
  reply: savedSchema,
  refuses: [...ACTING_REFUSALS, ...BENEFICIARY_REFUSALS],
  idempotencyKey: 'optional',
});

export const updateBeneficiary = route('PUT /user/accounts/{id}/beneficiaries/{beneficiaryId}', {
  summary: 'Change a saved beneficiary. Earlier retirements stay unchanged',
  body: z.pipe(fromReply(beneficiaryFields, savedSchema), beneficiaryFields),
  reply: savedSchema,
  refuses: [...ACTING_REFUSALS, ...BENEFICIARY_REFUSALS],
});

export const deleteBeneficiary = route('DELETE /user/accounts/{id}/beneficiaries/{beneficiaryId}', {
  summary: 'Delete a saved beneficiary. Earlier retirements stay unchanged',
  refuses: ACTING_REFUSALS,
});
