import { join } from 'node:path';
import { openDatabase, type Database } from '#server/platform/database/database.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { killBackend, killPostgres } from '#testing/world/postgres-processes.ts';
import { startPostgres } from '#testing/world/postgres.ts';
import { freePort } from '#testing/world/free-port.ts';
import { startProxy } from '#testing/stand-ins/proxy.ts';
import { startServer } from '#testing/world/server-process.ts';
import { temporaryFolder } from '#testing/world/temporary-folder.ts';
import type { Chance } from '#testing/world/chance.ts';
import { startFleet, type Fleet } from './fleet.ts';
import type { FailoverKind } from './failover-site.ts';
import { openRelease } from './release.ts';
import { PUBLIC_URL, type Stage } from './stage.ts';
import { settingsThatAnswerEarly, withoutSynchronousCommit, type ProcessWeakness } from './weaken.ts';

/**
 * The kinds of kills: a server process, all server processes with the database, the whole of PostgreSQL, or the process
 * of one database connection. `drained`: one process is shut down with SIGTERM, as in a release. In a `proxied` site,
 * the other process is killed after the first one runs again.
 */
type ProcessKind = 'server' | 'drained' | 'everything' | 'postgres' | 'backend';

/** A kill of processes on one machine, or a loss of the database's machine. */
export type KillKind = ProcessKind | FailoverKind;

/**
 * The kinds of sites. `proxied` is PostgreSQL and a proxy, whose one address works as long as any server runs.
 * `released` has the proxy too, and a server that was shut down restarts as another release. `failover` and `patroni`
 * have a primary database with standbys.
 */
export const SITE_KINDS = ['postgres', 'proxied', 'released', 'pglite', 'failover', 'patroni'] as const;
export type SiteKind = (typeof SITE_KINDS)[number];

/** The environment of a run: real server processes and a real database. All of them can be killed. */
export type Site = {
  readonly database: SiteKind;
  /** True if a strike loses or moves the primary database. The next strike then waits for a bid. */
  readonly hasStandby?: boolean;
  /** True if one address leads to all running processes, so that no request may fail. */
  readonly hasEntrance: boolean;
  /** Kinds of kills. A kind that is listed more often is chosen more often. */
  readonly kinds: readonly KillKind[];
  /** True if the kinds follow one another in the order of the list. */
  readonly isInOrder?: boolean;
  /** Runs a task with the database. An embedded database is used only while no server runs. */
  withDatabase<T>(task: (database: Database) => Promise<T>): Promise<T>;
  /** Fills the empty database. Exists only if an earlier release must do that. */
  prepare?(wish: { bidders: number; seconds: number; seed: number }): Promise<Stage>;
  /** Starts the servers, and the proxy in front of them. */
  open(): Promise<Fleet>;
  /** Kills with SIGKILL. Resolves when everything runs again. */
  strike(kind: KillKind, fleet: Fleet, chance: Chance): Promise<void>;
  close(): Promise<void>;
};

/**
 * The settings of all servers. The outage rule is off, so that auctions end at the stage's times even if a restart
 * takes long.
 */
export const COMMON = { PUBLIC_URL, TRUST_PROXY: '127.0.0.1', OUTAGE_RULE: 'off', BID_CALLS_PER_SECOND: '10000' };
export const SERVERS = 2;
const BOTH = [0, 1];
/** Changes the tables that every process uses, as a migration would. */
const NEXT_RELEASE = `
  begin;
  set local lock_timeout = '5s';
  alter table auction add column if not exists next_release int not null default 0;
  alter table bid_history add column if not exists next_release text;
  create index if not exists next_release on auction (next_release);
  commit;`;
/** The maximum time of a graceful shutdown under load, in ms. */
const SHUTDOWN_MS_MAX = 10_000;

/** Opens a site with PostgreSQL and two processes behind a proxy. At least one of the processes always runs. */
export async function proxiedSite(): Promise<Site> {
  const postgres = await startPostgres();
  const url = postgres.url('postgres');
  const ports = [await freePort(), await freePort()];
  const [proxy, files] = [await startProxy(ports), await temporaryFolder('files')];
  const settings = { ...COMMON, DATABASE_URL: url, DRAIN_SECONDS: '1', GREENLOT_DATA: files.path };
  return {
    database: 'proxied',
    hasEntrance: true,
    kinds: ['drained'],
    withDatabase: (task) => withOpen({ url }, task),
    open: () => startFleet((index) => startServer({ ...settings, PORT: String(ports[index]) }), SERVERS, proxy.url),
    async strike(_kind, fleet, chance) {
      // Like a release: the schema changes under processes that do not know the change. Then each process restarts.
      await withOpen({ url }, (database) => database.exec(NEXT_RELEASE));
      const which = chance.below(SERVERS);
      await shutDownOne(fleet, which);
      await fleet.strike([SERVERS - 1 - which]);
    },
    async close() {
      await proxy.stop();
      await postgres.stop();
      await files.remove();
    },
  };
}

/**
 * Opens a site with two releases behind a proxy. The newer release migrates the schema while two processes of the older
 * release run. Then one process after the other is shut down and restarts as the newer release. Later, each goes back
 * to the older release in the same way.
 */
export async function releasedSite(old: string | undefined): Promise<Site> {
  const [postgres, release] = await Promise.all([startPostgres(), openRelease(old)]);
  const [url, ports] = [postgres.url('postgres'), [await freePort(), await freePort()]];
  const [proxy, files] = [await startProxy(ports), await temporaryFolder('files')];
  const settings = { ...COMMON, DATABASE_URL: url, DRAIN_SECONDS: '1', GREENLOT_DATA: files.path };
  const isNew = [false, false];
  let moves = 0;
  const start = (index: number) =>
    startServer({ ...settings, PORT: String(ports[index]) }, undefined, isNew[index] ? undefined : release.folder);
  return {
    database: 'released',
    hasEntrance: true,
    kinds: ['drained'],
    withDatabase: (task) => withOpen({ url }, task),
    prepare: (wish) => release.prepareStage(url, wish),
    open: () => startFleet(start, SERVERS, proxy.url),
    async strike(_kind, fleet) {
      if (moves === 0) await withOpen({ url }, (database) => migrate(database));
      const which = moves % SERVERS;
      isNew[which] = !isNew[which];
      moves += 1;
      await shutDownOne(fleet, which);
    },
    async close() {
      await proxy.stop();
      await postgres.stop();
      await Promise.all([release.remove(), files.remove()]);
    },
  };
}

async function shutDownOne(fleet: Fleet, which: number): Promise<void> {
  const tookMs = await fleet.shutDown(which);
  if (tookMs > SHUTDOWN_MS_MAX) throw new Error(`a process took ${tookMs} ms to stop`);
}

/** Opens a site with two server processes that share a PostgreSQL. */
export async function postgresSite(weakness: ProcessWeakness | undefined): Promise<Site> {
  const postgres = await startPostgres();
  const url = postgres.url('postgres');
  const settings = { ...COMMON, DATABASE_URL: url, ...(weakness === 'answer-early' && settingsThatAnswerEarly()) };
  const plainly = () => startServer(settings);
  const start = weakness === 'synchronous-commit' ? () => withoutSynchronousCommit(url, plainly) : plainly;
  const restart = async (): Promise<void> => {
    await killPostgres(postgres.dataFolder);
    await postgres.startAgain();
  };
  const strikes: Record<PostgresKind, (fleet: Fleet, chance: Chance) => Promise<void>> = {
    server: (fleet, chance) => fleet.strike([chance.below(SERVERS)]),
    everything: (fleet) => fleet.strike(BOTH, restart),
    postgres: restart,
    backend: (_fleet, chance) => killBackend(postgres.dataFolder, (pids) => pids[chance.below(pids.length)] ?? 0),
  };
  return {
    database: 'postgres',
    hasEntrance: false,
    kinds: KINDS_OF[weakness ?? 'none'],
    withDatabase: (task) => withOpen({ url }, task),
    open: () => startFleet(start, SERVERS),
    strike: (kind, fleet, chance) => strikes[postgresKind(kind)](fleet, chance),
    close: () => postgres.stop(),
  };
}

const POSTGRES_KINDS = ['server', 'everything', 'postgres', 'backend'] as const;
type PostgresKind = (typeof POSTGRES_KINDS)[number];
const postgresKind = (kind: KillKind): PostgresKind => POSTGRES_KINDS.find((known) => known === kind) ?? 'server';

/** The kinds of kills for each weakness, because each weakness shows only after certain kills. */
const KINDS_OF: Record<ProcessWeakness | 'none', readonly KillKind[]> = {
  none: ['server', 'server', 'server', 'postgres', 'postgres', 'everything', 'backend'],
  'synchronous-commit': ['postgres'],
  'answer-early': ['everything'],
};

/** Opens a site with one server process that contains the embedded database. */
export async function embeddedSite(): Promise<Site> {
  const folder = await temporaryFolder('crash');
  return {
    database: 'pglite',
    hasEntrance: false,
    kinds: ['server'],
    withDatabase: (task) => withOpen({ folder: join(folder.path, 'database') }, task),
    open: () => startFleet(() => startServer({ ...COMMON, GREENLOT_DATA: folder.path }), 1),
    strike: (_kind, fleet) => fleet.strike([0]),
    close: () => folder.remove(),
  };
}

async function withOpen<T>(
  source: Parameters<typeof openDatabase>[0],
  task: (database: Database) => Promise<T>,
): Promise<T> {
  const database = await openDatabase(source);
  try {
    return await task(database);
  } finally {
    await database.close();
  }
}
