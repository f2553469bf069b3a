import { Client, Pool, type ClientBase, type ClientConfig, type PoolClient, type QueryResult } from 'pg';
import { destroySocket, isDatabaseAway, NotPrimary, NotReplicated } from '#server/platform/database/database-away.ts';
import { CANNOT_WRITE, createPrimaryFinder, readDatabaseHosts } from '#server/platform/database/database-hosts.ts';

/** The limits of waiting for the database, in ms (decision 99). */
export type DatabaseLimits = {
  /** Opening a connection. */
  readonly connectMs: number;
  /** A statement. undefined: no limit, for migrations, exports and commands. */
  readonly statementMs: number | undefined;
  /** The answer of a connection that listens. */
  readonly probeMs: number;
};

export const DATABASE_LIMITS: DatabaseLimits = { connectMs: 5_000, statementMs: 8_000, probeMs: 5_000 };

/**
 * Maximum pause in ms between two statements of a transaction. Our own transactions pause for less. After a longer
 * pause, the database ends the transaction and releases its locks. Otherwise a process that hangs, or whose machine
 * crashed, would hold locks for hours. The database URL may set another value for
 * `idle_in_transaction_session_timeout`.
 */
const IDLE_IN_TRANSACTION_MS_MAX = 15_000;
const IDLE_SETTING = 'idle_in_transaction_session_timeout';

type PoolWish = {
  readonly max?: number;
  readonly limits: DatabaseLimits;
  /** The pool only reads, so its node may be a standby. */
  readonly isReplica?: boolean;
};

/**
 * Opens a pool of connections to a primary, which is one of the URL's hosts. A connection to a node in recovery, or to
 * one that is read-only, is closed at once.
 */
export function openPool(url: string, { max, limits, isReplica = false }: PoolWish): Pool {
  const hosts = readDatabaseHosts(url);
  const findPrimary = createPrimaryFinder(hosts, limits.connectMs);
  // The limit is the client's, not the pool's: who waits for a free connection is not limited.
  class LimitedClient extends Client {
    constructor(config: ClientConfig) {
      super({ ...config, connectionTimeoutMillis: hosts.connectMs ?? limits.connectMs });
    }

    override connect(): Promise<Client>;
    override connect(settle: (error: Error) => void): void;
    /** Connects to the host that is the primary. */
    override connect(settle?: (error: Error) => void): Promise<Client> | void {
      const found = findPrimary().then((host) => Object.assign(this, host));
      if (settle) return void found.then(() => super.connect(settle), settle);
      return found.then(() => super.connect());
    }
  }
  const pool = new Pool({
    connectionString: hosts.urls[0],
    ...(max !== undefined && { max }),
    // The library's types give a client no arguments; the pool passes its options.
    Client: LimitedClient as unknown as new () => ClientBase,
    // TCP keep-alive detects a database that disappeared without closing the connection.
    keepAlive: true,
    keepAliveInitialDelayMillis: limits.connectMs,
    verify: (client: PoolClient, settle: (error?: Error) => void) => {
      prepare(client, url, { ...limits, isReplica }).then(() => settle(), settle);
    },
  });
  // The pool replaces a broken idle connection. A query on a broken connection reports its own error.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    // A connection in use emits errors only to its own listeners. Without a listener, an error would end the process.
    client.on('error', () => undefined);
    // PostgreSQL reports such a commit as a success with a warning. The warning's text depends on the language.
    client.on('notice', ({ routine }) => {
      if (routine === 'SyncRepWaitForLSN') notReplicated.add(client);
    });
  });
  return pool;
}

/** Connections with a commit that stopped waiting for the standby. Their statements fail. */
const notReplicated = new WeakSet<ClientBase>();

/**
 * Sets the limit of pauses on a new connection, and switches warnings on (`notReplicated` needs them). It is a statement
 * and not part of the connection's start, because PgBouncer refuses such a start.
 * @throws NotPrimary if the node may not write
 */
async function prepare(
  client: PoolClient,
  url: string,
  { connectMs, isReplica }: { connectMs: number; isReplica: boolean },
): Promise<void> {
  const idle = url.includes(IDLE_SETTING)
    ? 'null'
    : `set_config('${IDLE_SETTING}', '${IDLE_IN_TRANSACTION_MS_MAX}', false)`;
  const text = `select ${idle}, set_config('client_min_messages', 'warning', false), ${CANNOT_WRITE} as away`;
  const { rows } = await ask(client, { text }, connectMs);
  if ((rows as { away: boolean }[])[0]?.away && !isReplica) throw new NotPrimary();
}

type Statement = { readonly text: string; readonly values?: unknown[]; readonly name?: string | undefined };

/**
 * Runs a statement. It fails if its commit stopped waiting for the standby, because an operator cancelled the wait
 * (decision 99). If the database is away or does not answer in time, the connection is broken: its socket is
 * destroyed, and the caller must not return it to the pool as a good one.
 *
 * @param limitMs undefined: no limit
 */
export async function ask(client: PoolClient, statement: Statement, limitMs: number | undefined): Promise<QueryResult> {
  try {
    // A transaction whose commit failed is rolled back. That would tell another error.
    if (notReplicated.has(client)) throw new NotReplicated();
    const result = await client.query({ ...statement, ...(limitMs !== undefined && { query_timeout: limitMs }) });
    if (notReplicated.has(client)) throw new NotReplicated();
    return result;
  } catch (error) {
    if (isDatabaseAway(error)) destroySocket(client);
    throw error;
  }
}

/** Runs a statement on a connection of the pool. After an error, the connection is not used again. */
export async function askOnce(pool: Pool, statement: Statement, limitMs: number | undefined): Promise<QueryResult> {
  const client = await pool.connect();
  let isBroken = true;
  try {
    const result = await ask(client, statement, limitMs);
    isBroken = false;
    return result;
  } finally {
    client.release(isBroken);
  }
}
