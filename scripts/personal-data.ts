// `npm run personal-data -- export USERNAME FILE`: writes the personal data of a user who cannot sign in and asks for
// it, as one file. `npm run personal-data -- erase USERNAME --by ADMINISTRATOR`: erases that user in the
// administrator's name; it also takes an id, to erase again after a restore. Verify first who is asking. Servers may
// keep running, except one with an embedded database.
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
