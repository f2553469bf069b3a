// `npm run backup -- FILE`: writes all tables and files of this deployment into one archive with checksums. A server
// may keep running, unless it uses an embedded database. The archive holds personal data. Protect the archive like the
// database.
import { openCopying } from '#server/backup/copying.ts';
import { writeBackup } from '#server/backup/write-backup.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { openFiles } from '#server/platform/files/open-files.ts';
import { backupSource } from './open-alone.ts';

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('Usage: npm run backup -- FILE');
const config = readConfig();
const copying = await openCopying(await backupSource(config));
const { takenAt, tables, entries } = await writeBackup(copying, openFiles(config), file);
await copying.close();
const rows = tables.reduce((sum, table) => sum + table.rows, 0);
const files = entries.filter(({ name }) => name.startsWith('files/')).length;
console.log(JSON.stringify({ file, takenAt, tables: tables.length, rows, files }));
