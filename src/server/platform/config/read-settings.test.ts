import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readConfig } from '#server/platform/config/config.ts';
import { WrongConfiguration, type Environment } from '#server/platform/config/read-settings.ts';
import { temporaryFolder } from '#testing/world/temporary-folder.ts';

function faultsOf(environment: Environment): readonly string[] {
  try {
    readConfig(environment);
  } catch (failure) {
    if (failure instanceof WrongConfiguration) return failure.faults;
    throw failure;
  }
  return [];
}

/** Pairs of invalid settings and a pattern. The reported fault is one line that matches the pattern. */
const LINES: [Record<string, string>, RegExp][] = [
  [{ PORT: 'http' }, /^PORT: .*Expected: a port from 0 to 65535, such as 3000$/],
  [{ PORT: '65536' }, /^PORT: .*a port from 0/],
  [{ VARIANT: 'LOCAL' }, /^VARIANT: .*Expected: GLOBAL or TNBX$/],
  [{ NODE_ENV: 'prod' }, /^NODE_ENV: .*Expected: production, development or test$/],
  [{ DATABASE_URL: 'mysql://root@127.0.0.1/x' }, /^DATABASE_URL: .*postgres:\/\/USER:PASSWORD@HOST/],
  [{ DATABASE_URL: 'database' }, /^DATABASE_URL: /],
  [{ DATABASE_URL: 'postgres://u@a,b:port/x' }, /^DATABASE_URL: one of the hosts or ports is not correct/],
  [{ DATABASE_URL: 'postgres://u@a,b/x?target_session_attrs=standby' }, /^DATABASE_URL: .*cannot store bids/],
  [{ DATABASE_URL: 'postgres://u@a/x?hostaddr=10.0.0.1' }, /^DATABASE_URL: the parameter hostaddr is not supported/],
  [{ DATABASE_REPLICA_URL: 'postgres://u@a/x' }, /^DATABASE_REPLICA_URL requires a DATABASE_URL/],
  [{ REPLICA_WAIT_MS: '-1' }, /^REPLICA_WAIT_MS: .*from 0 to 5000/],
  [{ REQUIRE_STANDBY: 'maybe' }, /^REQUIRE_STANDBY: .*Expected: on or off$/],
  [{ REQUIRE_STANDBY: 'on' }, /^REQUIRE_STANDBY requires a DATABASE_URL/],
  [{ DATABASE_CONNECTIONS: '1' }, /^DATABASE_CONNECTIONS: .*Expected: a number from 2 to 200, such as 10$/],
  [{ PUBLIC_URL: 'greenlot.example' }, /^PUBLIC_URL: .*begins with https:/],
  [{ TRUST_PROXY: 'nginx' }, /^TRUST_PROXY: not a list of proxies. Expected: addresses and subnets/],
  [{ TRUST_PROXY: '10.0.0.0/33' }, /^TRUST_PROXY: /],
  [{ DEMO: 'maybe' }, /^DEMO: .*Expected: on or off$/],
  [{ FLAG_MARKETPLACE: 'maybe' }, /^FLAG_MARKETPLACE: .*Expected: on or off$/],
  [{ SECRET_KEY: 'short' }, /^SECRET_KEY: .*Expected: at least 32 characters/],
  [{ SMTP_URL: 'http://mail.example' }, /^SMTP_URL: .*smtps:\/\/USER/],
  [{ MAIL_FROM: 'nobody' }, /^MAIL_FROM: .*an address, such as/],
  [{ SMS_URL: 'gateway' }, /^SMS_URL: .*begins with https:/],
  [{ S3_BUCKET: 'Not a bucket' }, /^S3_BUCKET: .*the name of a bucket/],
  [{ PHONE_COUNTRIES: 'MY,XX' }, /^PHONE_COUNTRIES: not ISO 3166 countries/],
  [{ CLIENTS: '[{"client_id":"x","redirect_uris":["https://x.example/"]}]' }, /^CLIENTS: .*\(at 0\.name\)/],
  [{ SECRET_KEY_FILE: '/nowhere/key' }, /^SECRET_KEY_FILE: cannot read \/nowhere\/key \(ENOENT\)$/],
  [{ S3_BUKCET: 'greenlot' }, /^S3_BUKCET is not a setting: did you mean S3_BUCKET\?$/],
  [{ DATABSE_URL: 'postgres://x' }, /^DATABSE_URL is not a setting: did you mean DATABASE_URL\?$/],
  [{ public_url: 'https://greenlot.example' }, /^public_url is not a setting: did you mean PUBLIC_URL\?$/],
  [{ SECRET_KEY_FIL: '/x' }, /^SECRET_KEY_FIL is not a setting: did you mean SECRET_KEY_FILE\?$/],
  [{ FLAG_TELEPATHY: 'on' }, /^FLAG_TELEPATHY is not a setting: remove it/],
];

test.each(LINES)('%j is rejected in one line that names it and the correct form', (environment, said) => {
  expect(faultsOf(environment)).toEqual([expect.stringMatching(said)]);
});

test('ignores unknown settings and empty ones', () => {
  const others = {
    PATH: '/bin',
    HOME: '/root',
    HOSTNAME: 'pod-1',
    PORTS: '1',
    npm_config_cache: '/x',
    GREENLOT_PORT: 'tcp://10.0.0.1:80',
    GREENLOT_SERVICE_HOST: '10.0.0.1',
    GREENLOT_PORT_80_TCP_ADDR: '10.0.0.1',
  };
  expect(faultsOf({ ...others, SMTP_URL: '', S3_ENDPOINT: '', TRUST_PROXY: '' })).toEqual([]);
  for (const TRUST_PROXY of ['loopback', '10.0.0.0/8, 192.168.0.1', 'fd00::/8'])
    expect(faultsOf({ TRUST_PROXY })).toEqual([]);
});

test('reports all problems together, including those of combinations', () => {
  const faults = faultsOf({
    NODE_ENV: 'production',
    PORT: 'x',
    SMTP_URL: 'mail',
    DEMO: 'on',
    S3_BUCKET: 'files-1',
    S3_ACCESS_KEY: 'key-1',
    S3_REGON: 'x',
  });
  const named = faults.map((fault) => /^\w+/.exec(fault)?.[0] ?? '');
  // SMTP_URL is reported as invalid, but not also as missing.
  expect(named.toSorted()).toEqual(
    ['DEMO', 'PORT', 'PUBLIC_URL', 'S3_ENDPOINT', 'S3_REGON', 'S3_SECRET_KEY', 'SECRET_KEY', 'SMTP_URL'].toSorted(),
  );
});

test('reads secrets from files, as containers get them; rejects a secret given twice', async () => {
  const home = await temporaryFolder('secrets');
  const file = join(home.path, 'key');
  await writeFile(file, `${'k'.repeat(32)}\n`);
  expect(readConfig({ SECRET_KEY_FILE: file }).SECRET_KEY).toBe('k'.repeat(32));
  expect(faultsOf({ SECRET_KEY_FILE: file, SECRET_KEY: 's'.repeat(40) })).toEqual([
    'SECRET_KEY and SECRET_KEY_FILE are both set: keep one of them',
  ]);
  await writeFile(file, 'short-one');
  const [fault] = faultsOf({ SECRET_KEY_FILE: file });
  expect(fault).toMatch(/^SECRET_KEY: /);
  expect(fault).not.toContain('short-one');
  await home.remove();
});

test('a server with wrong settings does not start, and prints only those lines', () => {
  const { status, stderr, stdout } = spawnSync(process.execPath, ['src/server/main.ts'], {
    cwd: fileURLToPath(new URL('../../../..', import.meta.url)),
    env: { PATH: process.env['PATH'], PORT: 'x', S3_BUKCET: 'x' },
    encoding: 'utf8',
  });
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr.trimEnd().split('\n')).toEqual([
    'The configuration is invalid. Correct these settings and start again:',
    '  S3_BUKCET is not a setting: did you mean S3_BUCKET?',
    expect.stringMatching(/^ {2}PORT: /),
  ]);
});
