// Checks the product's packages for known vulnerabilities. Fails on findings of level "high" or above (decision 91). If
// the registry cannot be reached, it does not fail but says so, because `npm test` also runs without a network.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const FAILING = ['high', 'critical'];

/** Returns what `npm audit --json` printed: whether the registry answered, and the number of packages of each level. */
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
