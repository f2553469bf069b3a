import type * as z from 'zod/mini';
import { downloadSchema, fileSchema } from '#contract/basics/file.ts';
import { CONFIRMATION_HEADER } from '#contract/basics/confirmation.ts';
import { DEVICE_HEADER } from '#contract/identity/identity.ts';
import type { Route } from '#contract/basics/route.ts';
import { SCOPES, type Scope } from '#domain/automation/scope.ts';
import { API_BASE, baseOf } from '#server/platform/config/config.ts';
import type { ContractNames } from '#server/platform/api-document/contract-names.ts';
import { ERROR_SCHEMAS, errorResponses } from '#server/platform/api-document/openapi-errors.ts';
import { addExamples } from '#server/platform/api-document/openapi-examples.ts';
import { nameSchemas, schemaOf, type Json, type NamedSchemas } from '#server/platform/api-document/openapi-schemas.ts';
import { WEBHOOKS } from '#server/platform/api-document/openapi-webhooks.ts';
import { VERSION } from '#server/platform/config/version.ts';

const NO_NAMES: ContractNames = { routes: new Map(), schemas: new Map() };

/** The facts of the document besides the routes. */
export type AboutDocument = {
  readonly title: string;
  /** The address of the platform, where people find its operator. */
  readonly publicUrl?: string | undefined;
  readonly names?: ContractNames;
  /** The scopes of the calls that API keys may make; a key needs one of them. `x-api-key` marks the calls. */
  readonly callsOfPrograms?: ReadonlyMap<Route, readonly Scope[]>;
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
  { title, publicUrl, names = NO_NAMES, callsOfPrograms = new Map(), others }: AboutDocument,
): Json {
  const schemas = nameSchemas(names === NO_NAMES ? [] : routes, names);
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    const path = (paths[route.path] ??= {});
    const scopes = callsOfPrograms.get(route);
    const operationId = names.routes.get(route);
    path[route.method.toLowerCase()] = {
      ...(operationId !== undefined && { operationId }),
      ...describe(route, schemas, scopes),
      ...(scopes !== undefined && { 'x-api-key': true }),
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
      securitySchemes: SECURITY_SCHEMES,
      schemas: { ...schemas.definitionsFor(paths), ...others?.schemas, ...ERROR_SCHEMAS },
    },
  };
  addExamples(document);
  return document;
}

const SECURITY_SCHEMES = {
  bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: "A person's access token" },
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'gl_…',
    description: `An API key. Each operation names the scope that the key needs: ${SCOPES.join(', ')}`,
  },
};

/** Returns the security requirements: any one of them is enough. */
const securityOf = (scopes: readonly Scope[] | undefined): Json[] => [
  { bearer: [] },
  ...(scopes?.length === 0 ? [{ apiKey: [] }] : []),
  ...(scopes ?? []).map((scope) => ({ apiKey: [scope] })),
];

function describe(route: Route, schemas: NamedSchemas, scopes: readonly Scope[] | undefined): Json {
  const body = schemaOf(route.body);
  return {
    summary: route.summary,
    tags: [route.at === 'identity' ? 'identity' : (route.path.split('/')[1] ?? '')],
    ...(route.at === 'identity' && { servers: [{ url: baseOf(route) || '/' }] }),
    ...(route.access !== 'open' && { security: securityOf(scopes) }),
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
      ...errorResponses(route, scopes),
    },
  };
}

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
