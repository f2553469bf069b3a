// `npm run restore -- FILE [--replace]`: restores a backup into the configured database and storage, then migrates the
// database to the newest schema. Stop all servers first. The command refuses a damaged archive. Without --replace, the
// command also refuses a target that is not empty.
import { restoreBackup, restoringIn } from '#server/backup/restore-backup.ts';
import { notifyRestored } from '#server/auction-notice/notify-void.ts';
import { eraseAgain } from '#server/personal-data/by-operator.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { prepareDatabase } from '#server/platform/database/prepare-database.ts';
import { openFiles } from '#server/platform/files/open-files.ts';
import { backupSource, openAlone } from './open-alone.ts';

const [file, flag] = process.argv.slice(2);
if (file === undefined || (flag !== undefined && flag !== '--replace'))
  throw new Error('Usage: npm run restore -- FILE [--replace]');
const config = readConfig();
const { takenAt, tables, erased, lastLines } = await restoreBackup(file, {
  ...restoringIn(await backupSource(config)),
  files: openFiles(config),
  replaces: flag === '--replace',
});
// If the application's role does not own the tables, prepareDatabase gives the role its rights again.
const database = await openAlone(config);
await prepareDatabase(database, config.DATABASE_OWNER_URL);
// Users who were erased after the backup are erased again. If a user cannot be erased, the user and the reason are
// printed.
for (const refused of await eraseAgain(database, erased))
  console.error(`not erased again (resolve the reason, then run npm run personal-data -- erase): ${refused}`);
// Bidders whose last bids the backup does not have are notified when the servers run again.
await notifyRestored(database.db, lastLines);
await database.close();
console.log(JSON.stringify({ file, takenAt, rows: tables.reduce((sum, { rows }) => sum + rows, 0) }));
