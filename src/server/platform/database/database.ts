import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { Kysely, PGliteDialect, PostgresDialect, sql, type PostgresPool, type PostgresPoolClient } from 'kysely';
import { Pool, type PoolConfig } from 'pg';
import { keepListening } from '#server/platform/database/keep-listening.ts';
import type { Tables } from '#server/platform/database/tables.gen.ts';
import { withSpan, currentSpan } from '#server/platform/telemetry/trace.ts';
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
  close(): Promise<void>;
};

export type DatabaseSource =
  | { readonly url: string; readonly connections?: number }
  | { readonly folder: string }
  | { readonly dump: Blob | File };

/** Opens PostgreSQL by its URL, or PGlite in a folder, or PGlite in memory from a dump. */
export async function openDatabase(source: DatabaseSource): Promise<Database> {
  if ('url' in source) return openPostgres(source.url, source.connections ?? 10);
  const place: PGliteOptions = 'folder' in source ? { dataDir: source.folder } : { loadDataDir: source.dump };
  return openPglite(await PGlite.create({ ...place, extensions: { pg_trgm } }));
}

function openPglite(pglite: PGlite): Database {
  return {
    kind: 'pglite',
    db: new Kysely<Tables>({ dialect: new PGliteDialect({ pglite }) }),
    exec: async (script) => void (await pglite.exec(script)),
    listen: async (channel, heard) => void (await pglite.listen(channel, heard)),
    onMissed: () => undefined,
    connections: () => undefined,
    close: () => pglite.close(),
  };
}

function openPostgres(url: string, connections: number): Database {
  const pool = openPool({ connectionString: url, max: connections });
  // Listening occupies a connection permanently. A separate pool leaves all connections of `pool` to queries.
  const ears = openPool({ connectionString: url });
  const listeners: (() => void)[] = [];
  const whenMissed: (() => void)[] = [];
  const missed = (): void => whenMissed.forEach((callback) => callback());
  return {
    kind: 'postgres',
    db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool: preparing(pool) }) }),
    exec: async (script) => void (await pool.query(script)),
    async listen(channel, heard) {
      listeners.push(await keepListening(ears, channel, { heard, missed }));
    },
    onMissed: (callback) => void whenMissed.push(callback),
    connections: () => ({
      busy: pool.totalCount - pool.idleCount,
      most: connections,
      waiting: pool.waitingCount,
    }),
    async close() {
      for (const stop of listeners) stop();
      await Promise.all([pool.end(), ears.end()]);
    },
  };
}

/**
 * Maximum pause in ms between two statements of a transaction. Our own transactions pause for less. After a longer
 * pause, the database ends the transaction and releases its locks. Otherwise a process that hangs, or whose machine
 * crashed, would hold locks for hours. The database URL may set another value for
 * `idle_in_transaction_session_timeout`.
 */
const IDLE_IN_TRANSACTION_MS_MAX = 15_000;

function openPool(options: PoolConfig): Pool {
  // TCP keep-alive detects a database that disappeared without closing the connection.
  const pool = new Pool({
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS_MAX,
    keepAlive: true,
    ...options,
  });
  // The pool replaces a broken idle connection. A query on a broken connection reports its own error.
  pool.on('error', () => undefined);
  // A connection in use emits errors only to its own listeners. Without a listener, an error would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** Returns whether a statement failed because of its values (SQLSTATE classes 22 and 23) and not for another reason. */
export const isFaultOfContent = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^2[23]/.test(String(error.code));

const PREPARED_MARK = '/* prepared */';

/**
 * The beginning of a statement whose plan each connection keeps. Only frequent statements use it. Planning such a
 * statement takes as long as running it, and one plan is good for all its values.
 */
export const PREPARED = sql.raw(PREPARED_MARK);

/** Returns a statement's name in traces: its first word. The span also has the SQL text, but not the values. */
const nameOfStatement = (text: string): string =>
  /^(?:\s|\/\*.*?\*\/)*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'statement';

/** Returns the pool for Kysely. Statements that begin with `PREPARED` get a name, so that PostgreSQL prepares them. */
function preparing(pool: Pool): PostgresPool {
  const names = new Map<string, string>();
  const nameOf = (text: string): string | undefined => {
    if (!text.trimStart().startsWith(PREPARED_MARK)) return undefined;
    const name = names.get(text) ?? `prepared_${names.size + 1}`;
    names.set(text, name);
    return name;
  };
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect();
      // Kysely could also pass a cursor here, but we never use cursors.
      const query = (text: string, values: unknown[]) => {
        const send = () => client.query({ name: nameOf(text), text, values });
        // Trace only statements within a span. Queries that poll for work every second are of no interest.
        return currentSpan() ? withSpan(nameOfStatement(text), { 'db.query.text': text }, send) : send();
      };
      return {
        query: query as unknown as PostgresPoolClient['query'],
        release: (destroy?: boolean) => client.release(destroy),
      };
    },
  };
}
