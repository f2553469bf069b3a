import { payingIn, reportOn, searchSeed } from './adversary/report.ts';
import { settlementsOfSeeds } from './settlements/settlements-of-seeds.ts';
import { simulate } from './simulate.ts';

const numberAfter = (name: string): number | undefined => {
  const place = process.argv.indexOf(name);
  const value = Number(process.argv[place + 1]);
  return place < 0 || Number.isNaN(value) ? undefined : value;
};

const one = numberAfter('--seed');
const first = one ?? 1;
const count = one === undefined ? (numberAfter('--seeds') ?? 2_000) : 1;

/** Runs whole auctions through the real rooms. No rule may be broken. */
async function auctionsOfSeeds(): Promise<void> {
  let auctions = 0;
  let violations = 0;
  let failing: number | undefined;
  for (let seed = first; seed < first + count; seed += 1) {
    const simulated = await simulate(seed);
    auctions += simulated.auctions.length;
    violations += simulated.violations.length;
    for (const violation of simulated.violations) console.error(`seed ${seed}, ${violation}`);
    if (simulated.violations.length > 0) failing ??= seed;
  }
  console.log(JSON.stringify({ auctions, violations, ...(failing !== undefined && { seed: failing }) }));
  process.exitCode = violations === 0 ? 0 : 1;
}

/** Runs whole auctions and settles their trades in PostgreSQL. No rule may be broken, and the ledger proves. */
async function settlements(): Promise<void> {
  let violations = 0;
  const seeds = one === undefined ? (numberAfter('--settlements') ?? 1_000) : 1;
  const tally = await settlementsOfSeeds({ first, count: seeds }, (seed, what) => {
    violations += 1;
    console.error(`seed ${seed}, ${what}`);
  });
  for (const [what, times] of [...tally].toSorted(([a], [b]) => a.localeCompare(b))) console.log(`${what}: ${times}`);
  console.log(JSON.stringify({ seeds, violations }));
  process.exitCode = violations === 0 ? 0 : 1;
}

/**
 * Plays plans against honest rivals, alone and with an accomplice. Prints in how many markets a plan pays more than
 * honest bids.
 */
function adversaries(rules: 1 | 2): void {
  for (const attackers of [1, 2] as const) {
    const search = { attackers, tries: numberAfter('--tries') ?? 600 };
    const cases = Array.from({ length: count }, (_, index) => searchSeed(first + index, rules, search));
    const who = attackers === 1 ? 'one attacker' : 'an attacker with an accomplice';
    console.log(`${who}, rules of version ${rules}: an attack pays in ${payingIn(cases).length} of ${count} markets`);
    for (const line of reportOn(cases)) console.log(line);
  }
}

if (process.argv.includes('--adversary')) adversaries(numberAfter('--rules') === 1 ? 1 : 2);
else if (process.argv.includes('--settlements')) await settlements();
else await auctionsOfSeeds();
