import { mkdir } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { readConfig, type Config } from '#server/platform/config/config.ts';
import { openDatabase, type Database } from '#server/platform/database/database.ts';
import { DATABASE_LIMITS } from '#server/platform/database/postgres-pool.ts';
import { checkFiles, openFiles } from '#server/platform/files/open-files.ts';
import { checkDatabase, checkSessions } from '#server/platform/database/check-database.ts';
import { WrongConfiguration } from '#server/platform/config/read-settings.ts';
import { prepareDatabase } from '#server/platform/database/prepare-database.ts';

/** Settings without which an acknowledged bid could be lost in a power cut. */
const DURABLE = ['fsync', 'full_page_writes', 'synchronous_commit'] as const;
/** Values of `synchronous_commit` with which a commit does not wait for the disk of the standby. */
const WITHOUT_STANDBY = new Set(['local', 'remote_write']);

/** Refuses a database that could lose acknowledged bids: in a power cut, or with the machine of its primary. */
async function refuseToRunWithoutDurability({ db, kind }: Database): Promise<void> {
  // PGlite has no fsync of its own to switch off; it writes through the file system at every commit.
  if (kind === 'pglite') return;
  const { rows } = await sql<{ name: string; value: string }>`
    select name, setting as value from pg_settings
    where name in (${sql.join([...DURABLE, 'synchronous_standby_names'])})`.execute(db);
  const settings = new Map(rows.map(({ name, value }) => [name, value]));
  const loses = (name: string, value: string): Error =>
    new Error(`The database has ${name} ${value}, so acknowledged bids could be lost. Set ${name} to on.`);
  for (const name of DURABLE) if (settings.get(name) === 'off') throw loses(name, 'off');
  const commit = settings.get('synchronous_commit') ?? '';
  const hasStandby = Boolean(settings.get('synchronous_standby_names'));
  if (WITHOUT_STANDBY.has(commit) && (hasStandby || commit === 'local')) throw loses('synchronous_commit', commit);
}

async function open(config: Config): Promise<Database> {
  if (config.DATABASE_URL) {
    return openDatabase({
      url: config.DATABASE_URL,
      connections: config.DATABASE_CONNECTIONS,
      limits: DATABASE_LIMITS,
      requireStandby: config.REQUIRE_STANDBY,
      replica: config.DATABASE_REPLICA_URL
        ? { url: config.DATABASE_REPLICA_URL, waitMs: config.REPLICA_WAIT_MS }
        : undefined,
    });
  }
  await mkdir(config.databaseFolder, { recursive: true });
  return openDatabase({ folder: config.databaseFolder });
}

/** Forces the exit of this process after `seconds`, because a container runtime does not wait longer. */
function endAfter(seconds: number): void {
  const giveUp = (): void => {
    console.error(`The shutdown took longer than ${seconds} seconds (STOP_SECONDS). The process exits now.`);
    process.exit(1);
  };
  setTimeout(giveUp, seconds * 1_000).unref();
}

async function main(): Promise<void> {
  const config = readConfig();
  // The modules of the application load while the database opens, which takes most of the time of a start.
  const [database, { serve }] = await Promise.all([open(config), import('#server/serve.ts')]);
  await checkDatabase(database);
  await checkSessions(database);
  await refuseToRunWithoutDurability(database);
  await database.standbys?.checkAtStart();
  await checkFiles(openFiles(config), console.warn);
  await prepareDatabase(database, config.DATABASE_OWNER_URL);
  const server = await serve(database, config);

  let isStopping = false;
  const stop = async (): Promise<void> => {
    if (isStopping) return;
    isStopping = true;
    endAfter(config.STOP_SECONDS);
    server.announceShutdown();
    await pause(config.drainSeconds * 1_000);
    await server.close();
    await database.close();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop());
}

try {
  await main();
} catch (failure) {
  // The operator needs to read what to fix, not a stack trace of our code.
  if (!(failure instanceof WrongConfiguration)) throw failure;
  console.error(failure.message);
  // Open connections would keep the process alive.
  process.exit(1);
}
