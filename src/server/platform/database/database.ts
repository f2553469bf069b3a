import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { Kysely, PGliteDialect, PostgresDialect, sql, type PostgresPool, type PostgresPoolClient } from 'kysely';
import { Pool, type PoolConfig } from 'pg';
import { keepListening } from '#server/platform/database/keep-listening.ts';
import type { Tables } from '#server/platform/database/tables.gen.ts';
import { inStep, stepHere } from '#server/platform/telemetry/trace.ts';
import type { Connections } from '#server/platform/runtime/process-figures.ts';

/** A connection to work with: the database itself or a transaction. Handlers use only the one they are given. */
export type Db = Kysely<Tables>;

/** One database, whichever of the two it is. */
export type Database = {
  readonly kind: 'pglite' | 'postgres';
  readonly db: Db;
  /** Runs a script of several statements, as migrations are. */
  exec(script: string): Promise<void>;
  /** Calls back with the payload of each notification on a channel. In one process there is nobody else to hear. */
  listen(channel: string, heard: (payload: string) => void): Promise<void>;
  /** Calls back when notifications may have been missed, because the line that brings them broke and is back. */
  onMissed(callback: () => void): void;
  /** How its connections are used here and now; undefined where there is but one, in this process. */
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
  // Listening takes a connection for good, which must not be missing where the work is done.
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
 * Longer than any change pauses between two statements. A process that stands still within one, or whose machine is gone
 * without a word, would hold what it has locked for hours: the database gives it back. The URL may say otherwise, by
 * the same name.
 */
const IDLE_IN_TRANSACTION_MS_MAX = 15_000;

function openPool(options: PoolConfig): Pool {
  // The database may be gone without a word, too.
  const pool = new Pool({
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS_MAX,
    keepAlive: true,
    ...options,
  });
  // A broken idle connection is replaced by the pool; the query that meets one fails by itself.
  pool.on('error', () => undefined);
  // One that breaks while somebody holds it tells only its own listeners; without any, that would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** Whether a statement failed for what it held (SQLSTATE classes 22 and 23), and not for the state of the database. */
export const isFaultOfContent = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^2[23]/.test(String(error.code));

const PREPARED_MARK = '/* prepared */';

/**
 * Begins a statement whose plan each connection keeps. Only hot statements ask for it: planning costs them as much as
 * running, and none of them needs another plan for other values.
 */
export const PREPARED = sql.raw(PREPARED_MARK);

/** What a trace calls it: its first word. The statement itself has its values apart. */
const nameOfStatement = (text: string): string =>
  /^(?:\s|\/\*.*?\*\/)*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'statement';

/** The pool as Kysely sees it, with statements that ask for it prepared under a name. */
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
      // Cursors, the other thing that could be asked for here, are never used.
      const query = (text: string, values: unknown[]) => {
        const send = () => client.query({ name: nameOf(text), text, values });
        // Statements of those who look for work every second, part of nothing larger, are of no interest.
        return stepHere() ? inStep(nameOfStatement(text), { 'db.query.text': text }, send) : send();
      };
      return {
        query: query as unknown as PostgresPoolClient['query'],
        release: (destroy?: boolean) => client.release(destroy),
      };
    },
  };
}
