// `npm run check`: runs types, lint, format, phrases, page sizes, house rules and the schema in parallel. It takes
// under 30 seconds if the bundle is already built.
import { fileURLToPath } from 'node:url';
import { ensureDependencies, runBeside } from './set-up.mjs';

const SCHEMA_TESTS = ['src/server/platform/database/schema.test.ts', 'src/server/audit/audit-words.test.ts'];

const CHECKS = {
  types: ['tsc', '--noEmit'],
  'types of browsers': ['tsc', '--noEmit', '--project', 'tsconfig.browsers.json'],
  lint: ['oxlint', '--type-aware', '--deny-warnings'],
  format: ['oxfmt', '--check'],
  phrases: ['node', 'scripts/phrases.ts', '--check'],
  sizes: ['node', 'scripts/sizes.mjs'],
  audit: ['node', 'scripts/audit.mjs'],
  'house rules': ['vitest', 'run', '--project=unit', '--reporter=dot', 'src/testing', 'src/phrases'],
  // Compares the migrations' result with schema.sql, the types of queries and the words of the audit trail.
  schema: ['vitest', 'run', '--project=server-pglite', '--reporter=dot', ...SCHEMA_TESTS],
};

const REMEDIES = { format: 'Run `npm run format`.', phrases: 'Run `npm run phrases`.' };

/** Returns whether every check passed, without those that run elsewhere. Prints the full output of failed ones. */
export async function check(...elsewhere) {
  const wanted = Object.entries(CHECKS).filter(([name]) => !elsewhere.includes(name));
  const results = await Promise.all(wanted.map(([name, command]) => judge(name, command)));
  return results.every(Boolean);
}

async function judge(name, [tool, ...args]) {
  const startedAt = performance.now();
  const { code, output } = await runBeside(tool, args);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`);
  // Whether the audit reached the registry is shown even if it found nothing.
  if (code !== 0 || name === 'audit') console.log(output.trimEnd());
  if (code !== 0 && REMEDIES[name]) console.log(REMEDIES[name]);
  return code === 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  ensureDependencies();
  process.exitCode = (await check()) ? 0 : 1;
}
