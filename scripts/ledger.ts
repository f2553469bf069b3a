// `npm run ledger`: checks the whole ledger. Prints its length and any errors; exits with 1 if there are errors.
import { proveLedger } from '#server/ledger/prove-ledger.ts';
import { openAlone } from './open-alone.ts';

const database = await openAlone();
const { places, entries, problems } = await proveLedger(database.db);
await database.close();
for (const { says, row } of problems) console.error(`broken rule: ${says}. Row: ${JSON.stringify(row)}`);
console.log(JSON.stringify({ places, entries, problems: problems.length }));
process.exitCode = problems.length === 0 ? 0 : 1;
