import * as z from 'zod/mini';
import {
  countrySchema,
  fuelSchema,
  idSchema,
  listOf,
  pageQuery,
  partySchema,
  timeSchema,
} from '#contract/basics/basics.ts';
import { fromReply } from '#contract/basics/from-reply.ts';
import { route } from '#contract/basics/route.ts';
import { evidenceIdsSchema, evidenceSchema } from '#contract/evidence.ts';
import { ACTING_REFUSALS } from '#domain/access/may.ts';
import { CHECK_STATUSES, DECISIONS } from '#domain/certificate/check-status.ts';
import { DEVICE_REFUSALS, SUPPORT_ANSWERS } from '#domain/certificate/judge-device.ts';
import { REGISTRY_NAMES } from '#domain/certificate/registry.ts';

const textSchema = z.string().check(z.maxLength(10_000));
/** Null and an empty text mean unknown. */
export const maybeTextSchema = z._default(z.nullable(textSchema), null);

/** A device as a form or a file has it. The domain's rules report errors beside the field. */
export const deviceTexts = {
  registry: textSchema,
  /** The device's id in the registry. */
  registryId: textSchema,
  name: textSchema,
  country: textSchema,
  province: maybeTextSchema,
  fuelType: textSchema,
  fuelCode: maybeTextSchema,
  technologyCode: maybeTextSchema,
  /** Megawatts. */
  capacity: maybeTextSchema,
  /** `YYYY-MM-DD`. 1900-01-01 means unknown. */
  commissionedOn: maybeTextSchema,
  repoweredOn: maybeTextSchema,
  supported: maybeTextSchema,
  /** Separated by commas. */
  labels: maybeTextSchema,
  address: maybeTextSchema,
};
const deviceFields = z.strictObject({ ...deviceTexts, evidenceIds: evidenceIdsSchema });

/** Anyone who sees certificates of a device may know these facts. Null means unknown. */
export const deviceFactsSchema = z.strictObject({
  registry: z.enum(REGISTRY_NAMES),
  registryId: z.string(),
  name: z.string(),
  country: countrySchema,
  province: z.nullable(z.string()),
  fuelType: fuelSchema,
  fuelCode: z.nullable(z.string()),
  technologyCode: z.nullable(z.string()),
  capacity: z.nullable(z.string()),
  commissionedOn: z.nullable(z.string()),
  repoweredOn: z.nullable(z.string()),
  supported: z.enum(SUPPORT_ANSWERS),
  labels: z.nullable(z.string()),
  address: z.nullable(z.string()),
});
export type DeviceFacts = z.output<typeof deviceFactsSchema>;

/** The administrator's check of a device or a lot. */
export const checkShape = {
  status: z.enum(CHECK_STATUSES),
  /** The administrator's remark; empty before the decision. */
  remark: z.string(),
  createdAt: timeSchema,
  evidence: z.array(evidenceSchema),
};

const deviceSchema = z.extend(deviceFactsSchema, { id: idSchema, account: partySchema, ...checkShape });
export type Device = z.output<typeof deviceSchema>;

export const checkedQuery = z.strictObject({ ...pageQuery, status: z.optional(z.enum(CHECK_STATUSES)) });
const refuses = [...ACTING_REFUSALS, ...DEVICE_REFUSALS, 'device_exists', 'evidence_unknown'] as const;

export const listDevicesAsUser = route('GET /user/devices', {
  summary: "Generating devices that the caller's companies have registered. `search` looks in names and registry ids",
  query: checkedQuery,
  reply: listOf(deviceSchema),
});

export const listDevicesAsAdmin = route('GET /admin/devices', {
  ...listDevicesAsUser,
  summary: 'Generating devices of all companies',
});

export const registerDevice = route('POST /user/accounts/{id}/devices', {
  summary: 'Register a generating device. An administrator verifies it',
  body: deviceFields,
  reply: deviceSchema,
  refuses,
  idempotencyKey: 'optional',
});

export const updateDevice = route('PUT /user/devices/{id}', {
  summary: 'Change a device that is not verified. It is submitted again',
  body: z.pipe(fromReply(deviceFields, deviceSchema, { evidenceIds: 'evidence.id' }), deviceFields),
  reply: deviceSchema,
  refuses: [...refuses, 'already_verified'],
});

/** An administrator's decision about a device or a lot. A rejection needs a remark. */
export const decisionBody = z.strictObject({ decision: z.enum(DECISIONS), remark: z._default(textSchema, '') });
export const decisionRefuses = ['already_decided', 'field_required', 'less_than_maximum_character'] as const;

export const decideDevice = route('POST /admin/devices/{id}/decision', {
  summary: 'Verify or reject a device',
  body: decisionBody,
  reply: deviceSchema,
  refuses: decisionRefuses,
  idempotencyKey: 'optional',
});
