// Checks the product's packages for known vulnerabilities. The check fails if a vulnerability has level "high" or above
// (decision 91). `npm test` also runs without a network. So if the registry cannot be reached, the check does not fail
// but prints that no package was checked.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const FAILING = ['high', 'critical'];

/** Judges the output of `npm audit --json`. Returns whether the check passes, and a line that says what was found. */
export function judgeAudit(printed) {
  let report;
  try {
    report = JSON.parse(printed);
  } catch {
    return { isGood: true, says: 'audit: npm gave no readable answer; no package was checked' };
  }
  const levels = report.metadata?.vulnerabilities;
  if (levels === undefined)
    return {
      isGood: true,
      says: `audit: the registry does not answer (${report.message ?? 'no reason'}); no package was checked`,
    };
  const bad = FAILING.filter((level) => levels[level] > 0).map((level) => `${levels[level]} ${level}`);
  const names = Object.values(report.vulnerabilities ?? {})
    .filter(({ severity }) => FAILING.includes(severity))
    .map(({ name }) => name);
  if (bad.length > 0) return { isGood: false, says: `audit: ${bad.join(', ')}: ${names.join(', ')}` };
  return { isGood: true, says: `audit: ${levels.total} known vulnerabilities, none of level "${FAILING[0]}" or above` };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const args = ['audit', '--omit=dev', '--json', '--fetch-retries=0', '--fetch-timeout=10000'];
  const { stdout } = spawnSync('npm', args, { encoding: 'utf8', timeout: 30_000 });
  const { isGood, says } = judgeAudit(stdout ?? '');
  console.log(says);
  process.exitCode = isGood ? 0 : 1;
}
