import { readConfig, type Config } from '#server/platform/config/config.ts';
import { FOLDER_IN_USE } from '#server/platform/database/hold-folder.ts';
import { openDatabase, type Database } from '#server/platform/database/database.ts';

/**
 * Opens the deployment's database for a command that runs beside the server.
 * @throws Error while a server uses an embedded database, also while it starts
 */
export async function openAlone(config = readConfig()): Promise<Database> {
  return openDatabase(config.DATABASE_URL ? { url: config.DATABASE_URL } : await embedded(config));
}

/**
 * Returns the database for a backup or a restore, with the database role that owns the tables. Only this role may read
 * and write all tables.
 */
export async function backupSource(config: Config): Promise<{ url: string } | { folder: string }> {
  const url = config.DATABASE_OWNER_URL ?? config.DATABASE_URL;
  return url ? { url } : embedded(config);
}

async function embedded({ PORT, databaseFolder }: Config): Promise<{ folder: string }> {
  if (await isServing(PORT)) throw new Error(FOLDER_IN_USE);
  return { folder: databaseFolder };
}

function isServing(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/health/live`).then(
    () => true,
    () => false,
  );
}
