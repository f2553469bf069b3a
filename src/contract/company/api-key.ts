import * as z from 'zod/mini';
import { idSchema, timeSchema } from '#contract/basics/basics.ts';
import { route } from '#contract/basics/route.ts';
import { MANAGING_REFUSALS } from '#domain/access/may.ts';
import { API_KEY_DAYS, API_KEY_ROLES, API_KEY_STATES } from '#domain/automation/api-key.ts';
import { COMPANY_SCOPES, SCOPES, type CompanyScope } from '#domain/automation/scope.ts';

const scopesSchema = z.array(z.enum(SCOPES)).check(z.minLength(1), z.maxLength(SCOPES.length));
const companyScopesSchema = z
  .array(z.enum(COMPANY_SCOPES as [CompanyScope, ...CompanyScope[]]))
  .check(z.minLength(1), z.maxLength(COMPANY_SCOPES.length));

/** A key of the operator, with which the operator's programs call this API (decision 117). */
const operatorKeySchema = z.strictObject({
  id: idSchema,
  name: z.string(),
  /** The permissions of the key. */
  scopes: scopesSchema,
  /** The first characters of the key. */
  hint: z.string(),
  /** Username of the user who made the key, and for whom it acts. */
  username: z.string(),
  state: z.enum(API_KEY_STATES),
  createdAt: timeSchema,
  expiresAt: timeSchema,
  lastUsedAt: z.nullable(timeSchema),
});
export type OperatorKey = z.output<typeof operatorKeySchema>;

/** A key of a company, with which the company's own programs call this API (decision 50). */
const keySchema = z.extend(operatorKeySchema, { role: z.enum(API_KEY_ROLES), scopes: companyScopesSchema });
export type ApiKey = z.output<typeof keySchema>;

const keysSchema = z.array(keySchema);
const operatorKeysSchema = z.array(operatorKeySchema);

export const listApiKeys = route('GET /user/accounts/{id}/api-keys', {
  summary: "The company's API keys: active ones first, then ended ones",
  reply: keysSchema,
});

export const listOperatorKeys = route('GET /admin/api-keys', {
  summary: "The operator's API keys: active ones first, then ended ones",
  reply: operatorKeysSchema,
});

const operatorKeyBody = z.strictObject({
  name: z.string().check(z.maxLength(1_000)),
  scopes: scopesSchema,
  days: z.literal(API_KEY_DAYS),
});

const MAKING_REFUSALS = ['field_required', 'less_than_maximum_character', 'too_many_api_keys'] as const;

export const makeApiKey = route('POST /user/accounts/{id}/api-keys', {
  summary:
    'An account owner creates a key that acts for the owner within this company. The key is shown only once, here',
  body: z.extend(operatorKeyBody, {
    role: z.enum(API_KEY_ROLES),
    /** All scopes of companies, if left out. */
    scopes: z.optional(companyScopesSchema),
  }),
  reply: z.strictObject({ key: z.string(), keys: keysSchema }),
  refuses: [...MANAGING_REFUSALS, ...MAKING_REFUSALS],
});

export const makeOperatorKey = route('POST /admin/api-keys', {
  summary: 'An administrator creates a key that acts for the administrator. The key is shown only once, here',
  body: operatorKeyBody,
  reply: z.strictObject({ key: z.string(), keys: operatorKeysSchema }),
  refuses: MAKING_REFUSALS,
});

export const revokeApiKey = route('DELETE /user/accounts/{id}/api-keys/{keyId}', {
  summary:
    'An account owner revokes a key, immediately and permanently. Its calls are rejected, and its open sockets close',
  reply: keysSchema,
  refuses: MANAGING_REFUSALS,
});

export const revokeOperatorKey = route('DELETE /admin/api-keys/{id}', {
  summary:
    'An administrator revokes a key, immediately and permanently. Its calls are rejected, and its open sockets close',
  reply: operatorKeysSchema,
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

export const listOperatorKeyActs = route('GET /admin/api-keys/{id}/acts', listApiKeyActs);
