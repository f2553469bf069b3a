// `npm run restore -- FILE [--replace]`: restores a backup into the configured database and storage, and migrates it to
// the newest schema. Refuses a damaged archive. Refuses a target that is not empty, unless told to replace it. Stop all
// servers first.
import { restoreBackup, restoringIn } from '#server/backup/restore-backup.ts';
import { eraseAgain } from '#server/personal-data/by-operator.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { prepareDatabase } from '#server/platform/database/prepare-database.ts';
import { openFiles } from '#server/platform/files/open-files.ts';
import { backupSource, openAlone } from './open-alone.ts';

const [file, flag] = process.argv.slice(2);
if (file === undefined || (flag !== undefined && flag !== '--replace'))
  throw new Error('Usage: npm run restore -- FILE [--replace]');
const config = readConfig();
const { takenAt, tables, erased } = await restoreBackup(file, {
  ...restoringIn(await backupSource(config)),
  files: openFiles(config),
  replaces: flag === '--replace',
});
// If the application's role does not own the tables, it gets its rights again.
const database = await openAlone(config);
await prepareDatabase(database, config.DATABASE_OWNER_URL);
// Users erased since the backup are erased again. Those that cannot be erased are printed.
for (const refused of await eraseAgain(database, erased))
  console.error(`not erased again (resolve the reason, then run npm run personal-data -- erase): ${refused}`);
await database.close();
console.log(JSON.stringify({ file, takenAt, rows: tables.reduce((sum, { rows }) => sum + rows, 0) }));
