import { randomInt } from 'node:crypto';
import { Client } from 'pg';
import { destroySocket, isDatabaseAway, NotPrimary } from '#server/platform/database/database-away.ts';

/**
 * The values of `target_session_attrs`, as libpq defines them. We connect to a primary in any case, so values that
 * select a standby are rejected for `DATABASE_URL`.
 */
const PRIMARY_KINDS = new Set(['any', 'read-write', 'primary']);

/** Parameters of libpq that select a host in ways that our driver does not have. */
const UNSUPPORTED = ['hostaddr', 'service', 'passfile'];

/** The hosts of a database URL. */
export type DatabaseHosts = {
  /** A URL for each host, in the order in which hosts are tried. */
  readonly urls: readonly [string, ...string[]];
  /** `connect_timeout` in ms: the limit for one host. Undefined if the URL sets none, or 0. */
  readonly connectMs: number | undefined;
};

const POSTGRES_PORT = 5_432;
/** Large enough that two hosts rarely draw the same place. */
const PLACES = 1_000_000;

/** The parts of a URL: the beginning with user and password, the hosts, the database, and the parameters. */
const PARTS = /^(postgres(?:ql)?:\/\/(?:[^/?]*@)?)([^/?@]*)(\/[^?]*)?(?:\?(.*))?$/;

/**
 * Reads a database URL, which may name several hosts as in libpq:
 * `postgres://USER:PASSWORD@HOST1:5432,HOST2:5432/DATABASE?target_session_attrs=read-write`.
 *
 * @throws Error with the reason if the URL is not one, or if it asks for something that does not work here
 */
export function readDatabaseHosts(url: string): DatabaseHosts {
  const [, start, hosts = '', path = '', text = ''] = PARTS.exec(url) ?? [];
  if (start === undefined) throw new Error('not a database URL');
  const parameters = new URLSearchParams(text);
  const take = (name: string): string | undefined => {
    const value = parameters.get(name) ?? undefined;
    parameters.delete(name);
    return value;
  };
  const unsupported = UNSUPPORTED.find((name) => parameters.has(name));
  if (unsupported) throw new Error(`the parameter ${unsupported} is not supported: name the hosts in the URL`);
  const kind = take('target_session_attrs') ?? 'read-write';
  if (!PRIMARY_KINDS.has(kind))
    throw new Error(`target_session_attrs=${kind} may lead to a standby, which cannot store bids: use read-write`);
  const isShuffled = takeOneOf('load_balance_hosts', take, ['disable', 'random']) === 'random';
  const seconds = Number(take('connect_timeout') ?? 0);
  if (!Number.isInteger(seconds)) throw new Error('connect_timeout is not a whole number of seconds');
  // libpq also takes hosts and ports as parameters. The driver does the same with a single host.
  const hasSeveral = (parameters.get('host') ?? hosts).includes(',');
  const [named, ports] = hasSeveral ? [take('host'), take('port')?.split(',')] : [];
  const list = (named ?? hosts).split(',').map((host, at) => withPort(host, ports?.[at] ?? ports?.[0]));
  const rest = parameters.size > 0 ? `?${String(parameters)}` : '';
  const urls = list.map((host) => `${start}${host}${path}${rest}`);
  const wrong = urls.find((one) => !URL.canParse(one));
  if (wrong !== undefined) throw new Error('one of the hosts or ports is not correct');
  const [first = url, ...others] = isShuffled ? shuffled(urls) : urls;
  return { urls: [first, ...others], connectMs: seconds > 0 ? seconds * 1_000 : undefined };
}

function takeOneOf(name: string, take: (name: string) => string | undefined, values: readonly string[]) {
  const value = take(name);
  if (value !== undefined && !values.includes(value))
    throw new Error(`${name}=${value} is not supported: use ${values.join(' or ')}`);
  return value;
}

function shuffled(urls: readonly string[]): string[] {
  const drawn = urls.map((url) => ({ url, place: randomInt(PLACES) }));
  return drawn.toSorted((one, other) => one.place - other.place).map(({ url }) => url);
}

const withPort = (host: string, port: string | undefined): string =>
  port === undefined || /:\d+$/.test(host) ? host : `${host}:${port}`;

/** The address of a host, as the driver takes it. Empty if there is only one, which the URL names. */
type HostAddress = { readonly host?: string; readonly port?: number };

/**
 * Returns a function that finds the host that is the primary. It tries the hosts in order, beginning with the one that
 * it found last. A host that cannot be reached, or that is a standby, is skipped, as libpq does. A single host is not
 * tried.
 *
 * @param connectMs the limit for one host, if the URL sets none
 * @throws the reason of the last host if none of them is a primary, or at once if a host refuses the user or the
 *   database
 */
export function createPrimaryFinder({ urls, connectMs: ownMs }: DatabaseHosts, connectMs: number) {
  let found = urls[0];
  return async (): Promise<HostAddress> => {
    if (urls.length === 1) return {};
    let failure: unknown;
    for (const url of [found, ...urls.filter((one) => one !== found)]) {
      try {
        await expectPrimary(url, ownMs ?? connectMs);
        found = url;
        return addressOf(url);
      } catch (error) {
        if (!isDatabaseAway(error)) throw error;
        failure = error;
      }
    }
    throw failure;
  };
}

function addressOf(url: string): HostAddress {
  const { hostname, port } = new URL(url);
  return { host: hostname.replaceAll(/[[\]]/g, ''), port: Number(port || POSTGRES_PORT) };
}

async function expectPrimary(url: string, limitMs: number): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: limitMs, query_timeout: limitMs });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ away: boolean }>(`select ${CANNOT_WRITE} as away`);
    if (rows[0]?.away) throw new NotPrimary();
    client.end().catch(() => undefined);
  } catch (error) {
    destroySocket(client);
    throw error;
  }
}

/** SQL: whether the node is in recovery or read-only. */
export const CANNOT_WRITE = `pg_is_in_recovery() or current_setting('transaction_read_only')::bool`;
