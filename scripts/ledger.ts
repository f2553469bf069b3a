// `npm run ledger`: proves the whole ledger. Prints how long it is and what is wrong with it; ends with 1 where anything is.
import { proveLedger } from '#server/ledger/prove-ledger.ts';
import { openAlone } from './open-alone.ts';

const database = await openAlone();
const { places, entries, problems } = await proveLedger(database.db);
await database.close();
for (const { says, row } of problems) console.error(`not so: ${says}: ${JSON.stringify(row)}`);
console.log(JSON.stringify({ places, entries, problems: problems.length }));
process.exitCode = problems.length === 0 ? 0 : 1;
