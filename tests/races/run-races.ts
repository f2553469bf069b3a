import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase, type Db } from '#server/platform/database/database.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { createChance, type Chance } from '#testing/world/chance.ts';
import { startPostgres } from '#testing/world/postgres.ts';
import { startServer, type ServerProcess } from '#testing/world/server-process.ts';
import { PAIRS, type Pair } from './commands.ts';
import { findInTheEnd, findViolations } from './invariants.ts';
import { ask, openTheatre, PUBLIC_URL, type Answer } from './stage.ts';

export type RacesOptions = {
  readonly rounds: number;
  readonly seed: number;
  /** The number of pairs, chosen by the seed; undefined for all. */
  readonly pairs?: number;
  /** Only pairs with this command. */
  readonly only?: string;
  /** The maximum time of an answer, in ms. */
  readonly slowMs: number;
};

export type PairReport = {
  readonly pair: string;
  readonly codes: Readonly<Record<string, number>>;
  readonly slowestMs: number;
  /** The violations, each with the number of rounds in which it was found. */
  readonly violations: Readonly<Record<string, number>>;
};
export type RacesReport = { readonly pairs: readonly PairReport[]; readonly inTheEnd: readonly string[] };

export const isClean = ({ pairs, inTheEnd }: RacesReport): boolean =>
  inTheEnd.length === 0 && pairs.every(({ violations }) => Object.keys(violations).length === 0);

const OFFSET_MS_MAX = 12;
type Servers = readonly [ServerProcess, ServerProcess];
type Theatre = Awaited<ReturnType<typeof openTheatre>>;

/**
 * Runs every pair of commands on two server processes with their own PostgreSQL. Checks the database after each round.
 */
export async function runRaces(
  wish: RacesOptions,
  told: (report: PairReport, progress: string) => void = () => undefined,
): Promise<RacesReport> {
  const postgres = await startPostgres({ isInMemory: true });
  const url = postgres.url('postgres');
  const database = await openDatabase({ url });
  await migrate(database);
  const settings = {
    DATABASE_URL: url,
    PUBLIC_URL,
    FLAG_MARKETPLACE: 'on',
    TRUST_PROXY: '127.0.0.1',
    BID_CALLS_PER_SECOND: '1000',
  };
  const servers = await Promise.all([startServer(settings), startServer(settings)]);
  const theatre = await openTheatre(database, servers[0]);
  try {
    const chance = createChance(wish.seed);
    const pairs: PairReport[] = [];
    const chosen = choosePairs(wish, chance);
    for (const pair of chosen) {
      const report = await runPair({ db: database.db, servers, theatre, chance, wish }, pair);
      pairs.push(report);
      told(report, `${pairs.length}/${chosen.length}`);
    }
    return { pairs, inTheEnd: await findInTheEnd(database.db) };
  } finally {
    theatre.close();
    await Promise.all(servers.map((server) => server.kill()));
    await database.close();
    await postgres.stop();
  }
}

function choosePairs({ pairs: count, only }: RacesOptions, chance: Chance): readonly Pair[] {
  const meant = PAIRS.filter((pair) => only === undefined || pair.some(({ name }) => name === only));
  if (count === undefined) return meant;
  return meant
    .map((pair) => ({ pair, at: chance.next() }))
    .toSorted((a, b) => a.at - b.at)
    .slice(0, count)
    .map(({ pair }) => pair);
}

type RaceDeps = {
  readonly db: Db;
  readonly servers: Servers;
  readonly theatre: Theatre;
  readonly chance: Chance;
  readonly wish: RacesOptions;
};

async function runPair(parts: RaceDeps, pair: Pair): Promise<PairReport> {
  const codes: Record<string, number> = {};
  const violations: Record<string, number> = {};
  let slowestMs = 0;
  for (let round = 0; round < parts.wish.rounds; round += 1) {
    const { answers, found } = await runRound(parts, pair, round);
    for (const { code, ms } of answers) {
      codes[code] = (codes[code] ?? 0) + 1;
      slowestMs = Math.max(slowestMs, Math.round(ms));
    }
    for (const name of found) violations[name] = (violations[name] ?? 0) + 1;
  }
  return { pair: pair.map(({ name }) => name).join(' / '), codes, slowestMs, violations };
}

/**
 * Runs one round: sends the two calls at random moments, each to another server. In every second round of a pair with
 * an upcoming auction, the auction starts meanwhile.
 */
async function runRound({ db, servers, theatre, chance, wish }: RaceDeps, pair: Pair, round: number) {
  const isStart = pair.some(({ rows }) => rows.includes('upcoming')) && round % 2 === 1;
  const stage = await theatre.prepare(isStart);
  const [first, second] = chance.happens(0.5) ? servers : [servers[1], servers[0]];
  const send = async (server: ServerProcess, at: 0 | 1): Promise<Answer> => {
    await pause(chance.below(OFFSET_MS_MAX));
    const { who, route, ...input } = pair[at].call(stage);
    return ask(server, who, route, input);
  };
  const answers = await Promise.all([send(first, 0), send(second, 1)]);
  const found = await findViolations(db, stage, pair);
  for (const { status, code, ms } of answers) {
    if (status >= 500) found.push(`${status} ${code}`);
    if (ms > wish.slowMs) found.push('slow answer');
  }
  return { answers, found };
}
