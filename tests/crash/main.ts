import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { FAILOVER_KINDS } from './failover-site.ts';
import { isClean } from './report.ts';
import { runCrash } from './run-crash.ts';
import { SITE_KINDS } from './site.ts';
import { failoverWeakness, WEAKNESSES } from './weaken.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '25' },
    bids: { type: 'string', default: '0' },
    bidders: { type: 'string', default: '40' },
    seed: { type: 'string', default: '1' },
    database: { type: 'string', default: 'postgres' },
    /** Breaks the durability of bids on purpose, to check that the run notices lost bids. */
    weaken: { type: 'string' },
    /** With `--database failover`: the strikes in this order, separated by commas. */
    strikes: { type: 'string' },
    journal: { type: 'string' },
    /** With `--database released`: the commit of the older release. */
    old: { type: 'string' },
    /** Runs the browser tests instead: pages in a browser, with nginx in front of two processes. */
    browser: { type: 'boolean', default: false },
  },
});

if (values.browser) {
  const stories = fileURLToPath(new URL('browser/run.mjs', import.meta.url));
  process.exit(spawnSync(process.execPath, [stories], { stdio: 'inherit' }).status ?? 1);
}
const weakness = WEAKNESSES.find((known) => known === values.weaken);
if (values.weaken !== undefined && !weakness)
  throw new Error(`Usage: npm run crash -- --weaken ${WEAKNESSES.join('|')}`);
const database = SITE_KINDS.find((known) => known === values.database);
if (!database) throw new Error(`Usage: npm run crash -- --database ${SITE_KINDS.join('|')}`);
const needed = failoverWeakness(weakness) ? 'failover' : 'postgres';
if (weakness && database !== needed) throw new Error(`--weaken ${weakness} requires --database ${needed}`);
const strikes = values.strikes?.split(',').map((name) => {
  const kind = FAILOVER_KINDS.find((known) => known === name);
  if (!kind || database !== 'failover')
    throw new Error(`Usage: npm run crash -- --database failover --strikes ${FAILOVER_KINDS.join(',')}`);
  return kind;
});

const report = await runCrash({
  database,
  kills: Number(values.kills),
  bids: Number(values.bids),
  bidders: Number(values.bidders),
  seed: Number(values.seed),
  weakness,
  journal: values.journal,
  old: values.old,
  strikes,
});
console.log(JSON.stringify(report));
// A run that loses on purpose succeeds only if the checker noticed.
const hasSucceeded = failoverWeakness(weakness) ? report.lost > 0 : isClean(report);
process.exit(hasSucceeded ? 0 : 1);
