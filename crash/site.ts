import { join } from 'node:path';
import { openDatabase, type Database } from '#server/platform/database.ts';
import { killBackend, killPostgres } from '#testing/postgres-processes.ts';
import { startPostgres } from '#testing/postgres.ts';
import { startServer } from '#testing/server-process.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import type { Chance } from '#testing/chance.ts';
import { startFleet, type Fleet } from './fleet.ts';
import { PUBLIC_URL } from './stage.ts';
import { settingsThatAnswerEarly, withoutSynchronousCommit, type Weakness } from './weaken.ts';

/** What is killed: a server process, all of them with the database, the whole of PostgreSQL, or one connection's process. */
export type KillKind = 'server' | 'everything' | 'postgres' | 'backend';

/** Where a run takes place: real server processes on a real database, all of which can be killed. */
export type Site = {
  readonly database: 'postgres' | 'pglite';
  /** What can be killed; the more often a kind is named, the more often it is. */
  readonly kinds: readonly KillKind[];
  /** Runs something with the database; where that is embedded, while no server does. */
  withDatabase<T>(task: (database: Database) => Promise<T>): Promise<T>;
  /** Starts the servers. */
  open(): Promise<Fleet>;
  /** Kills by SIGKILL, and returns when everything is there again. */
  strike(kind: KillKind, fleet: Fleet, chance: Chance): Promise<void>;
  close(): Promise<void>;
};

const COMMON = { PUBLIC_URL, TRUST_PROXY: '127.0.0.1' };
const SERVERS = 2;
const BOTH = [0, 1];

/** Two server processes that share a PostgreSQL. */
export async function postgresSite(weakness: Weakness | undefined): Promise<Site> {
  const postgres = await startPostgres();
  const url = postgres.url('postgres');
  const settings = { ...COMMON, DATABASE_URL: url, ...(weakness === 'answer-early' && settingsThatAnswerEarly()) };
  const plainly = () => startServer(settings);
  const start = weakness === 'synchronous-commit' ? () => withoutSynchronousCommit(url, plainly) : plainly;
  const restart = async (): Promise<void> => {
    await killPostgres(postgres.dataFolder);
    await postgres.startAgain();
  };
  const strikes: Record<KillKind, (fleet: Fleet, chance: Chance) => Promise<void>> = {
    server: (fleet, chance) => fleet.strike([chance.below(SERVERS)]),
    everything: (fleet) => fleet.strike(BOTH, restart),
    postgres: restart,
    backend: (_fleet, chance) => killBackend(postgres.dataFolder, (pids) => pids[chance.below(pids.length)] ?? 0),
  };
  return {
    database: 'postgres',
    kinds: KINDS_OF[weakness ?? 'none'],
    withDatabase: (task) => withOpen({ url }, task),
    open: () => startFleet(start, SERVERS),
    strike: (kind, fleet, chance) => strikes[kind](fleet, chance),
    close: () => postgres.stop(),
  };
}

/** A weakness shows only where what it rests on is killed. */
const KINDS_OF: Record<Weakness | 'none', readonly KillKind[]> = {
  none: ['server', 'server', 'server', 'postgres', 'postgres', 'everything', 'backend'],
  'synchronous-commit': ['postgres'],
  'answer-early': ['everything'],
};

/** One server process with the embedded database in it. */
export async function embeddedSite(): Promise<Site> {
  const folder = await temporaryFolder('crash');
  return {
    database: 'pglite',
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
