// `npm run migrate`: migrates the database to the newest schema. Servers do this at every start, so you need it only to
// migrate before you start them. Servers of the previous release may keep running.
import { readConfig } from '#server/platform/config/config.ts';
import { checkDatabase } from '#server/platform/database/check-database.ts';
import { prepareDatabase } from '#server/platform/database/prepare-database.ts';
import { openAlone } from './open-alone.ts';

const config = readConfig();
const database = await openAlone(config);
try {
  await checkDatabase(database);
  await prepareDatabase(database, config.DATABASE_OWNER_URL);
  console.log('The database has the schema of this release.');
} finally {
  await database.close();
}
