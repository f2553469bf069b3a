import * as z from 'zod/mini';
import { ERRORS, type ErrorCode } from '#contract/errors/errors.ts';
import { downloadSchema, fileSchema } from '#contract/basics/file.ts';
import { CONFIRMATION_HEADER } from '#contract/basics/confirmation.ts';
import { firstOf, replyReadingOf } from '#contract/basics/from-reply.ts';
import type { Route } from '#contract/basics/route.ts';
import { API_BASE, baseOf } from '#server/platform/config/config.ts';
import { VERSION } from '#server/platform/config/version.ts';

type Json = Record<string, unknown>;

/** Error codes that any operation can return. */
const SHARED: readonly ErrorCode[] = [
  'invalid_request',
  'fields_disagree',
  'too_many_requests',
  'database_away',
  'standby_away',
  'internal',
];
const SIGNED_IN: readonly ErrorCode[] = ['not_signed_in', 'token_expired', 'session_revoked'];

/** Returns the OpenAPI 3.1 document, generated from the contract. `x-api-key` marks calls that API keys may make. */
export function openApiDocument(
  routes: readonly Route[],
  title: string,
  callsByKey: ReadonlySet<Route> = new Set(),
): Json {
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    const path = (paths[route.path] ??= {});
    path[route.method.toLowerCase()] = { ...describe(route), ...(callsByKey.has(route) && { 'x-api-key': true }) };
  }
  return {
    openapi: '3.1.0',
    info: { title, version: VERSION, description: 'Auctions of renewable energy certificates' },
    servers: [{ url: API_BASE }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Error: ERROR_SCHEMA },
    },
  };
}

const ERROR_SCHEMA = {
  type: 'object',
  required: ['code', 'message'],
  properties: {
    code: { type: 'string', enum: Object.keys(ERRORS) },
    message: { type: 'string', description: "In the caller's language" },
    params: { type: 'object', additionalProperties: { type: ['string', 'number'] } },
    fields: { type: 'object', description: 'Per field: code, message, params' },
    details: {
      type: 'array',
      description: 'Objects that the error is about, such as bids that an edit would cancel',
      items: { type: 'object', additionalProperties: { type: ['string', 'number'] } },
    },
  },
};

function describe(route: Route): Json {
  const codes = [...route.refuses, ...SHARED, ...(route.access === 'open' ? [] : SIGNED_IN)];
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
    ],
    ...((Object.keys(body['properties'] ?? {}).length > 0 || body['anyOf'] !== undefined) && {
      requestBody: {
        required: body['anyOf'] !== undefined || ((body['required'] ?? []) as string[]).length > 0,
        content: { [route.file ? 'multipart/form-data' : 'application/json']: { schema: body } },
      },
    }),
    responses: {
      200: { description: 'Success', content: contentOf(route) },
      ...Object.fromEntries(
        [...byStatus].map(([status, found]) => [status, { description: found.join(', '), ...ERROR_CONTENT }]),
      ),
    },
  };
}

const ERROR_CONTENT = { content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } };
const KEY_PARAMETER = {
  name: 'Idempotency-Key',
  in: 'header',
  schema: { type: 'string', minLength: 8, maxLength: 64 },
  description: 'A request that repeats a key gets the first answer and changes nothing',
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
const contentOf = (route: Route): Json =>
  route.reply === fileSchema || route.reply === downloadSchema
    ? { '*/*': { schema: { type: 'string', format: 'binary' } } }
    : { 'application/json': { schema: successOf(route) } };

const successOf = (route: Route): Json => ({
  type: 'object',
  required: ['code', 'data'],
  properties: { code: { const: 'Success' }, data: schemaOf(route.reply, 'output') },
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

function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output' = 'input'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      // Our code does not change lists, so Zod marks them as read-only. But clients may send lists.
      if (zodSchema._zod.def.type === 'readonly') delete jsonSchema.readOnly;
      Object.assign(jsonSchema, fromReplyOf(zodSchema, jsonSchema as Json));
    },
  }) as Json;
  return rest;
}

/**
 * Describes the reply fields that a client may send back in a request body (decision 61). The server ignores fields
 * marked `readOnly`. It reads a field with `x-in-place-of` if the request lacks the fields that `x-in-place-of` names,
 * so none of the named fields is required.
 */
function fromReplyOf({ _zod: { def } }: z.core.$ZodType, { properties, required }: Json): Json {
  const reading = def.type === 'pipe' ? replyReadingOf((def as z.core.$ZodPipeDef).in) : undefined;
  if (!reading) return {};
  const { reply, places, extraNames } = reading;
  const replied = schemaOf(reply, 'output')['properties'] as Record<string, Json>;
  const extras = [...extraNames].map((name) => {
    const instead = Object.keys(places).filter((field) => firstOf(places[field] ?? '') === name);
    return [name, { ...replied[name], ...(instead.length > 0 ? { 'x-in-place-of': instead } : { readOnly: true }) }];
  });
  return {
    properties: { ...(properties as Json), ...Object.fromEntries(extras) },
    required: ((required ?? []) as string[]).filter((field) => !(field in places)),
  };
}
