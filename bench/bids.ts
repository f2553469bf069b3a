import { asBidder } from '#server/room/judging/judge-request.ts';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Pool } from 'pg';
import type { AuctionId } from '#domain/basics/ids.ts';
import { temporaryRecordKey } from '#server/award/record-key.ts';
import { openDatabase, type Database } from '#server/platform/database/database.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { followClock } from '#server/platform/runtime/clock.ts';
import { nodeTimers } from '#server/platform/runtime/timers.ts';
import type { SignText } from '#server/room/judging/sign-receipts.ts';
import { createRooms, type Rooms } from '#server/room/rooms.ts';
import { roomStore } from '#server/room/store/sql-room-store.ts';
import { insertAuction, insertPerson, type TestPerson } from '#testing/builders/records.ts';
import { startPostgres } from '#testing/world/postgres.ts';
import { NO_SOCKETS } from '#testing/world/quiet-parts.ts';
import { bareFigure, figure, median, quantile, type Figure, type Length } from './figure.ts';
import { ANCHOR_CONNECTIONS, placeWithRowLock } from './row-lock.ts';

/** Places the next bid of a bidder. Each price is higher than the last and on the tick grid. Returns the bid's id. */
type PlaceBid = (seat: Seat, bidId: string | undefined, priceCents: number) => Promise<string>;
export type Run = { readonly perSecond: number; readonly p99Ms: number; readonly processorMs: number };

/**
 * Measures durable bids per second in one busy auction. The bidding service and the anchor, which locks a row per bid,
 * take turns in one run.
 */
export async function* measureBids(length: Length, crowds: readonly number[] = [50, 500]): AsyncGenerator<Figure> {
  const named = crowds.map((bidders) => ({ name: `bids at ${bidders} bidders`, auctions: 1, bidders }));
  yield* measure(named, length);
}

/** Makes the same measurement with 100 simultaneous auctions of 5 bidders each. */
export const measureBidsIn100Rooms = (length: Length): AsyncGenerator<Figure> =>
  measure([{ name: 'bids in 100 rooms at 500 bidders', auctions: 100, bidders: 500 }], length);

/**
 * Measures what receipts cost: the same bids with and without them, in turns that are short and swap their order. Other
 * work on the machine slows both alike, and changes the processor time of a bid least. Each ratio is the median of the
 * pairs.
 */
export async function* measureReceipts({ repeats, seconds }: Length): AsyncGenerator<Figure> {
  const { database, close } = await openBench();
  const signing = await openRooms(database, temporaryRecordKey().sign);
  const plain = await openRooms(database);
  for (const bidders of [50, 500]) {
    const crowd = { name: '', auctions: 1, bidders, seconds };
    const pairs: (readonly [Run, Run])[] = [];
    for (let i = 0; i < PAIRS_EACH * repeats; i += 1) {
      const turn = (isSigned: boolean) => measureOurs(database, isSigned ? signing.rooms : plain.rooms, crowd);
      const first = await turn(i % 2 === 0);
      const second = await turn(i % 2 !== 0);
      pairs.push(i % 2 === 0 ? [first, second] : [second, first]);
    }
    const ratioOf = (pick: (run: Run) => number) => median(pairs.map(([ours, without]) => pick(ours) / pick(without)));
    const name = `bids at ${bidders} bidders with receipts, median of ${pairs.length} pairs`;
    yield bareFigure(
      `${name}, bids/s`,
      'of those without',
      ratioOf(({ perSecond }) => perSecond),
    );
    yield bareFigure(
      `${name}, processor time of a bid`,
      'of that without',
      ratioOf(({ processorMs }) => processorMs),
    );
    yield bareFigure(`${name}, processor time of a bid`, 'ms', median(pairs.map(([{ processorMs }]) => processorMs)));
  }
  signing.close();
  plain.close();
  await close();
}

const PAIRS_EACH = 5;

type Timed = Crowd & Pick<Length, 'seconds'>;
export type Crowd = { readonly name: string; readonly auctions: number; readonly bidders: number };

/** Opens a new database for a measurement. */
async function openBench() {
  const postgres = await startPostgres();
  const database = await openDatabase({ url: postgres.url('postgres') });
  await migrate(database);
  const close = async (): Promise<void> => {
    await database.close();
    await postgres.stop();
  };
  return { database, postgres, close };
}

async function* measure(crowds: readonly Crowd[], { repeats, seconds }: Length): AsyncGenerator<Figure> {
  const { database, postgres, close } = await openBench();
  await database.exec(await readFile(new URL('row-lock.sql', import.meta.url), 'utf8'));
  const pool = new Pool({ connectionString: postgres.url('postgres'), max: ANCHOR_CONNECTIONS });
  // The database server stops right after the pool ends, so a closing connection may report an error.
  pool.on('error', () => undefined);
  const bidding = await openRooms(database, temporaryRecordKey().sign);
  for (const crowd of crowds) {
    const ours: Run[] = [];
    const anchor: Run[] = [];
    for (let i = 0; i < repeats; i += 1) {
      ours.push(await measureOurs(database, bidding.rooms, { ...crowd, seconds }));
      anchor.push(await measureAnchor(database, pool, { ...crowd, seconds }));
    }
    yield* figuresOf(crowd.name, ours, anchor);
  }
  bidding.close();
  await pool.end();
  await close();
}

/** Opens the bidding service, once for all turns, because it keeps a listening connection. */
export async function openRooms(database: Database, sign?: SignText) {
  const clock = await followClock(database.db);
  const parts = { store: roomStore(database), clock, timers: nodeTimers, sockets: NO_SOCKETS };
  const rooms = await createRooms(sign ? { ...parts, sign } : parts);
  const close = (): void => {
    rooms.close();
    clock.stop();
  };
  return { rooms, close };
}

function* figuresOf(name: string, ours: readonly Run[], anchor: readonly Run[]): Generator<Figure> {
  const anchorName = `a function with a row lock per bid, ${ANCHOR_CONNECTIONS} connections`;
  const of = (pick: (figures: Run) => number) => ({ ours: median(ours.map(pick)), anchor: median(anchor.map(pick)) });
  yield figure(
    name,
    'durable bids/s',
    anchorName,
    of(({ perSecond }) => perSecond),
  );
  yield figure(`${name}, p99`, 'ms', anchorName, { ...of(({ p99Ms }) => p99Ms), isLessBetter: true });
}

/** A bidder and the auction that it bids in. */
type Seat = { readonly bidder: TestPerson; readonly auctionId: AuctionId; readonly itemId: string };

/** Creates auctions and their bidders. */
export async function takeSeats({ db }: Database, { auctions, bidders }: Crowd): Promise<Seat[]> {
  const owner = await insertPerson(db);
  const admin = await insertPerson(db, { role: 'Admin' });
  const seats: Seat[] = [];
  for (let i = 0; i < auctions; i += 1) {
    const people: TestPerson[] = [];
    for (let j = 0; j < bidders / auctions; j += 1) people.push(await insertPerson(db));
    const { auctionId, itemIds } = await insertAuction(db, {
      ownerAccountId: owner.accountId,
      createdBy: admin.userId,
      items: [{ quantity: people.length * 10, maximumCents: 999_999_990 }],
      bidders: people.map((person) => ({ person })),
    });
    seats.push(...people.map((bidder) => ({ bidder, auctionId, itemId: itemIds[0] ?? '' })));
  }
  return seats;
}

const measureOurs = async (database: Database, rooms: Rooms, crowd: Timed): Promise<Run> =>
  measureRooms(database, rooms, { crowd, seats: await takeSeats(database, crowd) });

/** Measures the bids of these seats in the rooms of this process. */
export const measureRooms = (database: Database, rooms: Rooms, load: Load): Promise<Run> =>
  run(database, load, async (seat, bidId, priceCents) => {
    const bid = { auctionItemId: seat.itemId, price: priceCents / 100, quantity: 10 };
    const bids = [{ ...bid, ...(bidId && { bidId }), bidderPartialFulfillment: true }];
    const request = { ...asBidder(seat.bidder), type: 'place', entry: 'live', bids } as const;
    const answer = await rooms.submit(seat.auctionId, request, randomUUID(), (given) => given);
    if (!answer.ok) throw new Error(answer.refused.code);
    return answer.bidIds[0] ?? '';
  });

const measureAnchor = async (database: Database, pool: Pool, crowd: Timed): Promise<Run> =>
  run(
    database,
    { crowd, seats: await takeSeats(database, crowd) },
    ({ auctionId, itemId, bidder: { userId } }, bidId, priceCents) =>
      placeWithRowLock(pool, { auctionId, itemId, userId }, { bidId, priceCents, quantity: 10, key: randomUUID() }),
  );

type Load = { readonly crowd: Timed; readonly seats: readonly Seat[] };

/**
 * Measures bids. Each bidder waits for the answer before it bids again. All bidders have bid once before the timing
 * starts, so the rooms are already loaded. After the timing, the function checks that every acknowledged bid is stored.
 */
async function run({ db }: Database, { crowd, seats }: Load, place: PlaceBid): Promise<Run> {
  const tookMs: number[] = [];
  let priceCents = 1_000;
  const bid = (seat: Seat, before: string | undefined) => place(seat, before, (priceCents += 10));
  const first = await Promise.all(seats.map(async (seat) => ({ seat, bidId: await bid(seat, undefined) })));
  const before = process.cpuUsage();
  const startedAt = performance.now();
  const until = startedAt + crowd.seconds * 1_000;
  await Promise.all(
    first.map(async ({ seat, bidId }) => {
      let standing = bidId;
      while (performance.now() < until) {
        const askedAt = performance.now();
        standing = await bid(seat, standing);
        tookMs.push(performance.now() - askedAt);
      }
    }),
  );
  const seconds = (performance.now() - startedAt) / 1_000;
  const { user, system } = process.cpuUsage(before);
  const stored = await db
    .selectFrom('bid_history')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('auction_id', 'in', [...new Set(seats.map(({ auctionId }) => auctionId))])
    .where('bid_id', 'is not', null)
    .executeTakeFirstOrThrow();
  const acknowledged = seats.length + tookMs.length;
  if (Number(stored.count) !== acknowledged)
    throw new Error(`${acknowledged} bids were acknowledged, but ${stored.count} are stored`);
  const processorMs = (user + system) / 1_000 / tookMs.length;
  return { perSecond: tookMs.length / seconds, p99Ms: quantile(tookMs, 0.99), processorMs };
}
