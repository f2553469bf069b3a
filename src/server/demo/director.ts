import { sql, type RawBuilder } from 'kysely';
import type { AuctionId } from '#domain/basics/ids.ts';
import { BUYERS } from '#server/demo/cast.ts';
import { makeAuction, type DemoAuction } from '#server/demo/make-auction.ts';
import { SALES } from '#server/demo/lots.ts';
import { playPast } from '#server/demo/play-past.ts';
import { seedPeople } from '#server/demo/seed-people.ts';
import type { Db } from '#server/platform/database.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

type Variant = 'GLOBAL' | 'TNBX';

/** The demo as it is found at its first start: past auctions with results, live ones, upcoming ones. */
export async function seedDemo(db: Db, variant: Variant, nowMs: number): Promise<void> {
  if (!(await seedPeople(db))) return;
  const at = (ms: number): Date => new Date(nowMs + ms);
  const past: DemoAuction[] = [
    { sale: 5, startsAt: at(-30 * DAY_MS), endsAt: at(-30 * DAY_MS + 2 * HOUR_MS) },
    { sale: 4, startsAt: at(-12 * DAY_MS), endsAt: at(-12 * DAY_MS + HOUR_MS) },
    { sale: 3, startsAt: at(-3 * DAY_MS), endsAt: at(-3 * DAY_MS + 2 * HOUR_MS) },
  ];
  for (const wish of past) await playPast(db, await makeAuction(db, wish, variant), wish.endsAt.getTime() - 1_000, 60);
  await keepAlive(db, variant, nowMs);
}

/** What there should always be: a live auction that ends in this window, counted from now; made to last this long. */
const LIVE = [
  { endsWithin: [60 * MINUTE_MS, DAY_MS], lastsMs: 4 * HOUR_MS },
  { endsWithin: [4 * MINUTE_MS, 60 * MINUTE_MS], lastsMs: 40 * MINUTE_MS },
] as const;

/** And an upcoming one that starts in this window. */
const UPCOMING = [
  { startsWithin: [0, 30 * MINUTE_MS], startsInMs: 25 * MINUTE_MS, lastsMs: 35 * MINUTE_MS, isPrivate: true },
  { startsWithin: [30 * MINUTE_MS, 6 * HOUR_MS], startsInMs: 3 * HOUR_MS, lastsMs: 2 * HOUR_MS, isPrivate: false },
  { startsWithin: [6 * HOUR_MS, 3 * DAY_MS], startsInMs: 2 * DAY_MS, lastsMs: 3 * HOUR_MS, isPrivate: true },
] as const;

/** A live auction that is made now began a little ago, with bids. */
const HEAD_START_MS = 10 * MINUTE_MS;

/**
 * Makes what is missing, so that at least one auction is always live and something is always to come. What ended stays
 * as a past auction. Gives the auctions that it made.
 */
export async function keepAlive(db: Db, variant: Variant, nowMs: number): Promise<AuctionId[]> {
  const made: AuctionId[] = [];
  const make = async (wish: Omit<DemoAuction, 'sale'>): Promise<AuctionId> => {
    const auctionId = await makeAuction(db, { sale: await nextSale(db), ...wish }, variant);
    made.push(auctionId);
    return auctionId;
  };
  const after = ([fromMs, toMs]: readonly [number, number]) =>
    sql`between ${new Date(nowMs + fromMs)} and ${new Date(nowMs + toMs)}`;
  for (const { endsWithin, lastsMs } of LIVE) {
    if (await isThere(db, sql`start_time <= ${new Date(nowMs)} and auction_end_time ${after(endsWithin)}`)) continue;
    const auctionId = await make({ startsAt: new Date(nowMs - HEAD_START_MS), endsAt: new Date(nowMs + lastsMs) });
    await playPast(db, auctionId, nowMs, 25);
  }
  for (const { startsWithin, startsInMs, lastsMs, isPrivate } of UPCOMING) {
    if (await isThere(db, sql`is_private = ${isPrivate} and start_time ${after(startsWithin)}`)) continue;
    const startsAt = new Date(nowMs + startsInMs);
    const endsAt = new Date(nowMs + startsInMs + lastsMs);
    // A public one has no bidders but those who register.
    await make({ startsAt, endsAt, isPrivate, bidders: isPrivate ? BUYERS.length : 0 });
  }
  return made;
}

async function isThere(db: Db, condition: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await sql`select 1 from auction where ${condition} limit 1`.execute(db);
  return rows.length > 0;
}

async function nextSale(db: Db): Promise<number> {
  const { rows } = await sql<{ made: number }>`select count(*)::int as made from auction`.execute(db);
  return (rows[0]?.made ?? 0) % SALES.length;
}
