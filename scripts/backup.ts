// `npm run backup -- FILE`: everything that this deployment keeps, tables and files, as one archive with checksums. The server
// goes on meanwhile; one with an embedded database is stopped first. It holds personal data: keep it as you keep the database.
import { openCopying } from '#server/backup/copying.ts';
import { writeBackup } from '#server/backup/write-backup.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { openFiles } from '#server/platform/files/open-files.ts';
import { backupSource } from './open-alone.ts';

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('npm run backup -- FILE');
const config = readConfig();
const copying = await openCopying(await backupSource(config));
const { takenAt, tables, entries } = await writeBackup(copying, openFiles(config), file);
await copying.close();
const rows = tables.reduce((sum, table) => sum + table.rows, 0);
const files = entries.filter(({ name }) => name.startsWith('files/')).length;
console.log(JSON.stringify({ file, takenAt, tables: tables.length, rows, files }));
