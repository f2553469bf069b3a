// `npm run first-documents -- USERNAME`: adds the first guides, terms and privacy policy to a platform. USERNAME is the
// administrator in whose name these documents are added. Existing documents do not change.
import { readConfig } from '#server/platform/config/config.ts';
import { publicEnvironment } from '#server/platform/config/public-environment.ts';
import { prepareDatabase } from '#server/platform/database/prepare-database.ts';
import { openFiles } from '#server/platform/files/open-files.ts';
import { insertFirstDocuments } from '#server/template/first-documents.ts';
import { openAlone } from './open-alone.ts';

const username = process.argv[2];
if (username === undefined) throw new Error('Usage: npm run first-documents -- USERNAME');
const config = readConfig();
const database = await openAlone(config);
await prepareDatabase(database, config.DATABASE_OWNER_URL);
const admin = await database.db
  .selectFrom('app_user')
  .select('id')
  .where('username', '=', username)
  .where('auction_user_role', '=', 'Admin')
  .executeTakeFirst();
if (!admin) throw new Error(`there is no administrator ${username}`);
const surroundings = {
  files: openFiles(config),
  platform: publicEnvironment(config, []),
  userId: admin.id,
};
const made = await database.db.transaction().execute((db) => insertFirstDocuments(db, surroundings));
await database.close();
console.log(made.length === 0 ? 'All documents exist already.' : `Created: ${made.join('; ')}`);
