import type { FastifyInstance } from 'fastify';
import { sendProblem } from '#server/platform/http/http.ts';
import { Refused } from '#server/platform/http/refused.ts';
import { languageOf } from '#server/platform/http/words.ts';

/** Whether this process is shutting down. It then refuses work that another process can do (decision 72). */
export type ShutdownState = { readonly isOn: boolean };

/**
 * A proxy sets this header on requests that are safe to repeat. If this process refuses such a request, the proxy sends
 * it to another process. A client that sets the header harms only itself.
 */
export const REPEATABLE_HEADER = 'x-repeatable';

/** A process whose last heartbeat is older than this, in ms, cannot write to the database. */
export const HEARTBEAT_MS_MAX = 5_000;

/**
 * Registers the health checks and the behavior during a shutdown. During a shutdown, a request that a proxy can repeat
 * at another process is refused with 502. All other requests are served until the server closes. Each reply then closes
 * its connection.
 */
export function registerHealthChecks(
  app: FastifyInstance,
  { isConnected, draining: shutdown }: { isConnected: () => boolean; draining: ShutdownState },
): void {
  app.addHook('onRequest', async ({ headers, url }, reply) => {
    if (!shutdown.isOn || headers[REPEATABLE_HEADER] === undefined || url.startsWith('/health/')) return;
    // Why 502 and not 503: a single busy room replies 503, and a proxy must not avoid the whole process after a 503.
    await sendProblem(reply.status(502), new Refused('service_busy'), languageOf(headers['accept-language']));
  });
  app.addHook('onSend', async (_request, reply) => {
    if (shutdown.isOn) reply.header('connection', 'close');
  });
  app.get('/health/live', () => ({ status: 'ok' }));
  app.get('/health/ready', (_request, reply) => {
    const status = shutdown.isOn ? 'draining' : isConnected() ? 'ok' : 'no database';
    return reply
      .status(status === 'ok' ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status });
  });
}
