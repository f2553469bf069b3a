import * as z from 'zod/mini';
import { idParams, idSchema, timeSchema } from '#contract/basics/basics.ts';
import { route } from '#contract/basics/route.ts';
import { MANAGING_REFUSALS } from '#domain/access/may.ts';
import { API_KEY_DAYS, API_KEY_ROLES, API_KEY_STATES } from '#domain/automation/api-key.ts';

/** Keys by which a company's own programs call this API (decision 50). */
const keySchema = z.strictObject({
  id: idSchema,
  name: z.string(),
  role: z.enum(API_KEY_ROLES),
  /** How the key begins. */
  hint: z.string(),
  /** For whom it acts: who made it. */
  username: z.string(),
  state: z.enum(API_KEY_STATES),
  createdAt: timeSchema,
  expiresAt: timeSchema,
  lastUsedAt: z.nullable(timeSchema),
});
export type ApiKey = z.output<typeof keySchema>;

const keysSchema = z.array(keySchema);

export const listApiKeys = route({
  method: 'GET',
  path: '/user/accounts/{id}/api-keys',
  access: 'user',
  summary: "The company's API keys: those that work first, then those that don't any more",
  params: idParams,
  reply: keysSchema,
});

const keyBody = z.strictObject({
  name: z.string().check(z.maxLength(1_000)),
  role: z.enum(API_KEY_ROLES),
  days: z.literal(API_KEY_DAYS),
});

export const makeApiKey = route({
  method: 'POST',
  path: '/user/accounts/{id}/api-keys',
  access: 'user',
  summary: 'An owner makes a key that acts for it within this company; the key itself is told once, here',
  params: idParams,
  body: keyBody,
  reply: z.strictObject({ key: z.string(), keys: keysSchema }),
  refuses: [...MANAGING_REFUSALS, 'field_required', 'less_than_maximum_character', 'too_many_api_keys'],
});

const oneKey = z.strictObject({ id: idSchema, keyId: idSchema });

export const revokeApiKey = route({
  method: 'DELETE',
  path: '/user/accounts/{id}/api-keys/{keyId}',
  access: 'user',
  summary: 'An owner ends a key, at once and for good: its next call is refused, its open sockets close',
  params: oneKey,
  reply: keysSchema,
  refuses: MANAGING_REFUSALS,
});

const actSchema = z.strictObject({
  at: timeSchema,
  /** Method and path of the call, as they stand here. */
  action: z.string(),
  /** What the path names. */
  subject: z.record(z.string(), z.string()),
});
export type ApiKeyAct = z.output<typeof actSchema>;

export const listApiKeyActs = route({
  method: 'GET',
  path: '/user/accounts/{id}/api-keys/{keyId}/acts',
  access: 'user',
  summary: 'What was changed through a key: its last hundred acts, newest first',
  params: oneKey,
  reply: z.array(actSchema),
});
