import { parseArgs } from 'node:util';
import { isClean, runRaces, type PairReport } from './run-races.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
  },
});

const cell = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');
const tell = ({ pair, codes, slowestMs, violations }: PairReport, progress: string): void =>
  console.log(`| ${progress} | ${pair} | ${cell(codes)} | ${slowestMs} ms | ${cell(violations) || '–'} |`);

console.log('| | pair | answers | slowest | violations |\n|---|---|---|---|---|');
const { rounds, seed, only } = values;
/** The short form takes under a minute. One round of all pairs takes about a minute. */
const SHORT = { rounds: 2, pairs: 60 };
const wish =
  rounds === undefined && only === undefined
    ? SHORT
    : { rounds: Number(rounds ?? 10), ...(only !== undefined && { only }) };
const report = await runRaces({ ...wish, seed: Number(seed), slowMs: 1_000 }, tell);
for (const problem of report.inTheEnd) console.log(`After all rounds: ${problem}`);
console.log(isClean(report) ? `${report.pairs.length} pairs without violations` : 'Violations found, see above');
process.exit(isClean(report) ? 0 : 1);
