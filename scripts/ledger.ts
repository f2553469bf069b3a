// `npm run ledger`: checks the whole ledger. It prints the number of ledger accounts and entries, and any errors. If
// there are errors, the exit code is 1.
import { proveLedger } from '#server/ledger/prove-ledger.ts';
import { openAlone } from './open-alone.ts';

const database = await openAlone();
const { places, entries, problems } = await proveLedger(database.db);
await database.close();
for (const { says, row } of problems) console.error(`broken rule: ${says}. Row: ${JSON.stringify(row)}`);
console.log(JSON.stringify({ places, entries, problems: problems.length }));
process.exitCode = problems.length === 0 ? 0 : 1;
