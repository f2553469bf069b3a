import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import Fastify, {
  LogController,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type preParsingAsyncHookHandler,
} from 'fastify';
import { titleOf, type ErrorBody } from '#contract/errors/error-body.ts';
import type { ErrorCode, ErrorParams, FieldError } from '#contract/errors/errors.ts';
import type { Route } from '#contract/basics/route.ts';
import { answer, type AnswerParts } from '#server/platform/http/answer.ts';
import { admit } from '#server/platform/http/find-caller.ts';
import { baseOf } from '#server/platform/config/config.ts';
import { FilesUnavailable } from '#server/platform/files/files-unavailable.ts';
import { FORM_BYTES_BESIDE_FILE, readForms } from '#server/platform/http/form-body.ts';
import { isDatabaseAway } from '#server/platform/database/database-away.ts';
import { StandbyAway } from '#server/platform/database/standby.ts';
import type { Operation } from '#server/platform/http/operation.ts';
import { Refused, RefusedWithReceipt } from '#server/platform/http/refused.ts';
import { logRequests } from '#server/platform/telemetry/request-log.ts';
import { traceRequests } from '#server/platform/telemetry/trace.ts';
import { createUserQueues, type UserQueues } from '#server/platform/http/user-queues.ts';
import { createSemaphore, type Semaphore } from '#server/platform/http/turns.ts';
import type { Language } from '#domain/basics/language.ts';
import { ANSWERED_ERRORS, errorMessage, languageOf, type AnsweredError } from '#server/platform/http/words.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set on routes that accept a file: the maximum size, and the refusal of a file that is too large. */
    readonly file?: Route['file'];
  }
}

const BODY_BYTES_MAX = 1_000_000;
/**
 * Maximum size in bytes of a body that is read before the caller is authenticated. The limit is low, because a megabyte
 * of JSON keys takes half a second to parse.
 */
const STRANGERS_BODY_BYTES_MAX = 65_536;
/** Maximum time in ms until a request has arrived completely. The largest file needs less at 2 Mbit/s. */
const REQUEST_MS_MAX = 120_000;
/**
 * Forms with more bytes than this count as large. Each person can send one large form at a time, because reading a form
 * holds several copies of it in memory.
 */
const LARGE_FORM_BYTES = 2_000_000;
/**
 * Maximum number of large forms, by all people together, that are processed at the same time after they have arrived.
 */
const LARGE_FORMS_AT_ONCE = 2;

/** Node's limit for headers; a request line cannot be longer. */
const URL_LENGTH_MAX = 16_384;
/** A path that no route has. */
const NO_ADDRESS = '/-';

/** Whether every percent sign in the path is valid percent-encoding. */
function isDecodable(url: string): boolean {
  try {
    decodeURIComponent(url.split('?', 1)[0] ?? '');
    return true;
  } catch {
    return false;
  }
}

/** Creates the server without routes: body limit, request ids, and the one handler that turns errors into replies. */
export function createHttp(options: {
  readonly logger: boolean | object;
  readonly trustProxy: string;
}): FastifyInstance {
  const app = Fastify({
    logger: options.logger,
    logController: new LogController({ disableRequestLogging: true }),
    // Never trust all proxies: the first address in the header would then be whatever the client wrote.
    trustProxy: options.trustProxy || false,
    genReqId: ({ headers }) => requestIdOf(options.trustProxy ? headers['x-request-id'] : undefined),
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: REQUEST_MS_MAX,
    // If a path cannot be decoded, Fastify's own refusal would lack our headers, limits and log. So such a path is
    // replaced by a path that no route has.
    rewriteUrl: ({ url = '/' }) => (isDecodable(url) ? url : NO_ADDRESS),
    routerOptions: { maxParamLength: URL_LENGTH_MAX },
    // Requests during a shutdown get their normal reply instead of status 503. Each reply then closes its connection.
    return503OnClosing: false,
  });
  app.addHook('onRequest', async ({ id }, reply) => void reply.header('x-request-id', id));
  traceRequests(app, options.trustProxy !== '');
  logRequests(app);
  readForms(app);
  allowEmptyJson(app);
  app.setErrorHandler((error: FastifyError, request, reply) => answerError(error, request, reply));
  return app;
}

/** Accepts an empty JSON body: some clients send the content type with every request, even without a body. */
function allowEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    if (body === '') done(null);
    else void parse(request, body, done);
  });
}

/** Returns the request id that a proxy assigned, so that both servers log the same id; otherwise a new id. */
const requestIdOf = (given: string | string[] | undefined): string =>
  typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : randomUUID();

/** Registers each operation at the method and path of its route. */
export function registerOperations(app: FastifyInstance, operations: readonly Operation[], parts: AnswerParts): void {
  const takeTurns = takeTurnsWith(createSemaphore(LARGE_FORMS_AT_ONCE), createUserQueues());
  const ownTurns = createUserQueues();
  for (const operation of operations) {
    const { method, file, access } = operation.route;
    const isLarge = file !== null && file.bytes > LARGE_FORM_BYTES;
    app.route({
      method,
      ...(access === 'open' ? { bodyLimit: STRANGERS_BODY_BYTES_MAX } : { onRequest: admitIfLong(operation, parts) }),
      ...(file && { bodyLimit: file.bytes + FORM_BYTES_BESIDE_FILE }),
      ...(isLarge && { preParsing: takeTurns }),
      config: { file },
      url: baseOf(operation.route) + operation.route.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      handler: answer(operation, parts, ownTurns),
    });
  }
}

/** Authenticates the caller before a file or another long body is read. */
const admitIfLong =
  (operation: Operation, parts: AnswerParts) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
    const isLong = encoding !== undefined || Number(length ?? 0) > STRANGERS_BODY_BYTES_MAX;
    if (operation.route.file || isLong) await admit(operation, parts)(request, reply);
  };

/**
 * Limits how many large forms are processed at the same time. A request first waits for earlier forms of the same
 * person. The request's body is not read meanwhile, so it uses no memory. When the body has arrived, the request waits
 * for a turn among all callers. A slow sender therefore blocks nobody else. A client that disconnects releases its
 * turn.
 */
const takeTurnsWith =
  (turns: Semaphore, ownTurns: UserQueues): preParsingAsyncHookHandler =>
  async ({ userId }, { raw }, payload) => {
    const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
    for (const event of ['finish', 'close']) raw.once(event, end);
    if (raw.destroyed) end();
    await new Promise<void>((begin, refuse) => {
      const untilOver = async (): Promise<void> => {
        begin();
        await isOver;
      };
      ownTurns(userId, untilOver).catch(refuse);
    });
    const body = Readable.from(endInTurn(payload, async () => void isOver.then(await turns.acquire())));
    // A client may disconnect after its reply, for example after 413. That is not an error.
    return body.on('error', () => undefined);
  };

async function* endInTurn(payload: AsyncIterable<unknown>, takeTurn: () => Promise<void>): AsyncIterable<unknown> {
  yield* payload;
  await takeTurn();
}

/** Seconds after which a call is worth repeating if the service or the database is away. */
const RETRY_SECONDS = 2;

function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const { file } = request.routeOptions.config;
  const refused = file && error.statusCode === 413 ? refuseFile(file) : refusedOf(error);
  request.refusal = refused.code;
  // The standbys' number is logged when it changes. Each call would log it again.
  const isKnown = error instanceof Refused || error instanceof StandbyAway;
  if (refused.status >= 500 && !isKnown) request.log.error({ err: error }, 'unexpected error');
  const language = languageOf(request.headers['accept-language']);
  const seconds = refused.status === 503 ? RETRY_SECONDS : refused.status === 429 && refused.params?.['seconds'];
  if (seconds) void reply.header('retry-after', String(seconds));
  // Fastify would close the connection, and a client that still sends would lose the answer. Node reads the rest.
  if (error.statusCode === 413) void reply.removeHeader('connection');
  const { method, url } = request.routeOptions;
  const call = `${String(method)} ${url}`;
  ANSWERED_ERRORS.publish({ call, status: refused.status, code: refused.code } satisfies AnsweredError);
  sendProblem(reply.status(refused.status), refused, language);
}

/** Sends a refusal as a problem (RFC 9457), in the given language. */
export const sendProblem = (reply: FastifyReply, refused: Refused, language: Language): FastifyReply =>
  reply.type(PROBLEM_TYPE).send(errorBody(refused, language, reply.statusCode));

/** Returns the refusal of a file that is too large. The reply is the same whether the whole file was read or not. */
const refuseFile = ({ tooLarge }: NonNullable<Route['file']>): Refused =>
  new Refused(tooLarge.code, tooLarge.params, { File: tooLarge });

/** The media type of an error of RFC 9457. */
const PROBLEM_TYPE = 'application/problem+json';

function errorBody(refused: Refused, language: Language, status: number): ErrorBody {
  const error = said(language, refused.code, refused.paramsIn(language));
  const fields = Object.entries(refused.fields ?? {}).map(
    ([name, field]) => [name, said(language, field.code, field.params)] as const,
  );
  return {
    type: `urn:greenlot:error:${refused.code}`,
    title: titleOf(refused.code),
    status,
    detail: [error.message, ...fields.map(([name, { message }]) => `${name}: ${message}`)].join('\n'),
    ...error,
    ...(refused.fields && { fields: Object.fromEntries(fields) }),
    ...(refused.details && { details: refused.details(language) }),
    ...(refused instanceof RefusedWithReceipt && { receipt: refused.receipt }),
  };
}

const said = (language: Language, code: ErrorCode, params: ErrorParams | undefined): FieldError => ({
  code,
  message: errorMessage(language, code, params),
  ...(params && { params }),
});

/**
 * SQLSTATEs for a text that no column can hold: a NUL byte, or a character that the encoding lacks. Only client input
 * causes them. Any other SQLSTATE is a bug in our own query; it is answered and logged as an internal error.
 */
const UNSTORABLE_STATES = new Set(['22021', '22P05']);

/** SQLSTATE of the trigger that rejects new rows for a user who is being erased (migration 0041). */
const ERASED_STATE = 'GL001';

/** Returns the refusal for any error. An unknown error becomes `internal`, so that no detail reaches the client. */
export function refusedOf(error: FastifyError | FilesUnavailable | StandbyAway | Refused): Refused {
  if (error instanceof Refused) return error;
  if (error instanceof FilesUnavailable) return new Refused('files_unavailable');
  if (isDatabaseAway(error)) return new Refused('database_away');
  if (error instanceof StandbyAway) return new Refused('standby_away');
  if (UNSTORABLE_STATES.has(error.code)) return new Refused('invalid_request');
  if (error.code === ERASED_STATE) return new Refused('not_found');
  if (error.statusCode === 429) return new Refused('too_many_requests');
  if (error.statusCode === 404) return new Refused('not_found');
  if (error.statusCode !== undefined && error.statusCode < 500) return new Refused('invalid_request');
  return new Refused('internal');
}
