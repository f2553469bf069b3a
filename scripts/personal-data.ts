// Commands that export or erase the personal data of a user who requests this but cannot sign in. First verify the
// identity of that person. Servers may keep running, unless they use an embedded database.
// `npm run personal-data -- export USERNAME FILE` writes the user's personal data into one file.
// `npm run personal-data -- erase USERNAME --by ADMINISTRATOR` erases the user in the administrator's name. Instead of
// USERNAME, the command accepts an id, which is needed to erase a user again after a restore.
import { writeFile } from 'node:fs/promises';
import { eraseByOperator, exportByOperator } from '#server/personal-data/by-operator.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { prepareDatabase } from '#server/platform/database/prepare-database.ts';
import { openAlone } from './open-alone.ts';

const USAGE = 'Usage: npm run personal-data -- export USERNAME FILE | erase USERNAME --by ADMINISTRATOR';
const [act, name, last, admin] = process.argv.slice(2);
const isErasure = act === 'erase' && last === '--by' && admin !== undefined;
if (name === undefined || last === undefined || (act !== 'export' && !isErasure)) throw new Error(USAGE);
const config = readConfig();
const database = await openAlone(config);
try {
  await prepareDatabase(database, config.DATABASE_OWNER_URL);
  if (admin === undefined)
    await writeFile(last, await exportByOperator(database.db, name, Date.now()), { mode: 0o600 });
  else console.log(`Erased the user ${await eraseByOperator(database, { name, admin })}`);
} finally {
  await database.close();
}
