import type * as z from 'zod/mini';
import { titleOf } from '#contract/errors/error-body.ts';
import { ERRORS, type ErrorCode } from '#contract/errors/errors.ts';
import { downloadSchema, fileSchema } from '#contract/basics/file.ts';
import { CONFIRMATION_HEADER } from '#contract/basics/confirmation.ts';
import { DEVICE_HEADER } from '#contract/identity/identity.ts';
import type { Route } from '#contract/basics/route.ts';
import { API_BASE, baseOf } from '#server/platform/config/config.ts';
import type { ContractNames } from '#server/platform/http/contract-names.ts';
import { addExamples } from '#server/platform/http/openapi-examples.ts';
import { nameSchemas, schemaOf, type Json, type NamedSchemas } from '#server/platform/http/openapi-schemas.ts';
import { WEBHOOKS } from '#server/platform/http/openapi-webhooks.ts';
import { VERSION } from '#server/platform/config/version.ts';

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
  'not_for_applications',
];
/** Error codes of operations that read an `Idempotency-Key`. */
const OF_KEY: readonly ErrorCode[] = ['idempotency_key_required', 'idempotency_key_reused'];
const OF_ROLE: readonly ErrorCode[] = [...SIGNED_IN, 'forbidden_access'];
const OF_CALLER: Readonly<Record<Route['access'], readonly ErrorCode[]>> = {
  open: [],
  signedIn: SIGNED_IN,
  user: OF_ROLE,
  admin: OF_ROLE,
};

const NO_NAMES: ContractNames = { routes: new Map(), schemas: new Map() };

/** The facts of the document besides the routes. */
export type AboutDocument = {
  readonly title: string;
  /** The address of the platform, where people find its operator. */
  readonly publicUrl?: string | undefined;
  readonly names?: ContractNames;
  /** Calls that API keys may make. `x-api-key` marks them. */
  readonly callsByKey?: ReadonlySet<Route>;
  /** Paths that no route describes, and the schemas to which they refer. */
  readonly others?: {
    readonly paths: Readonly<Record<string, Json>>;
    readonly schemas: Readonly<Record<string, Json>>;
  };
};

/**
 * Returns the OpenAPI 3.1 document, generated from the contract. With the contract's names, each operation has the name
 * of its constant as `operationId`, and schemas are components; otherwise schemas are part of each operation.
 */
export function openApiDocument(
  routes: readonly Route[],
  { title, publicUrl, names = NO_NAMES, callsByKey, others }: AboutDocument,
): Json {
  const schemas = nameSchemas(names === NO_NAMES ? [] : routes, names);
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    const path = (paths[route.path] ??= {});
    const isForKeys = callsByKey?.has(route) ?? false;
    const operationId = names.routes.get(route);
    path[route.method.toLowerCase()] = {
      ...(operationId !== undefined && { operationId }),
      ...describe(route, schemas, isForKeys),
      ...(isForKeys && { 'x-api-key': true }),
    };
  }
  const document = {
    openapi: '3.1.0',
    info: {
      title,
      version: VERSION,
      description: 'Auctions of renewable energy certificates',
      contact: { name: title, ...(publicUrl !== undefined && { url: publicUrl }) },
      license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: API_BASE }],
    paths: { ...paths, ...others?.paths },
    webhooks: WEBHOOKS,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { ...schemas.definitionsFor(paths), ...others?.schemas, ...ERROR_SCHEMAS },
    },
  };
  addExamples(document);
  return document;
}

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
const ERROR_SCHEMAS = {
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
    },
  },
};

function describe(route: Route, schemas: NamedSchemas, isForKeys: boolean): Json {
  const ofCaller = OF_CALLER[route.access].filter((code) => !isForKeys || !code.startsWith('not_for_'));
  const ofPath = route.path.includes('{') ? (['not_found'] as const) : [];
  const ofKey = route.idempotencyKey === null ? [] : OF_KEY;
  const codes = [...route.refuses, ...ofPath, ...ofKey, ...SHARED, ...ofCaller];
  const byStatus = Map.groupBy(new Set(codes), (code) => ERRORS[code].status);
  const body = schemaOf(route.body);
  return {
    summary: route.summary,
    tags: [route.at === 'identity' ? 'identity' : (route.path.split('/')[1] ?? '')],
    ...(route.at === 'identity' && { servers: [{ url: baseOf(route) || '/' }] }),
    ...(route.access !== 'open' && { security: [{ bearer: [] }] }),
    'x-access': route.access,
    parameters: [
      ...parametersOf(route.params, 'path'),
      ...parametersOf(route.query, 'query'),
      ...(route.idempotencyKey ? [{ ...KEY_PARAMETER, required: route.idempotencyKey === 'required' }] : []),
      ...(route.refuses.includes('bids_would_be_cancelled') ? [CONFIRMATION_PARAMETER] : []),
      ...(route.refuses.includes('device_fingerprint_required') ? [DEVICE_PARAMETER] : []),
    ],
    ...((Object.keys(body['properties'] ?? {}).length > 0 || body['anyOf'] !== undefined) && {
      requestBody: {
        required: body['anyOf'] !== undefined || ((body['required'] ?? []) as string[]).length > 0,
        content: {
          [route.file ? 'multipart/form-data' : 'application/json']: { schema: schemas.refer(route.body, 'input') },
        },
      },
    }),
    responses: {
      200: { description: 'Success', content: contentOf(route, schemas) },
      ...Object.fromEntries([...byStatus].map(([status, found]) => [status, errorResponse(status, found)])),
    },
  };
}

/** An error response with all its codes. */
const errorResponse = (status: number, codes: readonly ErrorCode[]): Json => ({
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

const KEY_PARAMETER = {
  name: 'Idempotency-Key',
  in: 'header',
  schema: { type: 'string', minLength: 8, maxLength: 64 },
  description: 'A request that repeats a key gets the first answer and changes nothing',
};

const DEVICE_PARAMETER = {
  name: DEVICE_HEADER,
  in: 'header',
  required: true,
  schema: { type: 'string', maxLength: 300 },
  description: 'What tells this device from others',
};

const CONFIRMATION_PARAMETER = {
  name: CONFIRMATION_HEADER,
  in: 'header',
  required: false,
  schema: { type: 'string' },
  description:
    'The `confirmation` of an error `bids_would_be_cancelled`: cancels exactly the sealed bids that it lists',
};

/** A file's media type is known only when it is sent, so the document allows any. */
const contentOf = (route: Route, schemas: NamedSchemas): Json =>
  route.reply === fileSchema || route.reply === downloadSchema
    ? { '*/*': { schema: { type: 'string', format: 'binary' } } }
    : { 'application/json': { schema: successOf(route, schemas) } };

const successOf = (route: Route, schemas: NamedSchemas): Json => ({
  type: 'object',
  required: ['code', 'data'],
  properties: { code: { const: 'Success' }, data: schemas.refer(route.reply, 'output') },
});

function parametersOf(schema: z.ZodMiniType, place: 'path' | 'query'): Json[] {
  const object = schemaOf(schema);
  const required = (object['required'] ?? []) as string[];
  return Object.entries((object['properties'] ?? {}) as Record<string, Json>).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}
