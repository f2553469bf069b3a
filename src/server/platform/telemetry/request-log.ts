import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorCode } from '#contract/errors/errors.ts';
import { withRequest } from '#server/platform/telemetry/log-security-event.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller's id once it is known; empty before that. */
    userId: string;
    /** The error code of a refused request; otherwise empty. */
    refusal: ErrorCode | '';
  }
}

export const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug', 'trace'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];
export type LogStream = { write(line: string): void };

/**
 * Returns the options of Fastify's logger: JSON lines with levels as words and UTC times. The serializers leave out requests and replies,
 * because `logRequests` logs them.
 */
export const loggerOf = (level: LogLevel, stream?: LogStream): false | object =>
  level !== 'silent' && {
    level,
    formatters: { level: (label: string) => ({ level: label }) },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    serializers: { err: presentError, req: () => undefined, res: () => undefined },
    ...(stream && { stream }),
  };

/**
 * Returns the parts of an error that may be logged. Leaves out the detail of a database error, which contains values of
 * rows. Also leaves out the message of an error about content (SQLSTATE classes 22 and 23), which contains input
 * values.
 */
export function presentError(error: Error & { code?: unknown; constraint?: unknown; table?: unknown }): object {
  const code = typeof error.code === 'string' ? error.code : undefined;
  const isAboutContent = code !== undefined && /^2[23]...$/.test(code);
  return {
    type: error.name,
    code,
    message: isAboutContent ? 'content that the database refused' : error.message,
    constraint: error.constraint,
    table: error.table,
    stack: (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line)),
  };
}

/**
 * Maximum number of refusals per second that are logged as warnings. A flood of refusals then cannot hide other
 * warnings.
 */
const WARNINGS_A_SECOND = 50;
const WATCHED = new Set([400, 401, 403, 404, 413, 429]);

/**
 * Logs one line per request after its reply. The line has the route's pattern instead of the path, so it contains no
 * query, no body and no ids from the path.
 */
export function logRequests(app: FastifyInstance): void {
  app.decorateRequest('userId', '');
  app.decorateRequest('refusal', '');
  app.addHook('onRequest', (request, _reply, done) => withRequest(request, done));
  const mayWarn = boundedRate(WARNINGS_A_SECOND);
  app.addHook('onResponse', async (request, reply) => {
    const isWatched = request.refusal !== '' && WATCHED.has(reply.statusCode) && mayWarn();
    request.log[isWatched ? 'warn' : 'info'](lineOf(request, reply), 'answered');
  });
}

const lineOf = (request: FastifyRequest, { statusCode, elapsedTime }: FastifyReply) => ({
  method: request.method,
  route: request.routeOptions.url ?? '',
  status: statusCode,
  ms: Math.round(elapsedTime),
  address: request.ip,
  ...(request.userId && { userId: request.userId }),
  ...(request.refusal && { refusal: request.refusal }),
});

/** Returns a function that returns true at most `most` times per second. */
export function boundedRate(most: number): () => boolean {
  let second = 0;
  let taken = 0;
  return () => {
    const now = Math.floor(performance.now() / 1_000);
    if (now !== second) [second, taken] = [now, 0];
    taken += 1;
    return taken <= most;
  };
}
