import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

const FOLDER = new URL('../../deploy/', import.meta.url).pathname;
const read = (name: string): unknown => parse(readFileSync(FOLDER + name, 'utf8'));
const promtool = (...args: string[]): string =>
  execFileSync(process.env['PROMTOOL'] ?? 'promtool', args, { cwd: FOLDER, encoding: 'utf8' });

test("Prometheus' own tool accepts the alerts, and they fire and clear as their tests say", () => {
  expect(promtool('check', 'rules', 'alerts.yml')).toContain('SUCCESS');
  expect(promtool('test', 'rules', 'alerts.test.yml')).toContain('SUCCESS');
});

test('the tests of the alerts contain every alert', () => {
  const { groups } = read('alerts.yml') as { groups: { rules: { alert: string }[] }[] };
  const alerts = groups.flatMap(({ rules }) => rules.map(({ alert }) => alert));
  expect(alerts.length).toBeGreaterThan(10);
  const tests = readFileSync(`${FOLDER}alerts.test.yml`, 'utf8');
  expect(alerts.filter((name) => !tests.includes(`{ labels: '{alertname="${name}"}', value: 1 }`))).toEqual([]);
});
