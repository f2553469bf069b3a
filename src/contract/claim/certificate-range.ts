import * as z from 'zod/mini';
import { dateSchema } from '#contract/basics/basics.ts';

const dayOrUnknown = z.nullable(dateSchema);

/** A device as the registry describes it. Null or empty means unknown. */
export const deviceSchema = z.strictObject({
  registry: z.string(),
  registryId: z.string(),
  name: z.string(),
  country: z.string(),
  region: z.string(),
  fuelCode: z.string(),
  fuelText: z.string(),
  technologyCode: z.string(),
  technologyText: z.string(),
  /** Megawatts. */
  capacity: z.nullable(z.string()),
  commissionedOn: dayOrUnknown,
  repoweredOn: dayOrUnknown,
  isSupported: z.nullable(z.boolean()),
  labels: z.readonly(z.array(z.string())),
});

export const daysSchema = z.strictObject({ from: dateSchema, to: dateSchema });

/** Certificates of one lot. First and last serial both belong to the range. */
export const lotSchema = z.strictObject({
  first: z.string(),
  last: z.string(),
  /** Megawatt-hours with six decimals. */
  quantity: z.string(),
  production: z.nullable(daysSchema),
  issuedOn: dayOrUnknown,
  expiresOn: dayOrUnknown,
  issuer: z.string(),
  includesOffsets: z.nullable(z.boolean()),
});

/** A range of certificates that backs a retirement, with its device. */
export const rangeSchema = z.strictObject({ device: deviceSchema, lot: lotSchema });
export type CertificateRange = z.output<typeof rangeSchema>;
