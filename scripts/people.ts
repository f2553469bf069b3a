// Commands for users. Servers may keep running, unless they use an embedded database.
// `npm run people -- add USERNAME EMAIL [--admin]` creates a user or an administrator. It prints a link for setting the
// password. The link is valid for a day.
// `npm run people -- link USERNAME` prints a new link, for a user who forgot the password.
// `npm run admin -- --email ADDRESS` prints a link with which the person with this address becomes the first
// administrator. A server without an administrator prints such a link at its start, too.
// `npm run people -- admin USERNAME` grants administrator rights, `npm run people -- user USERNAME` revokes them.
import { firstLinkFor } from '#server/identity/sign-up/first-administrator-link.ts';
import { peopleByOperator } from '#server/identity/sign-up/people-by-operator.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { prepareDatabase } from '#server/platform/database/prepare-database.ts';
import { openAlone } from './open-alone.ts';

const USAGE =
  'Usage: npm run people -- add USERNAME EMAIL [--admin] | link USERNAME | admin USERNAME | user USERNAME\n   or: npm run admin -- --email ADDRESS';
const [act, username, email, flag] = process.argv.slice(2);
if (username === undefined || (act === 'add' || act === 'first') !== (email !== undefined)) throw new Error(USAGE);
const config = readConfig();
const database = await openAlone(config);
try {
  await prepareDatabase(database, config.DATABASE_OWNER_URL);
  const people = peopleByOperator(database.db, config);
  // `npm run admin` passes `first --email ADDRESS`.
  if (act === 'first' && username === '--email' && email !== undefined)
    console.log(await firstLinkFor(database.db, config, email, Date.now()));
  else if (act === 'add' && email !== undefined)
    console.log(await people.add({ username, email, isAdmin: flag === '--admin' }, Date.now()));
  else if (act === 'link') console.log(await people.link(username, Date.now()));
  else if (act === 'admin' || act === 'user') {
    await people.setRole(username, act === 'admin');
    console.log(`${username} is now ${act === 'admin' ? 'an administrator' : 'a user'}`);
  } else throw new Error(USAGE);
} finally {
  await database.close();
}
