import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { Kysely, PGliteDialect, PostgresDialect, sql, type PostgresPool, type PostgresPoolClient } from 'kysely';
import type { Pool } from 'pg';
import { AsyncLocalStorage } from 'node:async_hooks';
import { holdFolder } from '#server/platform/database/hold-folder.ts';
import { inBinary } from '#server/platform/database/columns.ts';
import { isDatabaseAway } from '#server/platform/database/database-away.ts';
import {
  ask,
  askOnce,
  DATABASE_LIMITS,
  openPool,
  type DatabaseLimits,
} from '#server/platform/database/postgres-pool.ts';
import { createStandbys, STANDBY_QUERY, type Standbys } from '#server/platform/database/standby.ts';
import { createReplicaReads, type Read } from '#server/platform/database/replica.ts';
import { keepListening } from '#server/platform/database/keep-listening.ts';
import type { Tables } from '#server/platform/database/tables.gen.ts';
import { withSpan, currentSpan } from '#server/platform/telemetry/trace.ts';
import { sha256 } from '#server/platform/runtime/sha256.ts';
import { takingTurns } from '#server/platform/runtime/taking-turns.ts';
import type { Connections } from '#server/platform/runtime/process-metrics.ts';

/** The database or an open transaction, on which queries run. A handler uses only the `Db` that it receives. */
export type Db = Kysely<Tables>;

/** The database, either PostgreSQL or the embedded PGlite. */
export type Database = {
  readonly kind: 'pglite' | 'postgres';
  readonly db: Db;
  /** Runs a script of several statements, such as a migration. */
  exec(script: string): Promise<void>;
  /** Calls `heard` with the payload of each notification on a channel. PGlite has only this process's notifications. */
  listen(channel: string, heard: (payload: string) => void): Promise<void>;
  /** Calls `callback` after a broken listening connection was restored, because notifications may have been missed. */
  onMissed(callback: () => void): void;
  /** Returns the current use of the connection pool; undefined for PGlite, which has a single connection. */
  connections(): Connections | undefined;
  /** Runs a read on the replica if there is one and it is up to date, and on this database otherwise. */
  readonly read: Read;
  /** The synchronous standbys; undefined for PGlite. */
  readonly standbys: Standbys | undefined;
  close(): Promise<void>;
};

export type DatabaseSource =
  | {
      readonly url: string;
      readonly connections?: number;
      readonly limits?: DatabaseLimits;
      /** Whether transactions fail while the primary has no synchronous standby. */
      readonly requireStandby?: boolean;
      /** The replica for reads, and the maximum time in ms that a read waits for it. */
      readonly replica?: { readonly url: string; readonly waitMs: number } | undefined;
    }
  | { readonly folder: string }
  | { readonly dump: Blob | File };

/**
 * Opens PostgreSQL by its URL, or PGlite in a folder, or PGlite in memory from a dump. Without `limits`, statements may
 * take any time, as those of commands do.
 * @throws Error if another process uses the folder
 */
export async function openDatabase(source: DatabaseSource): Promise<Database> {
  if ('url' in source) return openPostgres(source);
  if ('dump' in source) return openPglite(await createPglite({ loadDataDir: source.dump }));
  const held = await holdFolder(source.folder);
  const database = openPglite(await createPglite({ dataDir: source.folder }));
  const close = async (): Promise<void> => {
    await database.close();
    await held.release();
  };
  return { ...database, close };
}

const createPglite = (place: PGliteOptions) => PGlite.create({ ...place, extensions: { btree_gist, pg_trgm } });

function openPglite(pglite: PGlite): Database {
  const db = new Kysely<Tables>({ dialect: new PGliteDialect({ pglite }), plugins: [takingTurns()] });
  return {
    kind: 'pglite',
    db,
    read: (work) => work(db),
    exec: async (script) => void (await pglite.exec(script)),
    listen: async (channel, heard) => void (await pglite.listen(channel, heard)),
    onMissed: () => undefined,
    connections: () => undefined,
    standbys: undefined,
    close: () => pglite.close(),
  };
}

const NO_LIMITS: DatabaseLimits = { ...DATABASE_LIMITS, statementMs: undefined };
const withoutLimit = new AsyncLocalStorage<true>();

/** Runs a task whose statements may take any time, such as an export. */
export const withoutTimeLimit = <T>(task: () => T): T => withoutLimit.run(true, task);

/** The limit of a statement on a replica, in ms. A longer one runs on the primary. */
const REPLICA_STATEMENT_MS = 2_000;

/** Maximum number of channels to which the processes of one database object listen. A server listens to seven. */
const EARS_MAX = 20;

function openPostgres(source: Extract<DatabaseSource, { readonly url: string }>): Database {
  const { url, connections = 10, limits = NO_LIMITS, requireStandby = false, replica } = source;
  const pool = openPool(url, { max: connections, limits });
  // Listening occupies a connection permanently. A separate pool leaves all connections of `pool` to queries.
  const ears = openPool(url, { max: EARS_MAX, limits });
  const readStandbys = async () => (await askOnce(pool, { text: STANDBY_QUERY }, limits.statementMs)).rows;
  const standbys = createStandbys(readStandbys, requireStandby);
  const dbOf = (own: Pool, its = limits): Db =>
    new Kysely({ dialect: new PostgresDialect({ pool: preparing(own, its, standbys) }) });
  const db = dbOf(pool);
  const copyLimits = {
    ...limits,
    statementMs: limits.statementMs && Math.min(limits.statementMs, REPLICA_STATEMENT_MS),
  };
  const copy = replica && openPool(replica.url, { max: connections, limits: copyLimits, isReplica: true });
  const listeners: (() => void)[] = [];
  let isClosed = false;
  const whenMissed: (() => void)[] = [];
  const missed = (): void => whenMissed.forEach((callback) => callback());
  return {
    kind: 'postgres',
    db,
    read: copy ? createReplicaReads(db, dbOf(copy, copyLimits), replica.waitMs) : (work) => work(db),
    standbys,
    exec: async (script) => void (await askOnce(pool, { text: script }, undefined)),
    async listen(channel, heard) {
      const stop = await keepListening(ears, channel, { heard, missed, probeMs: limits.probeMs });
      // Without this, closing would wait forever for a connection that listens since then.
      if (isClosed) stop();
      else listeners.push(stop);
    },
    onMissed: (callback) => void whenMissed.push(callback),
    connections: () => ({
      busy: pool.totalCount - pool.idleCount,
      most: connections,
      waiting: pool.waitingCount,
    }),
    async close() {
      isClosed = true;
      for (const stop of listeners) stop();
      await Promise.all([pool.end(), ears.end(), copy?.end()]);
    },
  };
}

/** Returns whether a statement failed because of its values (SQLSTATE classes 22 and 23) and not for another reason. */
export const isFaultOfContent = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^2[23]/.test(String(error.code));

/** The statement by which Kysely commits. */
const COMMIT = 'commit';

/**
 * Commits if a required standby was there at the last look, and looks again afterwards: without a standby in its
 * settings, PostgreSQL commits without one.
 */
async function commitWithStandby<T>(
  standbys: Standbys,
  commit: () => Promise<T>,
  read: () => Promise<readonly unknown[]>,
): Promise<T> {
  standbys.refuseIfAway();
  const result = await commit();
  await standbys.confirm(read);
  return result;
}

const PREPARED_MARK = '/* prepared */';

/**
 * The beginning of a statement whose plan each connection keeps. Only frequent statements use it. Planning such a
 * statement takes as long as running it, and one plan is good for all its values.
 */
export const PREPARED = sql.raw(PREPARED_MARK);

/** Returns a statement's name in traces: its first word. The span also has the SQL text, but not the values. */
const nameOfStatement = (text: string): string =>
  /^(?:\s|\/\*.*?\*\/)*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'statement';

/**
 * Returns the pool for Kysely. Statements that begin with `PREPARED` get a name, so that PostgreSQL prepares them. A name
 * comes from the text, so that it means the same statement in every process, also behind a pooler.
 */
function preparing(pool: Pool, { statementMs }: DatabaseLimits, standbys: Standbys): PostgresPool {
  const names = new Map<string, string>();
  const nameOf = (text: string): string | undefined => {
    if (!text.trimStart().startsWith(PREPARED_MARK)) return undefined;
    const name = names.get(text) ?? sha256(text).slice(0, 32);
    names.set(text, name);
    return name;
  };
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect();
      let isBroken = false;
      // Kysely could also pass a cursor here, but we never use cursors.
      const query = (text: string, values: unknown[]) => {
        const limitMs = withoutLimit.getStore() ? undefined : statementMs;
        const run = () => ask(client, { name: nameOf(text), text, values: values.map(inBinary) }, limitMs);
        const readStandbys = async () => (await ask(client, { text: STANDBY_QUERY }, limitMs)).rows;
        const send = () =>
          (text === COMMIT ? commitWithStandby(standbys, run, readStandbys) : run()).catch((error: unknown) => {
            isBroken ||= isDatabaseAway(error);
            throw error;
          });
        // Trace only statements within a span. Queries that poll for work every second are of no interest.
        return currentSpan() ? withSpan(nameOfStatement(text), { 'db.query.text': text }, send) : send();
      };
      return {
        query: query as unknown as PostgresPoolClient['query'],
        release: (destroy?: boolean) => client.release(destroy === true || isBroken),
      };
    },
  };
}

/**
 * Notifies all processes that listen on a channel, including this process. Within a transaction, the notifications are
 * sent only at the commit.
 */
export async function notify(db: Db, channel: string, payloads: readonly string[]): Promise<void> {
  await sql`select pg_notify(${channel}, payload) from unnest(${[...payloads]}::text[]) as payload`.execute(db);
}
