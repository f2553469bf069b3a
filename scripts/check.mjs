// `npm run check`: checks types, lint, format, phrases, page sizes, packages, house rules and the schema in parallel.
// If the bundle is already built, this takes less than 30 seconds.
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
  // Compares the migrated schema with schema.sql, with the types of queries, and with the words of the audit trail.
  schema: ['vitest', 'run', '--project=server-pglite', '--reporter=dot', ...SCHEMA_TESTS],
};

const REMEDIES = { format: 'Run `npm run format`.', phrases: 'Run `npm run phrases`.' };

/**
 * Runs all checks except those named in `elsewhere`. Returns whether they all passed. Prints the full output of failed
 * checks.
 */
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
  // The audit's output is always shown, because it says whether the registry was reached.
  if (code !== 0 || name === 'audit') console.log(output.trimEnd());
  if (code !== 0 && REMEDIES[name]) console.log(REMEDIES[name]);
  return code === 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  ensureDependencies();
  process.exitCode = (await check()) ? 0 : 1;
}
