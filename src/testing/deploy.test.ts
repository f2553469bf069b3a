import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readConfig, SETTINGS } from '#server/platform/config/config.ts';
import { temporaryFolder } from '#testing/world/temporary-folder.ts';

/**
 * These tests check that everything named in the deployment files exists. They cannot show how a container behaves when
 * it runs.
 */
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const read = (file: string): string => readFileSync(join(ROOT, 'deploy', file), 'utf8');

type Service = {
  readonly entrypoint?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly secrets?: readonly string[];
  readonly depends_on?: object;
  readonly volumes?: readonly string[];
  readonly healthcheck?: object;
  readonly read_only?: boolean;
  readonly user?: string;
  readonly stop_grace_period?: string;
};
type Compose = {
  readonly services: Readonly<Record<string, Service>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
  readonly volumes: object;
};

const compose = parse(read('compose.yaml'), { merge: true }) as Compose;
const server = compose.services['server-1'] ?? {};

let secrets: string;
beforeAll(async () => {
  secrets = (await temporaryFolder('secrets')).path;
  for (const url of ['smtp://u:p@mail.example', 'smtp://other.example'])
    execFileSync('bash', [join(ROOT, 'deploy/make-secrets.sh'), url, secrets]);
});

/**
 * Returns settings as a container gets them. Paths of secret files point to the folder in which the test created these
 * files.
 */
const inContainer = (settings: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries({ NODE_ENV: 'production', ...settings }).map(([name, value]) => [
      name,
      value
        .replace(/^\/run\/secrets\//, `${secrets}/`)
        .replace('${PUBLIC_URL}', 'https://greenlot.example')
        .replace(/^\$\{\w+:-(.*)\}$/, '$1'),
    ]),
  );

test('secrets are generated once, readable only for users of their folder', () => {
  expect(statSync(secrets).mode & 0o777).toBe(0o700);
  expect(readFileSync(join(secrets, 'smtp_url'), 'utf8')).toBe('smtp://u:p@mail.example');
  expect(readFileSync(join(secrets, 'secret_key'), 'utf8')).toMatch(/^[0-9a-f]{64}$/);
});

describe('compose.yaml', () => {
  test('has only settings that the server knows, and the server starts with them', () => {
    const names = Object.keys(server.environment ?? {});
    expect(names.filter((name) => !SETTINGS.includes(name.replace(/_FILE$/, '')))).toEqual([]);
    const config = readConfig(inContainer(server.environment ?? {}));
    expect(config).toMatchObject({ isProduction: true, S3_BUCKET: 'greenlot', SMTP_URL: 'smtp://u:p@mail.example' });
    expect(config.DATABASE_URL).toMatch(/^postgres:\/\/greenlot:[0-9a-f]{48}@database:5432\/greenlot$/);
  });

  test('refers only to secrets, services, volumes and files that exist', () => {
    const made = readdirSync(secrets);
    for (const { file } of Object.values(compose.secrets)) expect(made).toContain(file.replace('./secrets/', ''));
    for (const service of Object.values(compose.services)) {
      for (const secret of service.secrets ?? []) expect(compose.secrets).toHaveProperty(secret);
      for (const other of Object.keys(service.depends_on ?? {}))
        expect(compose.services[other]?.healthcheck ?? isOurs(other)).toBeTruthy();
      for (const volume of service.volumes ?? []) {
        const [from = ''] = volume.split(':');
        expect(
          from.startsWith('.') ? existsSync(join(ROOT, 'deploy', from)) : Object.hasOwn(compose.volumes, from),
        ).toBe(true);
      }
    }
    const given = Object.entries(server.environment ?? {}).filter(([name]) => name.endsWith('_FILE'));
    expect(given.map(([, path]) => path.replace('/run/secrets/', '')).toSorted()).toEqual(
      [...(server.secrets ?? [])].toSorted(),
    );
  });

  test('runs our containers without privileges, on a read-only root file system', () => {
    for (const name of ['server-1', 'server-2', 'proxy']) {
      expect(compose.services[name]).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        user: expect.not.stringMatching(/^0/),
      });
    }
  });

  test('checks the health of every service', () => {
    const unchecked = Object.entries(compose.services).filter(([, { healthcheck }]) => healthcheck === undefined);
    expect(unchecked.map(([name]) => name)).toEqual([]);
  });

  test('lets Prometheus read the metrics of every server, with the alerts', () => {
    const { METRICS_PORT, METRICS_HOST } = server.environment ?? {};
    const { scrape_configs: jobs, rule_files: rules } = parse(read('prometheus.yml')) as {
      scrape_configs: { job_name: string; static_configs: { targets: string[] }[] }[];
      rule_files: string[];
    };
    const targets = jobs.flatMap(({ static_configs: all }) => all.flatMap((one) => one.targets));
    expect([METRICS_HOST, targets]).toEqual([
      '0.0.0.0',
      ['server-1', 'server-2'].map((name) => `${name}:${METRICS_PORT}`),
    ]);
    expect(jobs.map(({ job_name: name }) => name)).toEqual(['greenlot']);
    expect(compose.services['prometheus']?.volumes).toContain(`./${rules[0]}:/etc/prometheus/${rules[0]}:ro`);
  });

  test('waits longer at the end than the shutdown of the server takes', () => {
    const { DRAIN_SECONDS, STOP_SECONDS } = server.environment ?? {};
    const grace = Number.parseInt(server.stop_grace_period ?? '', 10);
    expect(grace).toBeGreaterThan(Number(DRAIN_SECONDS) + Number(STOP_SECONDS));
  });

  test('points nginx at its own servers', () => {
    const { volumes, entrypoint } = compose.services['proxy'] ?? {};
    expect(volumes).toEqual(['./nginx.conf:/etc/nginx/greenlot.conf:ro', './proxy.sh:/proxy.sh:ro']);
    const servers = Object.keys(compose.services).filter(isOurs);
    expect(entrypoint).toEqual([
      'sh',
      '/proxy.sh',
      '/etc/nginx/greenlot.conf',
      ...servers.map((name) => `${name}:3000`),
    ]);
    expect(read('nginx.conf')).toMatch(/listen 8080;/);
  });
});

const isOurs = (name: string): boolean => /^server-\d$/.test(name);

describe('Dockerfile', () => {
  const lines = read('Dockerfile').replaceAll('\\\n', '').split('\n');
  const kept = read('Dockerfile.dockerignore')
    .split('\n')
    .filter((line) => line.startsWith('!'))
    .map((line) => line.slice(1));

  test('copies only files that exist and are not ignored', () => {
    const copied = lines
      .filter((line) => line.startsWith('COPY ') && !line.includes('--from'))
      .flatMap((line) => line.split(/\s+/).slice(1, -1));
    expect(copied.length).toBeGreaterThan(8);
    for (const path of copied) {
      expect([path, existsSync(join(ROOT, path))]).toEqual([path, true]);
      expect(kept.some((one) => path === one || path.startsWith(`${one}/`))).toBe(true);
    }
  });

  const final = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM '))).join('\n');
  const { dependencies = {}, scripts = {} } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    readonly [part: string]: Readonly<Record<string, string>>;
  };

  test('includes everything that the server and its commands import, and runs existing files', () => {
    for (const folder of ['dist', 'src', 'migrations', 'guide', 'node_modules', 'package.json', 'NOTICE'])
      expect(final).toContain(` ${folder}`);
    expect(importedByServers().filter((name) => !Object.hasOwn(dependencies, name))).toEqual([]);
    for (const [, name = ''] of lines.join('\n').matchAll(/npm run ([\w-]+)/g)) expect(scripts).toHaveProperty(name);
    expect(final).toMatch(
      /USER 10001:10001[^]*HEALTHCHECK[^]*scripts\/healthy.mjs[^]*ENTRYPOINT \["node"\]\nCMD \["src\/server\/main.ts"\]/,
    );
  });

  test("holds the operators' scripts with what they import, and no other script", () => {
    const copied = final
      .split('\n')
      .filter((line) => line.startsWith('COPY scripts/'))
      .flatMap((line) => line.split(/\s+/).slice(1, -1));
    const held = copied.flatMap((path) => /^scripts\/([\w-]+\.ts)$/.exec(path)?.[1] ?? []);
    const expectHeld = (path: string): void => {
      expect(copied.some((one) => path === one || path.startsWith(`${one}/`)) ? [] : [path]).toEqual([]);
      const text = readFileSync(join(ROOT, path), 'utf8');
      expect(text).not.toMatch(/ from '#(?:testing|web)/);
      for (const [, other = ''] of text.matchAll(/ from '(\.\.?\/[^']+)'/g)) expectHeld(join(dirname(path), other));
    };
    for (const name of held) expectHeld(`scripts/${name}`);
    const guide = readFileSync(join(ROOT, 'docs/operate.md'), 'utf8');
    const names = new Set([...guide.matchAll(/npm run ([\w-]+)/g)].map(([, name = '']) => name));
    const forOperators = [...names]
      .map((name) => scripts[name] ?? '')
      .map((command) => /run\.mjs scripts\/([\w-]+\.ts)/.exec(command)?.[1])
      .filter((name) => name !== undefined);
    expect(forOperators.filter((name) => !held.includes(name))).toEqual([]);
    expect(held.toSorted()).toEqual([...new Set(forOperators), 'open-alone.ts'].toSorted());
  });
});

test('the systemd unit runs the server with settings that it knows, at the ports of nginx, and waits for its end', () => {
  const unit = read('greenlot@.service');
  const valueOf = (name: string): string => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? '';
  expect(valueOf('ExecStart')).toBe('/opt/greenlot/node_modules/.bin/node src/server/main.ts');
  const settings = [...valueOf('Environment').matchAll(/(\w+)=/g)].map(([, name = '']) => name);
  expect(settings.filter((name) => !SETTINGS.includes(name))).toEqual(['NODE_COMPILE_CACHE']);
  const ports = [...read('nginx.conf').matchAll(/^\s*server 127\.0\.0\.1:(\d+)/gm)].map(([, port = '']) => port);
  expect(ports).toHaveLength(2);
  for (const port of ports) expect(unit).toContain(`greenlot@${port}`);
  const config = readConfig(
    inContainer({
      PUBLIC_URL: 'https://greenlot.example',
      SECRET_KEY: 's'.repeat(32),
      SMTP_URL: 'smtps://u:p@x.example',
    }),
  );
  expect(Number(valueOf('TimeoutStopSec'))).toBeGreaterThan(config.drainSeconds + config.STOP_SECONDS);
});

/** Returns the packages that the product imports at run time. Packages that only tests and checks need are left out. */
function importedByServers(): string[] {
  const sources = ['src/server', 'src/domain', 'src/contract', 'src/phrases']
    .flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
    )
    .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|\.d\.json\.ts$/.test(file));
  const names = sources.flatMap((file) =>
    [
      ...readFileSync(join(ROOT, file), 'utf8').matchAll(/^(?:import|export)\b(?! type)[^'"]*? from '([^'#.][^']*)'/gm),
    ].map(([, name = '']) => name),
  );
  return [
    ...new Set(
      names.filter((name) => !name.startsWith('node:')).map((name) => /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name),
    ),
  ];
}
