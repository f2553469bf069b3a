// `npm run schema`: migrates an empty database and writes its schema as SQL and as types. schema.test.ts checks that
// these files are current.
import { writeFile } from 'node:fs/promises';
import { openDatabase } from '#server/platform/database/database.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { describeSchema } from '#testing/readers/describe-schema.ts';
import { describeTables } from '#testing/readers/describe-tables.ts';
import { temporaryFolder } from '#testing/world/temporary-folder.ts';

const folder = await temporaryFolder('schema');
const database = await openDatabase({ folder: folder.path });
await migrate(database);
const root = new URL('../', import.meta.url);
await writeFile(new URL('schema.sql', root), await describeSchema(database.db));
await writeFile(new URL('src/server/platform/database/tables.gen.ts', root), await describeTables(database.db));
await database.close();
await folder.remove();
