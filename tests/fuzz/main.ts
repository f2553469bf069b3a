import { parseArgs } from 'node:util';
import { faultsIn, runFuzz } from './run-fuzz.ts';

const { values } = parseArgs({
  options: { requests: { type: 'string', default: '100000' }, seed: { type: 'string', default: '1' } },
});

const report = await runFuzz({ requests: Number(values.requests), seed: Number(values.seed) });
console.log(JSON.stringify(report, undefined, 2));
process.exit(faultsIn(report).length === 0 ? 0 : 1);
