// `npm run api-documents -- FOLDER`: starts a server on an empty database, and writes its documents: openapi.json, for
// generators of clients, and asyncapi.json, about the live rooms. The client package is built from both (decision 118).
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compose } from '#server/compose.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { openDatabase } from '#server/platform/database/database.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { temporaryFolder } from '#testing/world/temporary-folder.ts';

const [target] = process.argv.slice(2);
if (target === undefined) throw new Error('Usage: npm run api-documents -- FOLDER');
const folder = await temporaryFolder('documents');
const database = await openDatabase({ folder: join(folder.path, 'database') });
await migrate(database);
const config = readConfig({ NODE_ENV: 'test', DEMO: 'off', GREENLOT_DATA: folder.path });
const server = await compose(database, config);
await mkdir(target, { recursive: true });
for (const name of ['openapi.json', 'asyncapi.json'])
  await writeFile(join(target, name), (await server.app.inject(`/${name}`)).body);
await server.close();
await database.close();
await folder.remove();
