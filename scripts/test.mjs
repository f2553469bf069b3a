// `npm test`: everything that CI runs, on a real PostgreSQL and in a real browser. Ends with one line that counts.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuild, ensureChromium, ensureDependencies, runBeside } from './set-up.mjs';

const only = process.argv.includes('--only') ? process.argv[process.argv.indexOf('--only') + 1] : undefined;
const counts = { passed: 0, failed: 0, skipped: 0 };
const reports = mkdtempSync(join(tmpdir(), 'greenlot-reports-'));

async function step(name, task) {
  if (only && only !== name) return;
  const startedAt = performance.now();
  console.log(`\n── ${name}`);
  const isGood = await task();
  if (!isGood) counts.failed += 1;
  console.log(`── ${name}: ${isGood ? 'ok' : 'FAILED'} in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
}

/** A tool's own failure with no failed test in its report still counts as one. */
function judge(code, failed) {
  return code === 0 || failed > 0;
}

async function vitest() {
  const file = join(reports, 'vitest.json');
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const { code } = await runBeside('vitest', args, { stdio: 'inherit' });
  const report = JSON.parse(readFileSync(file, 'utf8'));
  counts.passed += report.numPassedTests;
  counts.failed += report.numFailedTests;
  counts.skipped += report.numPendingTests + report.numTodoTests;
  return judge(code, report.numFailedTests);
}

async function stories() {
  const file = join(reports, 'playwright.json');
  const env = { ...process.env, CHROMIUM: ensureChromium(), PLAYWRIGHT_JSON_OUTPUT_NAME: file };
  const { code } = await runBeside('playwright', ['test', '--reporter=list,json'], { stdio: 'inherit', env });
  const { stats } = JSON.parse(readFileSync(file, 'utf8'));
  counts.passed += stats.expected + stats.flaky;
  counts.failed += stats.unexpected;
  counts.skipped += stats.skipped;
  return judge(code, stats.unexpected);
}

ensureDependencies();
const { check } = await import('./check.mjs');
await step('check', check);
await step('tests', vitest);
await step('build', async () => {
  ensureBuild();
  return true;
});
await step('stories', stories);
rmSync(reports, { recursive: true, force: true });
const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : '';
console.log(`\n${counts.passed} passed, ${counts.failed} failed${skipped}`);
process.exit(counts.failed === 0 ? 0 : 1);
