import { fork } from 'node:child_process';
import { once } from 'node:events';
import { listAuctionsAsUser } from '#contract/auction/auction.ts';
import { API_BASE } from '#server/platform/config/config.ts';
import { openDatabase } from '#server/platform/database/database.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { startPostgres } from '#testing/world/postgres.ts';
import { figure, median, type Figure, type Length } from '../figure.ts';
import { openLine } from './http-line.ts';
import type { ListServerReady, ListServerTask } from './list-server.ts';

const LINES = 50;

/**
 * Measures requests for a page of auctions, with session, permission, query check and reply check. The anchor is plain
 * Fastify.
 */
export async function* measureApi({ repeats, seconds }: Length): AsyncGenerator<Figure> {
  const postgres = await startPostgres();
  const databaseUrl = postgres.url('postgres');
  const database = await openDatabase({ url: databaseUrl });
  await migrate(database);
  await database.close();
  const ours: number[] = [];
  const anchor: number[] = [];
  for (let i = 0; i < repeats; i += 1) {
    ours.push(await run({ databaseUrl, behind: 'operation' }, seconds));
    anchor.push(await run({ databaseUrl, behind: 'bare' }, seconds));
  }
  const anchorName = 'bare Fastify with the same SQL and JSON, without session or checks';
  const measured = { ours: median(ours), anchor: median(anchor) };
  yield figure(`a page of auctions over ${LINES} connections`, 'requests/s', anchorName, measured);
  await postgres.stop();
}

async function run(task: ListServerTask, forSeconds: number): Promise<number> {
  const server = fork(new URL('list-server.ts', import.meta.url));
  server.send(task);
  const [ready] = (await once(server, 'message')) as [ListServerReady];
  let answered = 0;
  const startedAt = performance.now();
  const until = startedAt + forSeconds * 1_000;
  await Promise.all(
    Array.from({ length: LINES }, async () => {
      const line = openLine(ready.port, ready.token);
      while (performance.now() < until) {
        const page = await line.get<{ total: number }>(`${API_BASE}${listAuctionsAsUser.path}?currentPage=1&limit=25`);
        if (page.total === 0) throw new Error('the list is empty');
        answered += 1;
      }
      line.close();
    }),
  );
  const seconds = (performance.now() - startedAt) / 1_000;
  server.disconnect();
  await once(server, 'exit');
  return answered / seconds;
}
