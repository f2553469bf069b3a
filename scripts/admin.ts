// `npm run admin -- --email ADDRESS`: prints a one-time link with which the person with this address becomes the first
// administrator. Servers may keep running, unless they use an embedded database. A server without an administrator
// prints such a link at its start, so this command is for later, or to bind the link to an address. For people of a
// platform that has an administrator, use `npm run people`.
import { parseArgs } from 'node:util';
import { firstLinkFor } from '#server/identity/sign-up/first-administrator-link.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { prepareDatabase } from '#server/platform/database/prepare-database.ts';
import { openAlone } from './open-alone.ts';

const { email } = parseArgs({ options: { email: { type: 'string' } } }).values;
if (email === undefined) throw new Error('Usage: npm run admin -- --email ADDRESS');
const config = readConfig();
const database = await openAlone(config);
try {
  await prepareDatabase(database, config.DATABASE_OWNER_URL);
  console.log(await firstLinkFor(database.db, config, email, Date.now()));
} finally {
  await database.close();
}
