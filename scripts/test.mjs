// `npm test`: runs everything that CI runs, with a real PostgreSQL and a real browser. The last line has the counts.
// `npm test -- --only server` runs a single step: check, unit, server, build, e2e or deployment. `npm test -- --all` also
// runs the last one, which builds and starts containers.
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { check } from './check.mjs';
import {
  ensureBuild,
  ensureChartEngine,
  ensureChromium,
  ensureContainers,
  ensureDependencies,
  ensureEngines,
  ensurePgBouncer,
  ensurePromtool,
  runBeside,
  start,
} from './set-up.mjs';

const reports = mkdtempSync(join(tmpdir(), 'greenlot-reports-'));
const counts = { passed: 0, failed: 0, skipped: 0 };
/** Failures. They are printed again at the end, because the output is long and some logs keep only the end. */
const failures = [];
/** All tests with their durations in ms. The slowest are listed at the end. */
const durations = [];
const LISTED_TESTS = 20;

/** The steps. Each returns whether it succeeded. A step that throws has failed. */
const STEPS = {
  install: () => {
    ensureDependencies();
    return true;
  },
  // The house rules and the schema are not checked here, because later steps check them.
  check: () => check('house rules', 'schema'),
  unit: () => {
    ensureChartEngine();
    return vitest(['unit'], { PROMTOOL: ensurePromtool() });
  },
  server,
  build: () => {
    ensureBuild();
    return true;
  },
  e2e,
  deployment,
};

/**
 * Runs the server tests. The tests collect the errors that they provoke in a folder. These errors are then compared
 * with the error catalog.
 */
async function server() {
  const provoked = join(reports, 'provoked');
  mkdirSync(provoked);
  const env = { GREENLOT_PROVOKED: provoked, PGBOUNCER: ensurePgBouncer() };
  const isGood = await vitest(['server-load', 'server-pglite', 'server-postgres'], env);
  const inherit = { stdio: ['ignore', 'inherit', 'inherit'] };
  return (await runBeside('node', ['scripts/provoked-errors.ts', provoked], inherit)).code === 0 && isGood;
}

async function vitest(projects, env = {}) {
  const file = join(reports, `${projects[0]}.json`);
  const chosen = projects.map((project) => `--project=${project}`);
  const args = ['run', ...chosen, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const { code } = await runBeside('vitest', args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env,
  });
  const report = JSON.parse(readFileSync(file, 'utf8'));
  for (const { name, message, status, assertionResults } of report.testResults) {
    const failed = assertionResults.filter((test) => test.status === 'failed');
    for (const { fullName, duration = 0 } of assertionResults) noteDuration(name, fullName, duration);
    for (const test of failed) failures.push(`${name}: ${test.fullName}\n${test.failureMessages.join('\n')}`);
    // If a hook or an import fails, there is no failed test to report.
    if (status === 'failed' && failed.length === 0) failures.push(`${name}: ${message}`);
  }
  // The embedded PostgreSQL sets the exit code to 0 even after failures, so a report with failures counts as code 1.
  return count(report.success ? code : 1, {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
  });
}

async function e2e() {
  ensureBuild();
  ensureEngines();
  const file = join(reports, 'e2e.json');
  const env = { CHROMIUM: ensureChromium(), PLAYWRIGHT_JSON_OUTPUT_FILE: file };
  const args = ['test', '--reporter=list,json'];
  const { code } = await runBeside('playwright', args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env,
  });
  const { stats, errors, suites } = JSON.parse(readFileSync(file, 'utf8'));
  for (const error of errors) failures.push(error.message);
  for (const { ok, file: from, title, tests } of suites.flatMap(specsOf)) {
    if (!ok) failures.push(`${from}: ${title}`);
    for (const { duration } of tests.flatMap(({ results }) => results)) noteDuration(from, title, duration);
  }
  return count(code, {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
  });
}

/** Runs the deployment test with two restarts. Where no container engine works, it is skipped and says why. */
async function deployment() {
  ensureContainers();
  let output = '';
  const program = start('node', ['tests/deployment/main.ts', '--restarts', '2'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  program.stdout.on('data', (chunk) => {
    output += chunk;
    process.stdout.write(chunk);
  });
  const [code] = await once(program, 'close');
  const isSkipped = /^skipped: /m.test(output);
  return count(code, {
    passed: Number(code === 0 && !isSkipped),
    failed: Number(code !== 0),
    skipped: Number(isSkipped),
  });
}

const noteDuration = (file, title, ms) => durations.push({ ms, test: `${relative(process.cwd(), file)}: ${title}` });

const specsOf = (suite) => [...suite.specs, ...(suite.suites ?? []).flatMap(specsOf)];

function count(code, { passed, failed, skipped }) {
  counts.passed += passed;
  counts.failed += failed;
  counts.skipped += skipped;
  return code === 0;
}

async function run(name) {
  const startedAt = performance.now();
  const failedBefore = counts.failed;
  console.log(`\n── ${name}`);
  let isGood = false;
  try {
    isGood = await STEPS[name]();
  } catch (error) {
    console.error(error);
  }
  // A step can fail without a failed test, for example if types are wrong or a file does not load. This counts as one
  // failure.
  if (!isGood && counts.failed === failedBefore) counts.failed += 1;
  console.log(`── ${name}: ${isGood ? 'done' : 'FAILED'} in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
}

const only = process.argv[process.argv.indexOf('--only') + 1];
const all = process.argv.includes('--all');
const wanted = process.argv.includes('--only')
  ? [only]
  : Object.keys(STEPS).filter((name) => name !== 'install' && (all || name !== 'deployment'));
if (!wanted.every((name) => name in STEPS))
  throw new Error(`Usage: npm test -- --only ${Object.keys(STEPS).join('|')}`);

await run('install');
if (counts.failed === 0) for (const name of wanted) await run(name);
rmSync(reports, { recursive: true, force: true });
const slowest = durations.toSorted((a, b) => b.ms - a.ms).slice(0, LISTED_TESTS);
const lines = slowest.map(({ ms, test }) => `${(ms / 1000).toFixed(1).padStart(6)} s  ${test}`);
if (lines.length > 0) console.log(`\n── slowest tests\n${lines.join('\n')}`);
if (failures.length > 0) console.log(`\n── failures\n${failures.map((text) => text.slice(0, 1500)).join('\n\n')}`);
const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : '';
console.log(`\n${counts.passed} passed, ${counts.failed} failed${skipped}`);
process.exitCode = counts.failed === 0 ? 0 : 1;
