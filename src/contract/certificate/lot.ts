import * as z from 'zod/mini';
import { idSchema, listOf, partySchema } from '#contract/basics/basics.ts';
import { route } from '#contract/basics/route.ts';
import {
  checkedQuery,
  checkShape,
  decisionBody,
  decisionRefuses,
  deviceFactsSchema,
  maybeTextSchema,
} from '#contract/certificate/device.ts';
import { evidenceIdsSchema } from '#contract/evidence.ts';
import { ACTING_REFUSALS } from '#domain/access/may.ts';
import { LOT_REFUSALS, OFFSET_ANSWERS } from '#domain/certificate/judge-lot.ts';
import { SERIAL_STYLE_NAMES } from '#domain/certificate/serial-style.ts';

const textSchema = z.string().check(z.maxLength(10_000));

/** A lot as a form or a file has it. The domain's rules report errors beside the field. */
export const lotFields = {
  /** The first and the last serial number, as the registry writes them. Both belong to the lot. */
  first: textSchema,
  last: textSchema,
  /** The period of production, as `YYYY-MM-DD`. Both dates belong to it. */
  periodFrom: textSchema,
  periodTo: textSchema,
  issuedOn: maybeTextSchema,
  expiresOn: maybeTextSchema,
  issuer: maybeTextSchema,
  offsetAttributes: maybeTextSchema,
  labels: maybeTextSchema,
};

/** Anyone who sees certificates of a lot may know these facts. Null means unknown; for `expiresOn`, perhaps no expiry. */
export const lotFactsSchema = z.strictObject({
  style: z.enum(SERIAL_STYLE_NAMES),
  first: z.string(),
  last: z.string(),
  /** RECs, with up to six decimals. */
  quantity: z.string(),
  periodFrom: z.string(),
  periodTo: z.string(),
  issuedOn: z.nullable(z.string()),
  expiresOn: z.nullable(z.string()),
  issuer: z.nullable(z.string()),
  offsetAttributes: z.enum(OFFSET_ANSWERS),
  labels: z.nullable(z.string()),
});

const lotSchema = z.extend(lotFactsSchema, {
  id: idSchema,
  account: partySchema,
  deviceId: idSchema,
  device: deviceFactsSchema,
  /** Certificates, in RECs, that back nothing yet. */
  available: z.string(),
  ...checkShape,
});
export type Lot = z.output<typeof lotSchema>;

export const listLotsAsUser = route('GET /user/certificate-lots', {
  summary:
    "Issuances of certificates that the caller's companies have registered. `search` looks in devices and serial numbers",
  query: checkedQuery,
  reply: listOf(lotSchema),
});

export const listLotsAsAdmin = route('GET /admin/certificate-lots', {
  ...listLotsAsUser,
  summary: 'Issuances of certificates of all companies',
});

const refuses = [...ACTING_REFUSALS, ...LOT_REFUSALS, 'serials_registered', 'evidence_unknown'] as const;

export const registerLot = route('POST /user/devices/{id}/lots', {
  summary: 'Register an issuance of certificates of a device. An administrator verifies it',
  body: z.strictObject({ ...lotFields, evidenceIds: evidenceIdsSchema }),
  reply: lotSchema,
  refuses: [...refuses, 'device_rejected'],
  idempotencyKey: 'optional',
});

export const withdrawLot = route('DELETE /user/certificate-lots/{id}', {
  summary: 'Withdraw a lot that is not verified',
  refuses: [...ACTING_REFUSALS, 'already_verified'],
});

export const decideLot = route('POST /admin/certificate-lots/{id}/decision', {
  summary: 'Verify or reject a lot. Its device must be verified first',
  body: decisionBody,
  reply: lotSchema,
  refuses: [...decisionRefuses, 'device_not_verified'],
  idempotencyKey: 'optional',
});
