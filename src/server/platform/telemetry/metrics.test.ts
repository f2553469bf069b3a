import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { METRICS } from '#server/platform/telemetry/metrics.ts';
import { freePort } from '#testing/world/free-port.ts';
import { world, type World } from '#testing/world/world.ts';

let w: World;
let port: number;

beforeAll(async () => {
  port = await freePort();
  w = await world({ METRICS_PORT: String(port), TRUST_PROXY: '127.0.0.1' });
});
afterAll(() => w.end());

const namesIn = (text: string): string[] => [...new Set(text.match(/\bgreenlot_\w+/g))];
const metricOf = (name: string): string => name.replace(/_(bucket|sum|count)$/, '');

test('every metric is served at its own port only, and includes every metric that an alert uses (ASVS 13.4.5)', async () => {
  await w.app.inject({ url: '/env' });
  await w.app.inject({ url: '/auction-api/profile' });
  const tell = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  // The file storage is first checked in the background after the start, so the test waits for its result.
  for (const up of [/^greenlot_files_up 1$/m, /^greenlot_database_up 1$/m]) await expect.poll(tell).toMatch(up);
  const told = await tell();
  expect([...new Set(namesIn(told).map(metricOf))].toSorted()).toEqual(Object.keys(METRICS).toSorted());
  expect(told).toContain('greenlot_database_up 1\n');
  expect(told).toContain('greenlot_http_answers_total{status="4xx"} 1\n');
  expect(told).toMatch(/greenlot_http_request_seconds_bucket\{le="\+Inf"\} 2\n/);
  for (const line of told.trim().split('\n'))
    expect(line).toMatch(/^# (HELP|TYPE) \w+ .+$|^\w+(\{\w+="[^"]+"\})? [\d.e-]+$/);

  const alerts = await readFile(new URL('../../../../deploy/alerts.yml', import.meta.url), 'utf8');
  const asked = namesIn(alerts).map(metricOf);
  expect(asked.length).toBeGreaterThan(5);
  expect(asked.filter((name) => !(name in METRICS))).toEqual([]);
  expect((await w.app.inject({ url: '/metrics' })).statusCode).toBe(404);
});

test('every answer names its request id, or the one that a trusted proxy gave', async () => {
  const idOf = async (headers: Record<string, string> = {}) =>
    (await w.app.inject({ url: '/auction-api/profile', headers })).headers['x-request-id'];
  expect(await idOf({ 'x-request-id': 'a1b2c3d4e5f6' })).toBe('a1b2c3d4e5f6');
  const own = /^[0-9a-f-]{36}$/;
  for (const id of ['short', 'with spaces in it', 'x'.repeat(65)])
    expect(await idOf({ 'x-request-id': id })).toMatch(own);
  expect(await idOf()).toMatch(own);
  expect(await idOf()).not.toBe(await idOf());
});
