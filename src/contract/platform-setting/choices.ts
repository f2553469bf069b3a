import * as z from 'zod/mini';

/** Schemas of the choices that an owner can change. The rules of the domain judge the codes and the names. */
const codeSchema = z.string().check(z.maxLength(100));
const choicesSchema = z.array(z.strictObject({ code: codeSchema, names: z.record(codeSchema, codeSchema) }));

export const regionsSchema = z.strictObject({
  /** Countries of new companies with their provinces. Names of provinces that Greenlot knows may be missing. */
  countries: z.array(z.strictObject({ code: codeSchema, provinces: choicesSchema })).check(z.maxLength(300)),
  /** Countries whose phone numbers are accepted. Null means the countries of the deployment. */
  phoneCountries: z.nullable(z.array(codeSchema).check(z.maxLength(300))),
  /** Countries of the RECs of new items and devices. */
  recCountries: z.array(codeSchema).check(z.maxLength(300)),
});

/** The names of the fees by language. A missing name means the one of Greenlot. */
export const feeNamesSchema = z.strictObject({
  buyer: z.record(codeSchema, codeSchema),
  seller: z.record(codeSchema, codeSchema),
});

export const businessTypesSchema = z.strictObject({
  /** Roles in the market that a company can choose. Names of types that Greenlot knows may be missing. */
  types: choicesSchema,
});
