import type { Route } from '#contract/basics/route.ts';
import { titleOf } from '#contract/errors/error-body.ts';
import { ERRORS, type ErrorCode } from '#contract/errors/errors.ts';
import type { Scope } from '#domain/automation/scope.ts';
import type { Json } from '#server/platform/api-document/openapi-schemas.ts';

/** Error codes that any operation can return. */
const SHARED: readonly ErrorCode[] = [
  'invalid_request',
  'fields_disagree',
  'too_many_requests',
  'database_away',
  'standby_away',
  'internal',
];
/** Error codes of the caller's session and role. */
const SIGNED_IN: readonly ErrorCode[] = [
  'not_signed_in',
  'token_expired',
  'session_revoked',
  'logged_in_on_different_device',
  'unauthorized_access',
  'invalid_role',
  'api_key_not_valid',
  'not_for_api_keys',
  'scope_missing',
  'not_for_applications',
];
/** Error codes of operations that read an `Idempotency-Key`. */
const OF_KEY: readonly ErrorCode[] = ['idempotency_key_required', 'idempotency_key_reused'];
const OF_ROLE: readonly ErrorCode[] = [...SIGNED_IN, 'forbidden_access'];
const OF_CALLER: Readonly<Record<Route['access'], readonly ErrorCode[]>> = {
  open: [],
  signedIn: SIGNED_IN,
  user: OF_ROLE,
  admin: [...OF_ROLE, 'admin_role_missing'],
};

/** The codes that a call does not answer, because programs may make it or may not make it. */
const notAnswered = (scopes: readonly Scope[] | undefined): readonly ErrorCode[] => {
  if (scopes === undefined) return ['scope_missing'];
  return scopes.length === 0 ? ['not_for_api_keys', 'scope_missing'] : ['not_for_api_keys'];
};

/**
 * Returns the error responses of an operation by status, with all codes of each.
 * @param scopes the scopes of which programs need one; undefined if they may not make the call
 */
export function errorResponses(route: Route, scopes: readonly Scope[] | undefined): Json {
  const never = notAnswered(scopes);
  const ofCaller = OF_CALLER[route.access].filter((code) => !never.includes(code));
  const ofPath = route.path.includes('{') ? (['not_found'] as const) : [];
  const ofKey = route.idempotencyKey === null ? [] : OF_KEY;
  const codes = [...route.refuses, ...ofPath, ...ofKey, ...SHARED, ...ofCaller];
  const byStatus = Map.groupBy(new Set(codes), (code) => ERRORS[code].status);
  return Object.fromEntries([...byStatus].map(([status, found]) => [status, errorResponse(status, found)]));
}

/** Returns the response of a status with all its codes. */
export const errorResponse = (status: number, codes: readonly ErrorCode[]): Json => ({
  description: codes.join(', '),
  content: {
    'application/problem+json': {
      schema: { allOf: [{ $ref: '#/components/schemas/Error' }, { properties: { code: { enum: codes } } }] },
      example: problemOf(status, codes[0]),
    },
  },
});

const problemOf = (status: number, code: ErrorCode = 'internal'): Json => {
  const title = titleOf(code);
  return { type: `urn:greenlot:error:${code}`, title, status, detail: title, code, message: title };
};

const ERROR_PARAMS = { type: 'object', additionalProperties: { type: ['string', 'number'] } };
const FIELD_ERROR = {
  type: 'object',
  required: ['code', 'message'],
  properties: {
    code: { type: 'string', enum: Object.keys(ERRORS) },
    message: { type: 'string', description: "In the caller's language" },
    params: ERROR_PARAMS,
  },
};
/** The schemas of errors. */
export const ERROR_SCHEMAS = {
  FieldError: FIELD_ERROR,
  Error: {
    type: 'object',
    required: ['type', 'title', 'status', 'detail', 'code', 'message'],
    properties: {
      type: { type: 'string', description: 'A URN with the code', examples: ['urn:greenlot:error:not_found'] },
      title: { type: 'string', description: 'The code in words, in English' },
      status: { type: 'integer' },
      detail: { type: 'string', description: 'The message, and each refused field with its reason' },
      ...FIELD_ERROR.properties,
      fields: {
        type: 'object',
        description: 'Refused fields by their paths, such as `bids[2].quantity`',
        additionalProperties: { $ref: '#/components/schemas/FieldError' },
      },
      details: {
        type: 'array',
        description: 'Objects that the error is about, such as bids that an edit would cancel',
        items: ERROR_PARAMS,
      },
      receipt: {
        type: 'object',
        description: 'Proves that a late bid was recorded. It has the members of the `receipt` of an accepted bid',
      },
    },
  },
};
