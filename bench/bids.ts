import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Pool } from 'pg';
import { createRooms } from '#server/bidding/rooms.ts';
import { roomStore } from '#server/bidding/sql-room-store.ts';
import { followClock } from '#server/platform/clock.ts';
import { openDatabase, type Database } from '#server/platform/database.ts';
import { migrate } from '#server/platform/migrate.ts';
import { nodeTimers } from '#server/platform/timers.ts';
import { startPostgres } from '#testing/postgres.ts';
import { insertAuction, insertPerson, type TestAuction, type TestPerson } from '#testing/records.ts';
import { figure, median, quantile, type Figure } from './figure.ts';

const REPEATS = 3;
const SECONDS = 4;
const ANCHOR_CONNECTIONS = 50;

/** One bidder's next bid: ever higher prices on the tick grid. Gives the id of the bid that stands. */
type PlaceBid = (bidder: TestPerson, bidId: string | undefined, priceCents: number) => Promise<string>;
type Run = { readonly perSecond: number; readonly p99Ms: number };

/** Durable bids per second on one hot auction: the bidding service beside a row lock per bid, in one run, interleaved. */
export async function* measureBids(): AsyncGenerator<Figure> {
  const postgres = await startPostgres();
  const database = await openDatabase({ url: postgres.url('postgres') });
  await migrate(database);
  await database.exec(await readFile(new URL('row-lock.sql', import.meta.url), 'utf8'));
  const pool = new Pool({ connectionString: postgres.url('postgres'), max: ANCHOR_CONNECTIONS });
  // The server is stopped right after the pool: a connection may hear of it while it closes.
  pool.on('error', () => undefined);
  for (const bidders of [50, 500]) {
    const ours: Run[] = [];
    const anchor: Run[] = [];
    for (let i = 0; i < REPEATS; i += 1) {
      ours.push(await measureOurs(database, bidders));
      anchor.push(await measureAnchor(database, pool, bidders));
    }
    yield* figuresOf(bidders, ours, anchor);
  }
  await pool.end();
  await database.close();
  await postgres.stop();
}

function* figuresOf(bidders: number, ours: readonly Run[], anchor: readonly Run[]): Generator<Figure> {
  const anchorName = `a function with a row lock per bid, ${ANCHOR_CONNECTIONS} connections`;
  const name = `bids at ${bidders} bidders`;
  const of = (pick: (figures: Run) => number) => ({ ours: median(ours.map(pick)), anchor: median(anchor.map(pick)) });
  yield figure(
    name,
    'durable bids/s',
    anchorName,
    of(({ perSecond }) => perSecond),
  );
  yield figure(`${name}, p99`, 'ms', anchorName, { ...of(({ p99Ms }) => p99Ms), isLessBetter: true });
}

async function anAuction(database: Database, bidders: number): Promise<{ people: TestPerson[]; auction: TestAuction }> {
  const { db } = database;
  const owner = await insertPerson(db);
  const admin = await insertPerson(db, { role: 'Admin' });
  const people: TestPerson[] = [];
  for (let i = 0; i < bidders; i += 1) people.push(await insertPerson(db));
  const auction = await insertAuction(db, {
    ownerAccountId: owner.accountId,
    createdBy: admin.userId,
    items: [{ quantity: bidders * 10, maximumCents: 999_999_990 }],
    bidders: people.map((person) => ({ person })),
  });
  return { people, auction };
}

async function measureOurs(database: Database, bidders: number): Promise<Run> {
  const { people, auction } = await anAuction(database, bidders);
  const clock = await followClock(database.db);
  const rooms = await createRooms({
    store: roomStore(database),
    clock,
    timers: nodeTimers,
    sockets: { broadcast: () => undefined, end: () => undefined },
  });
  const place: PlaceBid = async (bidder, bidId, priceCents) => {
    const bid = { auctionItemId: auction.itemIds[0] ?? '', price: priceCents / 100, quantity: 10 };
    const bids = [{ ...bid, ...(bidId && { bidId }), bidderPartialFulfillment: true }];
    const who = { userId: bidder.userId, activeAccountIds: [bidder.accountId] };
    const answer = await rooms.submit(auction.auctionId, { ...who, type: 'place', entry: 'live', bids }, randomUUID());
    if (!answer.ok) throw new Error(answer.refused.code);
    return answer.bidIds[0] ?? '';
  };
  const figures = await run(database, auction, people, place);
  rooms.close();
  clock.stop();
  return figures;
}

async function measureAnchor(database: Database, pool: Pool, bidders: number): Promise<Run> {
  const { people, auction } = await anAuction(database, bidders);
  const text = 'select anchor_place($1, $2, $3, $4, $5, $6, $7) as bid_id';
  return run(database, auction, people, async (bidder, bidId, priceCents) => {
    const values = [auction.auctionId, auction.itemIds[0], bidder.userId, randomUUID(), bidId, priceCents, 10];
    const { rows } = await pool.query<{ bid_id: string }>({ name: 'anchor', text, values });
    const answer = rows[0]?.bid_id ?? '';
    if (!answer.includes('-')) throw new Error(answer);
    return answer;
  });
}

/** Every bidder waits for its answer before it bids again. What was acknowledged must be there afterwards. */
async function run(
  database: Database,
  auction: TestAuction,
  people: readonly TestPerson[],
  place: PlaceBid,
): Promise<Run> {
  const tookMs: number[] = [];
  let priceCents = 1_000;
  const startedAt = performance.now();
  const until = startedAt + SECONDS * 1_000;
  await Promise.all(
    people.map(async (bidder) => {
      let bidId: string | undefined;
      while (performance.now() < until) {
        priceCents += 10;
        const askedAt = performance.now();
        bidId = await place(bidder, bidId, priceCents);
        tookMs.push(performance.now() - askedAt);
      }
    }),
  );
  const seconds = (performance.now() - startedAt) / 1_000;
  const stored = await database.db
    .selectFrom('bid_history')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('auction_id', '=', auction.auctionId)
    .where('bid_id', 'is not', null)
    .executeTakeFirstOrThrow();
  if (Number(stored.count) !== tookMs.length) throw new Error(`${tookMs.length} acknowledged, ${stored.count} stored`);
  return { perSecond: tookMs.length / seconds, p99Ms: quantile(tookMs, 0.99) };
}
