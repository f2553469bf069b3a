// `npm run schema`: migrates an empty database and writes down what came out of it. A test compares (schema.test.ts).
import { writeFile } from 'node:fs/promises';
import { openDatabase } from '#server/platform/database/database.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { describeSchema } from '#testing/readers/describe-schema.ts';
import { temporaryFolder } from '#testing/world/temporary-folder.ts';

const folder = await temporaryFolder('schema');
const database = await openDatabase({ folder: folder.path });
await migrate(database);
await writeFile(new URL('../schema.sql', import.meta.url), await describeSchema(database.db));
await database.close();
await folder.remove();
