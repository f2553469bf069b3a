import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Db } from '#server/platform/database/database.ts';
import { errorBody } from '#server/platform/http/http.ts';
import { Refused } from '#server/platform/http/refused.ts';
import { languageOf } from '#server/platform/http/words.ts';

/** Whether this process still takes work (decision 47). */
export type Draining = { readonly isOn: boolean };

/**
 * A proxy says by this header that it sends a request that is refused here to another process: it does so only with what
 * may be done twice. Whoever else says so harms itself alone.
 */
export const REPEATABLE_HEADER = 'x-repeatable';

const PROBE_MS = 2_000;

/**
 * Health, and what a process that is drained answers: to what a proxy can repeat elsewhere, that it is to do so; to
 * everything else what it always did, until its door closes. No connection outlives its answer.
 */
export function registerHealth(app: FastifyInstance, { db, draining }: { db: Db; draining: Draining }): void {
  app.addHook('onRequest', async ({ headers, url }, reply) => {
    if (!draining.isOn || headers[REPEATABLE_HEADER] === undefined || url.startsWith('/health/')) return;
    // Not 503, which one busy room answers with as well: that must not take the whole process away from the proxy.
    await reply.status(502).send(errorBody(new Refused('service_busy'), languageOf(headers['accept-language'])));
  });
  app.addHook('onSend', async (_request, reply) => {
    if (draining.isOn) reply.header('connection', 'close');
  });
  app.get('/health/live', () => ({ status: 'ok' }));
  app.get('/health/ready', async (_request, reply) => {
    const status = draining.isOn ? 'draining' : (await isAnswering(db)) ? 'ok' : 'no database';
    return reply
      .status(status === 'ok' ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status });
  });
}

/** Within two seconds: who asks whether a process is ready has less patience than a pool of connections. */
async function isAnswering(db: Db): Promise<boolean> {
  const late = Promise.withResolvers<false>();
  const timer = setTimeout(late.resolve, PROBE_MS, false);
  const asked = sql`select 1`.execute(db).then(
    () => true,
    () => false,
  );
  const isInTime = await Promise.race([asked, late.promise]);
  clearTimeout(timer);
  return isInTime;
}
