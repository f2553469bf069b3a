import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { writeFileSync, readFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { parse } from 'yaml';
import { DEVICE_HEADER } from '#contract/identity/identity.ts';
import { confirmRegistration, register } from '#contract/identity/own-account.ts';
import { updateNoticeSettings } from '#contract/notice.ts';
import { API_BASE, CLIENT_ID } from '#server/platform/config/config.ts';
import { freePort } from '#testing/world/free-port.ts';
import { temporaryFolder } from '#testing/world/temporary-folder.ts';
import { readMail } from '#testing/readers/read-mail.ts';
import { mailServer } from '#testing/stand-ins/mail-server.ts';
import { S3_BUCKET, S3_KEYS, S3_REGION } from '#testing/stand-ins/s3-server.ts';
import { buildImages, findEngine, NoEngine, ROOT, type Run } from './engine.ts';

const { values } = parseArgs({ options: { restarts: { type: 'string', default: '10' } } });
const PROJECT = 'greenlot-test';
const IMAGE = 'localhost/greenlot-test';
const SERVERS = ['server-1', 'server-2'];
const READY_MS_MAX = 120_000;
const RUN_MS_MAX = 30 * 60_000;
const PASSWORD = 'Correct-horse-9';

type Site = {
  readonly run: Run;
  readonly compose: (...args: string[]) => string;
  readonly port: number;
  readonly prometheusPort: number;
};

async function main(): Promise<void> {
  const run = findEngine();
  const images = await step('images', async () => {
    const { services } = parse(readFileSync(join(ROOT, 'deploy/compose.yaml'), 'utf8'), { merge: true }) as {
      services: Record<string, { image: string }>;
    };
    const others = Object.values(services).flatMap(({ image }) =>
      image.includes('$') ? [] : [`docker.io/${longName(image)}`],
    );
    const isStandIn = buildImages(run, IMAGE, others);
    const [size] = run('podman', ['image', 'inspect', '--format', '{{.Size}}', IMAGE]).split('\n');
    console.log(`The image has ${Math.round(Number(size) / 1e6)} MB.`);
    return { isStandIn };
  });
  const mails = await mailServer(0, { host: ownAddress() });
  const folder = await temporaryFolder('deployment');
  const [port, prometheusPort] = [await freePort(), await freePort()];
  try {
    const site = prepare(run, { folder: folder.path, smtpUrl: mails.smtpUrl(), port, prometheusPort, ...images });
    try {
      await step('start', () => start(site));
      const token = await step('sign up and in through nginx', () => signIn(site, mails.mails));
      await step(`${values.restarts} restarts under requests`, () =>
        restartInTurn(site, token, Number(values.restarts)),
      );
      await step('a server comes back with another address', () => moveServer(site, token));
      await step('Prometheus and the alert', () => watchAlert(site));
    } catch (failure) {
      for (const service of [...SERVERS, 'proxy', 'storage', 'database', 'prometheus'])
        console.error(
          `── ${service}\n${run('podman', ['logs', '--tail', '40', nameOf(run, service)], { isQuiet: true })}`,
        );
      throw failure;
    } finally {
      site.compose('down', '--volumes');
    }
  } finally {
    await mails.close();
    await folder.remove();
  }
}

const longName = (image: string): string => (image.includes('/') ? image : `library/${image}`);

/** Returns an address of this machine that containers can reach. */
function ownAddress(): string {
  const found = Object.values(networkInterfaces()).flatMap((all = []) => all);
  const address = found.find(({ family, internal }) => family === 'IPv4' && !internal)?.address;
  if (address === undefined) throw new NoEngine('this machine has no network address that containers could reach');
  return address;
}

/** Copies the deployment's files and creates the secrets and settings, as docs/operate.md tells operators. */
function prepare(
  run: Run,
  {
    folder,
    smtpUrl,
    port,
    prometheusPort,
    isStandIn,
  }: { folder: string; smtpUrl: string; port: number; prometheusPort: number; isStandIn: boolean },
): Site {
  execFileSync('cp', ['-r', join(ROOT, 'deploy'), folder]);
  const deploy = join(folder, 'deploy');
  execFileSync('rm', ['-rf', join(deploy, 'secrets')]);
  execFileSync('bash', [join(deploy, 'make-secrets.sh'), smtpUrl]);
  const settings = {
    PUBLIC_URL: 'https://greenlot.example',
    GREENLOT_IMAGE: IMAGE,
    HTTP_PORT: port,
    PROMETHEUS_PORT: prometheusPort,
  };
  writeFileSync(
    join(deploy, '.env'),
    Object.entries(settings)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  );
  const files = ['--file', join(deploy, 'compose.yaml')];
  if (isStandIn) {
    writeFileSync(join(deploy, 'secrets/s3_access_key'), S3_KEYS.accessKey);
    writeFileSync(join(deploy, 'secrets/s3_secret_key'), S3_KEYS.secretKey);
    const environment = { S3_BUCKET, S3_REGION };
    writeFileSync(
      join(deploy, 'stand-in.json'),
      JSON.stringify({ services: Object.fromEntries(SERVERS.map((name) => [name, { environment }])) }),
    );
    files.push('--file', join(deploy, 'stand-in.json'));
  }
  const compose = (...args: string[]): string => run('podman-compose', ['--project-name', PROJECT, ...files, ...args]);
  return { run, compose, port, prometheusPort };
}

async function start({ run, compose }: Site): Promise<void> {
  compose('up', '--detach');
  for (const service of ['database', 'storage', ...SERVERS, 'proxy', 'prometheus']) await untilHealthy(run, service);
}

const nameOf = (run: Run, service: string): string =>
  run('podman', [
    ...['ps', '--all', '--format', '{{.Names}}', '--filter', `label=com.docker.compose.project=${PROJECT}`],
    ...['--filter', `label=com.docker.compose.service=${service}`],
  ]).trim();

/** Waits until a service passes its health check. Without systemd, podman runs health checks only on request. */
async function untilHealthy(run: Run, service: string): Promise<void> {
  const name = nameOf(run, service);
  await until(
    `${service} is healthy`,
    () =>
      run('podman', ['inspect', '--format', '{{.State.Running}}', name]).trim() === 'true' &&
      succeeds(() => run('podman', ['healthcheck', 'run', name])),
  );
}

function succeeds(act: () => unknown): boolean {
  try {
    act();
    return true;
  } catch {
    return false;
  }
}

async function until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  const endsAtMs = performance.now() + READY_MS_MAX;
  while (!(await isSo())) {
    if (performance.now() > endsAtMs) throw new Error(`waited in vain: ${what}`);
    await pause(500);
  }
}

type Reply = { readonly status: number; readonly body: Record<string, unknown> };

async function ask({ port }: Site, path: string, init: RequestInit = {}): Promise<Reply> {
  const reply = await fetch(`http://127.0.0.1:${port}${path}`, { ...init, signal: AbortSignal.timeout(20_000) });
  return { status: reply.status, body: (await reply.json()) as Record<string, unknown> };
}

/** Signs a new person up and in, with one-time codes from real emails. Returns the access token. */
async function signIn(site: Site, mails: readonly string[]): Promise<string> {
  const device = { [DEVICE_HEADER]: 'deployment test' };
  const post = (path: string, body: object) =>
    ask(site, path, {
      method: 'POST',
      headers: { ...device, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const grant = (pairs: Record<string, string>) =>
    ask(site, '/connect/token', {
      method: 'POST',
      headers: device,
      body: new URLSearchParams({ client_id: CLIENT_ID, grant_type: 'password', ...pairs }),
    });
  const codeAfter = async (count: number): Promise<string> => {
    await until('an email arrives', () => mails.length > count);
    const code = /(?<![\w-])\d{6}(?![\w-])/.exec(readMail(mails.at(-1) ?? '').body)?.[0];
    if (code === undefined) throw new Error('the email has no code');
    return code;
  };
  const username = 'deployment';
  const wish = { Username: username, Email: 'deployment@example.com', Password: PASSWORD, ConfirmPassword: PASSWORD };
  const phone = { PhoneCode: '+60', PhoneNumber: '123456789', NotificationMethod: 'Email' };
  const asked = await post(register.path, { ...wish, ...phone });
  const { userRegisterId } = expectStatus(asked, 200).body['data'] as { userRegisterId: string };
  expectStatus(await post(confirmRegistration.path, { userRegisterId, Otp: await codeAfter(0) }), 200);
  const before = mails.length;
  expectStatus(await grant({ username, password: PASSWORD, scope: 'openid profile email offline_access' }), 400);
  const otp = await codeAfter(before);
  const { body } = expectStatus(await grant({ action: 'validate_otp', username, otp, trusted: 'false' }), 200);
  return String(body['access_token']);
}

function expectStatus(reply: Reply, status: number): Reply {
  if (reply.status !== status) throw new Error(`expected ${status}: ${reply.status} ${JSON.stringify(reply.body)}`);
  return reply;
}

/** Sends reads and repeatable writes until `isOver`. Returns the number of replies, the slowest, and all failures. */
async function sendRequests(site: Site, token: string, isOver: () => boolean) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const result = { count: 0, slowestMs: 0, failures: [] as string[] };
  const send = async (): Promise<void> => {
    for (let at = 0; !isOver(); at += 1) {
      const beganAtMs = performance.now();
      const key = { 'idempotency-key': randomUUID() };
      const write = {
        method: 'PUT',
        headers: { ...headers, ...key },
        body: JSON.stringify({ choices: [], endingMinutes: [] }),
      };
      const sent =
        at % 2 === 0
          ? ask(site, `${API_BASE}/profile`, { headers })
          : ask(site, API_BASE + updateNoticeSettings.path, write);
      await sent.then(
        ({ status, body }) => status !== 200 && result.failures.push(`${status} ${JSON.stringify(body).slice(0, 200)}`),
        (error: unknown) => result.failures.push(String(error)),
      );
      result.count += 1;
      result.slowestMs = Math.max(result.slowestMs, performance.now() - beganAtMs);
      await pause(50);
    }
  };
  await Promise.all(Array.from({ length: 4 }, send));
  return result;
}

/** Runs `act` under requests. Fails if a request fails. */
async function underRequests(site: Site, token: string, act: () => Promise<void>): Promise<void> {
  let isOver = false;
  const sending = sendRequests(site, token, () => isOver);
  await act().finally(() => (isOver = true));
  const { count, slowestMs, failures } = await sending;
  console.log(`${count} requests, ${failures.length} failed, the slowest took ${(slowestMs / 1_000).toFixed(1)} s.`);
  if (failures.length > 0 || count === 0) throw new Error(failures.slice(0, 5).join('\n'));
}

const restartInTurn = (site: Site, token: string, restarts: number): Promise<void> =>
  underRequests(site, token, async () => {
    for (let at = 0; at < restarts; at += 1) {
      const service = SERVERS[at % 2] ?? '';
      await stop(site, service);
      await begin(site, service);
    }
  });

const stop = ({ run }: Site, service: string) => run('podman', ['stop', '--time', '40', nameOf(run, service)]);

async function begin({ run }: Site, service: string): Promise<void> {
  run('podman', ['start', nameOf(run, service)]);
  await untilHealthy(run, service);
}

/** Stops both servers in turn, while another container takes the free address, so that both get new addresses. */
const moveServer = (site: Site, token: string): Promise<void> =>
  underRequests(site, token, async () => {
    const { run } = site;
    const addressOf = (service: string): string =>
      run('podman', [
        'inspect',
        '--format',
        '{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}',
        nameOf(run, service),
      ]).trim();
    const network = run('podman', [
      'inspect',
      '--format',
      '{{range $name, $_ := .NetworkSettings.Networks}}{{$name}}{{end}}',
      nameOf(run, 'proxy'),
    ]).trim();
    const before = SERVERS.map(addressOf);
    for (const [at, service] of SERVERS.entries()) {
      await stop(site, service);
      const guest = `${PROJECT}-guest-${at}`;
      run('podman', [
        'run',
        '--detach',
        '--name',
        guest,
        '--network',
        network,
        '--ip',
        before[at] ?? '',
        IMAGE,
        '-e',
        'setInterval(() => 0, 1000)',
      ]);
      try {
        await begin(site, service);
      } finally {
        run('podman', ['rm', '--force', '--time', '0', guest]);
      }
    }
    const after = SERVERS.map(addressOf);
    if (after.some((address, at) => address === before[at]))
      throw new Error(`addresses did not change: ${after.join(', ')}`);
  });

async function watchAlert(site: Site): Promise<void> {
  const { prometheusPort } = site;
  const query = async (path: string): Promise<unknown> => {
    const reply = await fetch(`http://127.0.0.1:${prometheusPort}/api/v1/${path}`).catch(() => undefined);
    return ((await reply?.json()) as { data?: unknown } | undefined)?.data;
  };
  const healths = async (): Promise<string[]> => {
    const { activeTargets = [] } = ((await query('targets')) ?? {}) as { activeTargets?: { health: string }[] };
    return activeTargets.map(({ health }) => health);
  };
  const isFiring = async (): Promise<boolean> => {
    const { alerts = [] } = ((await query('alerts')) ?? {}) as {
      alerts?: { state: string; labels: { alertname: string } }[];
    };
    return alerts.some(({ state, labels }) => state === 'firing' && labels.alertname === 'GreenlotDown');
  };
  await until('Prometheus reaches both servers', async () => (await healths()).join() === 'up,up');
  if (await isFiring()) throw new Error('GreenlotDown fires while both servers answer');
  await Promise.all(SERVERS.map((service) => stop(site, service)));
  const stoppedAtMs = performance.now();
  await until('GreenlotDown fires', isFiring);
  console.log(`GreenlotDown fired ${Math.round((performance.now() - stoppedAtMs) / 1_000)} s after the stop.`);
  for (const service of SERVERS) await begin(site, service);
  await until('GreenlotDown clears', async () => !(await isFiring()));
}

async function step<T>(name: string, act: () => T | Promise<T>): Promise<T> {
  const beganAtMs = performance.now();
  console.log(`── ${name}`);
  const done = await act();
  console.log(`── ${name}: ${((performance.now() - beganAtMs) / 1_000).toFixed(0)} s`);
  return done;
}

setTimeout(() => {
  console.error('The deployment test took too long.');
  process.exit(1);
}, RUN_MS_MAX).unref();
try {
  await main();
  console.log('The deployment works.');
} catch (failure) {
  if (!(failure instanceof NoEngine)) throw failure;
  console.log(`skipped: no container engine works here (${failure.message})`);
}
process.exit(0);
