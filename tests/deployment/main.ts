import { readFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { parse } from 'yaml';
import { freePort } from '#testing/world/free-port.ts';
import { temporaryFolder } from '#testing/world/temporary-folder.ts';
import { mailServer } from '#testing/stand-ins/mail-server.ts';
import { buildImages, findEngine, NoEngine, ROOT, type Run } from './engine.ts';
import { signIn, underRequests } from './requests.ts';
import { begin, IMAGE, nameOf, prepare, PROJECT, SERVERS, start, stop, until, type Site } from './site.ts';

const { values } = parseArgs({ options: { restarts: { type: 'string', default: '10' } } });
const RUN_MS_MAX = 30 * 60_000;

async function main(): Promise<void> {
  const run = findEngine();
  const images = await step('images', async () => {
    const { services } = parse(readFileSync(join(ROOT, 'deploy/compose.yaml'), 'utf8'), { merge: true }) as {
      services: Record<string, { image: string }>;
    };
    const others = Object.values(services).flatMap(({ image }) =>
      image.includes('$') ? [] : [`docker.io/${longName(image)}`],
    );
    const isStandIn = await buildImages(run, IMAGE, others);
    const size = await run('podman', ['image', 'inspect', '--format', '{{.Size}}', IMAGE]);
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
      await step('scripts of operators', () => runScripts(site));
      await step(`${values.restarts} restarts under requests`, () =>
        restartInTurn(site, token, Number(values.restarts)),
      );
      await step('a server comes back with another address', () => moveServer(site, token));
      await step('Prometheus and the alert', () => watchAlert(site));
    } catch (failure) {
      for (const service of [...SERVERS, 'proxy', 'storage', 'database', 'prometheus'])
        console.error(`── ${service}\n${await logOf(run, service)}`);
      throw failure;
    } finally {
      await site.compose('down', '--volumes');
    }
  } finally {
    await mails.close();
    await folder.remove();
  }
}

/** Returns the last lines of a service's log. */
const logOf = async (run: Run, service: string): Promise<string> =>
  run('sh', ['-c', `podman logs --tail 60 ${await nameOf(run, service)} 2>&1`], { isQuiet: true });

const longName = (image: string): string => (image.includes('/') ? image : `library/${image}`);

/** Returns an address of this machine that containers can reach. */
function ownAddress(): string {
  const found = Object.values(networkInterfaces()).flatMap((all = []) => all);
  const address = found.find(({ family, internal }) => family === 'IPv4' && !internal)?.address;
  if (address === undefined) throw new NoEngine('this machine has no network address that containers could reach');
  return address;
}

/** Verifies a record without a network, as anyone may; checks the ledger and writes a backup, as operators do. */
async function runScripts({ run }: Site): Promise<void> {
  const records = `${join(ROOT, 'src/testing/releases/records-0.1')}:/records:ro`;
  const verify = ['scripts/verify.ts', '/records/scripted-forward.jsonl'];
  const server = await nameOf(run, SERVERS[0] ?? '');
  const said = [
    await run('podman', ['run', '--rm', '--network', 'none', '--volume', records, IMAGE, ...verify]),
    await run('podman', ['exec', server, 'node', 'scripts/ledger.ts']),
    await run('podman', ['exec', server, 'node', 'scripts/backup.ts', '/tmp/backup.tar.gz']),
  ];
  console.log(said.join('').trim());
}

const restartInTurn = (site: Site, token: string, restarts: number): Promise<void> =>
  underRequests(site, token, async () => {
    for (let at = 0; at < restarts; at += 1) {
      const service = SERVERS[at % 2] ?? '';
      await stop(site, service);
      await begin(site, service);
    }
  });

/** Stops both servers in turn, while another container takes the free address, so that both get new addresses. */
const moveServer = (site: Site, token: string): Promise<void> =>
  underRequests(site, token, async () => {
    const { run } = site;
    const inspect = async (service: string, format: string): Promise<string> => {
      const inNetworks = `{{range $name, $_ := .NetworkSettings.Networks}}${format}{{end}}`;
      return (await run('podman', ['inspect', '--format', inNetworks, await nameOf(run, service)])).trim();
    };
    const addresses = () => Promise.all(SERVERS.map((service) => inspect(service, '{{.IPAddress}}')));
    const network = await inspect('proxy', '{{$name}}');
    const before = await addresses();
    for (const [at, service] of SERVERS.entries()) {
      await stop(site, service);
      const guest = `${PROJECT}-guest-${at}`;
      await run('podman', [
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
        await run('podman', ['rm', '--force', '--time', '0', guest]);
      }
    }
    const after = await addresses();
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
