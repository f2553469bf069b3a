// `npm run ledger`: checks the whole ledger, and the kept figures of sales. It prints the number of ledger accounts,
// entries and figures, and any errors. If there are errors, the exit code is 1.
import { proveLedger } from '#server/ledger/prove-ledger.ts';
import { proveFigures } from '#server/statistic/prove-figures.ts';
import { openAlone } from './open-alone.ts';

const database = await openAlone();
const { places, entries, problems: ofLedger } = await proveLedger(database.db);
const { figures, problems: ofFigures } = await proveFigures(database.db);
await database.close();
const problems = [...ofLedger, ...ofFigures];
for (const { says, row } of problems) console.error(`broken rule: ${says}. Row: ${JSON.stringify(row)}`);
console.log(JSON.stringify({ places, entries, figures, problems: problems.length }));
process.exitCode = problems.length === 0 ? 0 : 1;
