// What is known of the packages that the product is made of: fails on findings from "high" on (decision 45). A registry that
// can't be asked fails nothing, and the line says so: `npm test` runs where there is none.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const FAILING = ['high', 'critical'];

/** What `npm audit --json` printed: whether it was answered, and how many packages each level has. */
export function judgeAudit(printed) {
  let report;
  try {
    report = JSON.parse(printed);
  } catch {
    return { isGood: true, says: 'audit: npm said nothing that can be read; nothing was looked up' };
  }
  const levels = report.metadata?.vulnerabilities;
  if (levels === undefined)
    return {
      isGood: true,
      says: `audit: nothing was looked up, the registry doesn't answer (${report.message ?? 'no reason'})`,
    };
  const bad = FAILING.filter((level) => levels[level] > 0).map((level) => `${levels[level]} ${level}`);
  const names = Object.values(report.vulnerabilities ?? {})
    .filter(({ severity }) => FAILING.includes(severity))
    .map(({ name }) => name);
  if (bad.length > 0) return { isGood: false, says: `audit: ${bad.join(', ')}: ${names.join(', ')}` };
  return { isGood: true, says: `audit: ${levels.total} known of, none from "${FAILING[0]}" on` };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const args = ['audit', '--omit=dev', '--json', '--fetch-retries=0', '--fetch-timeout=10000'];
  const { stdout } = spawnSync('npm', args, { encoding: 'utf8', timeout: 30_000 });
  const { isGood, says } = judgeAudit(stdout ?? '');
  console.log(says);
  process.exitCode = isGood ? 0 : 1;
}
