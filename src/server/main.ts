import { mkdir } from 'node:fs/promises';
import { sql } from 'kysely';
import { compose } from '#server/compose.ts';
import { readConfig, type Config } from '#server/platform/config.ts';
import { openDatabase, type Database } from '#server/platform/database.ts';
import { migrate } from '#server/platform/migrate.ts';

/** Settings without which an acknowledged bid could be lost in a power cut. */
const DURABLE = ['fsync', 'full_page_writes', 'synchronous_commit'] as const;

async function refuseToRunWithoutDurability(database: Database): Promise<void> {
  for (const name of DURABLE) {
    const { rows } = await sql<{ value: string }>`select current_setting(${name}) as value`.execute(database.db);
    const value = rows[0]?.value;
    // PGlite has no fsync of its own to switch off; it writes through the file system at every commit.
    if (value === 'off' && database.kind === 'postgres') {
      throw new Error(`The database has ${name} off: bids would not be durable. Greenlot doesn't run auctions on it.`);
    }
  }
}

async function open(config: Config): Promise<Database> {
  if (config.DATABASE_URL) {
    return openDatabase({ url: config.DATABASE_URL, connections: config.DATABASE_CONNECTIONS });
  }
  await mkdir(config.databaseFolder, { recursive: true });
  return openDatabase({ folder: config.databaseFolder });
}

async function main(): Promise<void> {
  const config = readConfig();
  const database = await open(config);
  await refuseToRunWithoutDurability(database);
  await migrate(database);
  const server = await compose(database, config);
  await server.app.listen({ port: config.PORT, host: config.HOST });
  console.log(`Greenlot (${config.VARIANT}) at http://localhost:${config.PORT}`);

  let isStopping = false;
  const stop = async (): Promise<void> => {
    if (isStopping) return;
    isStopping = true;
    await server.close();
    await database.close();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop());
}

await main();
