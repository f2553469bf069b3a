import { readConfig } from '#server/platform/config.ts';
import { openDatabase, type Database } from '#server/platform/database.ts';

/** The deployment's database, for a command that works beside the server; the embedded one only while nothing else has it. */
export async function openAlone(config = readConfig()): Promise<Database> {
  if (config.DATABASE_URL) return openDatabase({ url: config.DATABASE_URL });
  if (await isServing(config.PORT))
    throw new Error('The embedded database belongs to one process: stop the server, run this, start it again.');
  return openDatabase({ folder: config.databaseFolder });
}

function isServing(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/health/live`).then(
    () => true,
    () => false,
  );
}
