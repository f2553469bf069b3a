// `npm run restore -- FILE [--replace]`: makes of a backup what it was made of, in the database and the storage that are
// configured, and brings that to the newest schema. Refuses a damaged archive, and a place where something is, unless
// told to replace it. Stop all servers first.
import { restoreBackup, restoringIn } from '#server/backup/restore-backup.ts';
import { eraseAgain } from '#server/personal-data/by-operator.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { prepareDatabase } from '#server/platform/database/prepare-database.ts';
import { openFiles } from '#server/platform/files/open-files.ts';
import { backupSource, openAlone } from './open-alone.ts';

const [file, flag] = process.argv.slice(2);
if (file === undefined || (flag !== undefined && flag !== '--replace'))
  throw new Error('npm run restore -- FILE [--replace]');
const config = readConfig();
const { takenAt, tables, erased } = await restoreBackup(file, {
  ...restoringIn(await backupSource(config)),
  files: openFiles(config),
  replaces: flag === '--replace',
});
// The application's own role, where it isn't the owner, gets its rights again.
const database = await openAlone(config);
await prepareDatabase(database, config.DATABASE_OWNER_URL);
// Whoever was erased since the backup is erased again; who can't be is told.
for (const refused of await eraseAgain(database, erased)) console.error(`still to be erased: ${refused}`);
await database.close();
console.log(JSON.stringify({ file, takenAt, rows: tables.reduce((sum, { rows }) => sum + rows, 0) }));
