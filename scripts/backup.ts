// `npm run backup -- FILE`: writes all tables and files of this deployment into one archive with checksums. A server
// may keep running, unless it uses an embedded database. The archive holds personal data. Protect the archive like the
// database.
// `npm run backup -- FOLDER --keep NUMBER`: writes the archive into a folder, under a name with the time. Then it deletes
// older archives with such names, and keeps the newest ones.
import { join } from 'node:path';
import { openCopying } from '#server/backup/copying.ts';
import { backupName, deleteOldBackups } from '#server/backup/keep-backups.ts';
import { writeBackup } from '#server/backup/write-backup.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { openFiles } from '#server/platform/files/open-files.ts';
import { backupSource } from './open-alone.ts';

const [path, flag, keep] = process.argv.slice(2);
if (path === undefined || (flag !== undefined && !(flag === '--keep' && /^[1-9]\d*$/.test(keep ?? ''))))
  throw new Error('Usage: npm run backup -- FILE | FOLDER --keep NUMBER');
const now = Date.now();
const file = keep === undefined ? path : join(path, backupName(now));
const config = readConfig();
const copying = await openCopying(await backupSource(config));
const { takenAt, tables, entries } = await writeBackup(copying, openFiles(config), file);
await copying.close();
const rows = tables.reduce((sum, table) => sum + table.rows, 0);
const files = entries.filter(({ name }) => name.startsWith('files/')).length;
const deleted = keep === undefined ? undefined : await deleteOldBackups(path, Number(keep), now);
console.log(JSON.stringify({ file, takenAt, tables: tables.length, rows, files, deleted }));
