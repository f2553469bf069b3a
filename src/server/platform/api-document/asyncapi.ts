import * as z from 'zod/mini';
import {
  HUB_PATH,
  HUB_SUBPROTOCOL,
  deltaSchema,
  listChangedSchema,
  resultSchema,
  snapshotSchema,
  reportSchema,
  syncRequestSchema,
  timeAnswerSchema,
  timeRequestSchema,
} from '#contract/bidding/room.ts';
import { VERSION } from '#server/platform/config/version.ts';
import { schemaOf, type Json } from '#server/platform/api-document/openapi-schemas.ts';

const ackId = z.number();

/** Data that the hub sends to a group of readers, or to a single reader. */
const told = (data: z.ZodMiniType) =>
  z.strictObject({
    type: z.literal('message'),
    from: z.enum(['group', 'server']),
    group: z.optional(z.string()),
    dataType: z.literal('json'),
    data,
  });

/** An event that a client sends. With an `ackId`, the hub answers with `ack`. */
const asked = (event: string, data: z.ZodMiniType) =>
  z.strictObject({
    type: z.literal('event'),
    event: z.literal(event),
    dataType: z.literal('json'),
    data,
    ackId: z.optional(ackId),
  });

/** The messages of the hub, with a sentence about each. */
const FROM_HUB = {
  connected: [
    'The first message of a connection',
    z.strictObject({
      type: z.literal('system'),
      event: z.literal('connected'),
      userId: z.string(),
      connectionId: z.string(),
    }),
  ],
  snapshot: ['The whole room at one version. It answers `sync`', told(snapshotSchema)],
  delta: ['The changes between two versions. A reader at an earlier version sends `sync`', told(deltaSchema)],
  result: ['The result is final. The reader requests it over HTTP', told(resultSchema)],
  listChanged: ['A list has changed. The reader requests it over HTTP', told(listChangedSchema)],
  timeAnswer: ['The answer to `time`', told(timeAnswerSchema)],
  ack: [
    'Whether the message with this `ackId` was handled. A reader may send it again after `InternalServerError`',
    z.strictObject({
      type: z.literal('ack'),
      ackId,
      success: z.boolean(),
      error: z.optional(z.strictObject({ name: z.string(), message: z.string() })),
    }),
  ],
  pong: ['The answer to `ping`', z.strictObject({ type: z.literal('pong') })],
} as const satisfies Record<string, readonly [string, z.ZodMiniType]>;

/** The messages of clients. */
const FROM_CLIENT = {
  sync: ['Asks for what changed since a version; 0 for the whole room', asked('sync', syncRequestSchema)],
  report: ['Reports two signed heads that do not belong to one history', asked('report', reportSchema)],
  time: ['Asks for the time of the database', asked('time', timeRequestSchema)],
  ping: ['Asks whether the connection works', z.strictObject({ type: z.literal('ping') })],
} as const satisfies Record<string, readonly [string, z.ZodMiniType]>;

const MESSAGES = { ...FROM_HUB, ...FROM_CLIENT };
const refer = (place: string): Json => ({ $ref: `#/${place}` });

/**
 * Returns the AsyncAPI 3 document of the live rooms, generated from the contract.
 *
 * @param host host and port of the platform
 * @param isSecure whether the platform has TLS
 */
export function asyncApiDocument(title: string, { host, isSecure }: { host: string; isSecure: boolean }): Json {
  const operation = (action: 'send' | 'receive', summary: string, names: readonly string[]): Json => ({
    action,
    summary,
    channel: refer('channels/room'),
    messages: names.map((name) => refer(`channels/room/messages/${name}`)),
  });
  return {
    asyncapi: '3.0.0',
    info: {
      title,
      version: VERSION,
      description:
        'Live auctions. A call to `getRoomTokenAsUser` or `getListTokenAsUser` (see /openapi.json) returns an address and a token. The token opens one connection.',
      license: { name: 'Apache 2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    defaultContentType: 'application/json',
    servers: {
      hub: { host, protocol: isSecure ? 'wss' : 'ws', security: [refer('components/securitySchemes/token')] },
    },
    channels: {
      room: {
        address: HUB_PATH,
        description: `One auction, or one list of auctions; the token says which. The WebSocket subprotocol is \`${HUB_SUBPROTOCOL}\`.`,
        servers: [refer('servers/hub')],
        messages: Object.fromEntries(Object.keys(MESSAGES).map((name) => [name, refer(`components/messages/${name}`)])),
        bindings: {
          ws: {
            method: 'GET',
            query: { type: 'object', properties: { access_token: { type: 'string' } }, required: ['access_token'] },
            headers: {
              type: 'object',
              properties: { 'Sec-WebSocket-Protocol': { type: 'string', const: HUB_SUBPROTOCOL } },
            },
            bindingVersion: '0.1.0',
          },
        },
      },
    },
    operations: {
      tell: operation('send', 'The hub tells its readers what changed', Object.keys(FROM_HUB)),
      ask: operation('receive', 'A reader asks', Object.keys(FROM_CLIENT)),
    },
    components: {
      messages: Object.fromEntries(
        Object.entries(MESSAGES).map(([name, [summary, schema]]) => [
          name,
          { name, summary, payload: schemaOf(schema, 'output') },
        ]),
      ),
      securitySchemes: { token: { type: 'httpApiKey', name: 'access_token', in: 'query' } },
    },
  };
}
