import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorCode } from '#contract/errors/errors.ts';
import { duringRequest } from '#server/platform/telemetry/note-security.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks, once that is known; empty otherwise. */
    userId: string;
    /** Why it was refused; empty where it wasn't. */
    refusal: ErrorCode | '';
  }
}

export const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug', 'trace'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];
export type LogStream = { write(line: string): void };

/** How Fastify's logger writes: lines of JSON, times in UTC, nothing of requests but what `logRequests` writes. */
export const loggerOf = (level: LogLevel, stream?: LogStream): false | object =>
  level !== 'silent' && {
    level,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    serializers: { err: presentError, req: () => undefined, res: () => undefined },
    ...(stream && { stream }),
  };

/**
 * Of an error what helps to mend it. A database's error has the values of rows in its detail, and those of what was asked in
 * its message where it is about content (classes 22 and 23): neither is for a log.
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

/** Lines a second that refusals may raise to warnings: a flood of them fills no disk and hides nothing else. */
const WARNINGS_A_SECOND = 50;
const WATCHED = new Set([400, 401, 403, 404, 413, 429]);

/** One line for each request when it is answered, by the pattern of its route: ids, queries and bodies are in none. */
export function logRequests(app: FastifyInstance): void {
  app.decorateRequest('userId', '');
  app.decorateRequest('refusal', '');
  app.addHook('onRequest', (request, _reply, done) => duringRequest(request, done));
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

/** True so many times in a second of the process's own clock. */
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
