import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase } from '#server/platform/database/database.ts';
import { startServer } from '#testing/world/server-process.ts';
import { temporaryFolder } from '#testing/world/temporary-folder.ts';
import { findEngine, ROOT, type Run } from '../deployment/engine.ts';
import { startFleet } from './fleet.ts';
import { COMMON, SERVERS, type KillKind, type Site } from './site.ts';

const PROJECT = 'greenlot-patroni';
const NODES = ['postgres-1', 'postgres-2', 'postgres-3'];
const COMPLETE_MS_MAX = 180_000;

/** A node as Patroni reports it. */
type Member = { readonly name: string; readonly role: string; readonly state: string };

/**
 * Opens a site with the containers of `deploy/patroni/compose.yaml` and two server processes on this machine. A machine
 * is lost together with its volume; a silent one is a container whose processes are paused.
 */
export async function patroniSite(): Promise<Site> {
  const run = findEngine();
  await makeImages(run);
  const cluster = await startCluster(run);
  const { settings, owner } = await cluster.connections();
  const strikeWith: Partial<Record<KillKind, () => Promise<void>>> = {
    machine: cluster.loseMachine,
    silent: cluster.fallSilent,
    switchover: cluster.switchOver,
    restart: cluster.restartPrimary,
  };
  return {
    database: 'patroni',
    hasStandby: true,
    hasEntrance: false,
    kinds: ['machine', 'silent', 'switchover', 'restart'],
    isInOrder: true,
    async withDatabase(task) {
      const database = await openDatabase({ url: owner });
      try {
        return await task(database);
      } finally {
        await database.close();
      }
    },
    open: () => startFleet(() => startServer({ ...COMMON, ...settings, REQUIRE_STANDBY: 'on' }), SERVERS),
    strike: async (kind) => strikeWith[kind]?.(),
    close: cluster.stop,
  };
}

/** Gets the images, or makes stand-ins of them (`tests/deployment/service-images.sh`). */
async function makeImages(run: Run): Promise<void> {
  const images = ['docker.io/library/postgres:17-bookworm', 'docker.io/library/haproxy:3.0-bookworm'];
  const needed = [...images, 'quay.io/coreos/etcd:v3.5.21'];
  for (const image of needed) {
    const isHere = await run('podman', ['pull', '--quiet', image], { isQuiet: true });
    if (isHere === '') return void (await run('bash', ['tests/deployment/service-images.sh', ROOT, ...needed]));
  }
}

/** Starts the containers of PostgreSQL, etcd and HAProxy, and returns the ways to lose or move the primary. */
async function startCluster(run: Run) {
  const containers = await startContainers(run);
  const { compose, nameOf } = containers;
  const { primary, otherThan, complete, call } = watchCluster(containers);
  /** Asks for a switchover as operators do: again, as long as Patroni has no candidate. */
  const switchedFrom = async (old: string): Promise<void> => {
    for (const endMs = Date.now() + COMPLETE_MS_MAX; ; await pause(1_000)) {
      const failure = await call(old, '/switchover', { leader: old }).then(() => undefined, String);
      if (failure === undefined) return;
      if (!failure.includes('no good candidates') || Date.now() > endMs) throw new Error(failure);
    }
  };
  await complete();
  return {
    connections: containers.connections,
    stop: containers.stop,
    async loseMachine(): Promise<void> {
      const old = await primary();
      await run('podman', ['rm', '--force', '--time', '0', nameOf(old)]);
      await run('podman', ['volume', 'rm', '--force', `${PROJECT}_${old}`]);
      await otherThan(old);
      await compose('up', '--detach', '--no-deps', old);
      await complete();
    },
    async fallSilent(): Promise<void> {
      const old = await primary();
      await run('podman', ['pause', nameOf(old)]);
      await otherThan(old);
      await run('podman', ['unpause', nameOf(old)]);
      await complete();
    },
    async switchOver(): Promise<void> {
      const old = await primary();
      await switchedFrom(old);
      await otherThan(old);
      await complete();
    },
    async restartPrimary(): Promise<void> {
      await call(await primary(), '/restart', { timeout: '30s' });
      await complete();
    },
  };
}

type Containers = Awaited<ReturnType<typeof startContainers>>;

async function startContainers(run: Run) {
  const folder = await temporaryFolder('patroni');
  execFileSync('cp', ['-r', join(ROOT, 'deploy'), folder.path]);
  const deploy = join(folder.path, 'deploy');
  execFileSync('bash', [join(deploy, 'make-secrets.sh'), 'smtp://127.0.0.1']);
  writeFileSync(join(deploy, '.env'), 'PUBLIC_URL=https://greenlot.example\n');
  const files = ['compose.yaml', 'patroni/compose.yaml'].flatMap((name) => ['--file', join(deploy, name)]);
  const compose = (...args: string[]): Promise<string> =>
    run('podman-compose', ['--project-name', PROJECT, ...files, ...args]);
  const nameOf = (service: string): string => `${PROJECT}_${service}_1`;
  const addressOf = async (service: string): Promise<string> => {
    const format = '{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}';
    return (await run('podman', ['inspect', '--format', format, nameOf(service)], { isQuiet: true })).trim();
  };
  await compose('up', '--detach', 'etcd', ...NODES, 'database');
  return {
    compose,
    nameOf,
    addressOf,
    /** Returns the last lines that each node wrote. */
    async logs(): Promise<string> {
      const logOf = (node: string) =>
        run('sh', ['-c', `podman logs --tail 40 ${nameOf(node)} 2>&1`], { isQuiet: true });
      return (await Promise.all(NODES.map(async (node) => `── ${node}\n${await logOf(node)}`))).join('\n');
    },
    /** Returns the settings of a server on this machine, and the address of the database for its owner. */
    async connections() {
      const address = await addressOf('database');
      const read = (name: string) =>
        readFileSync(join(deploy, 'secrets', name), 'utf8').replace('@database:', `@${address}:`);
      const owner = read('database_owner_url');
      return { owner, settings: { DATABASE_URL: read('database_url'), DATABASE_OWNER_URL: owner } };
    },
    async stop(): Promise<void> {
      await compose('down', '--volumes');
      await folder.remove();
    },
  };
}

/** Watches and moves the cluster by the calls of Patroni on its nodes. */
function watchCluster({ addressOf, logs }: Pick<Containers, 'addressOf' | 'logs'>) {
  const call = async (node: string, path: string, body?: object): Promise<unknown> => {
    const asked = body
      ? { method: 'POST', body: JSON.stringify(body), signal: AbortSignal.timeout(60_000) }
      : { signal: AbortSignal.timeout(1_000) };
    const reply = await fetch(`http://${await addressOf(node)}:8008${path}`, asked);
    const text = await reply.text();
    if (body && !reply.ok) throw new Error(`Patroni answered ${reply.status} ${text}`);
    return text.startsWith('{') ? JSON.parse(text) : text;
  };
  /** Returns the members that the first node names which knows a primary. */
  const members = async (): Promise<readonly Member[]> => {
    for (const node of NODES) {
      const told = (await call(node, '/cluster').catch(() => undefined)) as { members?: Member[] } | undefined;
      if (told?.members?.some(({ role }) => role === 'leader')) return told.members;
    }
    return [];
  };
  const until = async (isSo: (found: readonly Member[]) => boolean): Promise<readonly Member[]> => {
    for (const endMs = Date.now() + COMPLETE_MS_MAX; Date.now() < endMs; await pause(300)) {
      const found = await members();
      if (isSo(found)) return found;
    }
    throw new Error(`the cluster is not complete: ${JSON.stringify(await members())}\n${await logs()}`);
  };
  const isRunning = ({ state }: Member): boolean => state === 'running' || state === 'streaming';
  return {
    call,
    primary: async (): Promise<string> =>
      (await until((found) => found.length > 0)).find(({ role }) => role === 'leader')?.name ?? '',
    otherThan: (old: string) => until((found) => found.some(({ name, role }) => role === 'leader' && name !== old)),
    /** Waits until all nodes run and one of them is the synchronous standby. */
    complete: () =>
      until(
        (found) =>
          found.length === NODES.length && found.every(isRunning) && found.some(({ role }) => role === 'sync_standby'),
      ),
  };
}
