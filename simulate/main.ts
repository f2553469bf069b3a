import { simulate } from './simulate.ts';

const numberAfter = (name: string): number | undefined => {
  const place = process.argv.indexOf(name);
  return place < 0 ? undefined : Number(process.argv[place + 1]);
};

const one = numberAfter('--seed');
const first = one ?? 1;
const count = one === undefined ? (numberAfter('--seeds') ?? 2_000) : 1;

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
