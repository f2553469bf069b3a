import * as z from 'zod/mini';
import { idSchema, timeSchema } from '#contract/basics/basics.ts';
import { route } from '#contract/basics/route.ts';
import { MANAGING_REFUSALS } from '#domain/access/may.ts';
import { API_KEY_DAYS, API_KEY_ROLES, API_KEY_STATES } from '#domain/automation/api-key.ts';

/** API keys, with which a company's own programs call this API (decision 50). */
const keySchema = z.strictObject({
  id: idSchema,
  name: z.string(),
  role: z.enum(API_KEY_ROLES),
  /** The first characters of the key. */
  hint: z.string(),
  /** Username of the user who made the key, and for whom it acts. */
  username: z.string(),
  state: z.enum(API_KEY_STATES),
  createdAt: timeSchema,
  expiresAt: timeSchema,
  lastUsedAt: z.nullable(timeSchema),
});
export type ApiKey = z.output<typeof keySchema>;

const keysSchema = z.array(keySchema);

export const listApiKeys = route('GET /user/accounts/{id}/api-keys', {
  summary: "The company's API keys: active ones first, then ended ones",
  reply: keysSchema,
});

const keyBody = z.strictObject({
  name: z.string().check(z.maxLength(1_000)),
  role: z.enum(API_KEY_ROLES),
  days: z.literal(API_KEY_DAYS),
});

export const makeApiKey = route('POST /user/accounts/{id}/api-keys', {
  summary:
    'An account owner creates a key that acts for the owner within this company. The key is shown only once, here',
  body: keyBody,
  reply: z.strictObject({ key: z.string(), keys: keysSchema }),
  refuses: [...MANAGING_REFUSALS, 'field_required', 'less_than_maximum_character', 'too_many_api_keys'],
});

export const revokeApiKey = route('DELETE /user/accounts/{id}/api-keys/{keyId}', {
  summary:
    'An account owner revokes a key, immediately and permanently. Its calls are rejected, and its open sockets close',
  reply: keysSchema,
  refuses: MANAGING_REFUSALS,
});

const actSchema = z.strictObject({
  at: timeSchema,
  /** Method and path of the call, as in its route. */
  action: z.string(),
  /** Parameters of the path. */
  subject: z.record(z.string(), z.string()),
});
export type ApiKeyAct = z.output<typeof actSchema>;

export const listApiKeyActs = route('GET /user/accounts/{id}/api-keys/{keyId}/acts', {
  summary: 'Changes made with a key: the last hundred, newest first',
  reply: z.array(actSchema),
});
