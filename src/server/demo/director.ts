import { sql } from 'kysely';
import type { AuctionId } from '#domain/basics/ids.ts';
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

/** What there should always be: ends, at the least, this long from now, and lasts this long when it is made. */
const LIVE = [
  { lastsMs: 4 * HOUR_MS, leftMs: 30 * MINUTE_MS },
  { lastsMs: 40 * MINUTE_MS, leftMs: 5 * MINUTE_MS },
];
const UPCOMING = [
  { startsInMs: 12 * MINUTE_MS, lastsMs: 30 * MINUTE_MS, isPrivate: true },
  { startsInMs: 3 * HOUR_MS, lastsMs: 2 * HOUR_MS, isPrivate: false },
  { startsInMs: 2 * DAY_MS, lastsMs: 3 * HOUR_MS, isPrivate: true },
];

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
  for (const live of LIVE) {
    if (await countBetween(db, nowMs, nowMs + live.leftMs, live.lastsMs)) continue;
    const startsAt = new Date(nowMs - MINUTE_MS * 10);
    const auctionId = await make({ startsAt, endsAt: new Date(nowMs + live.lastsMs) });
    await playPast(db, auctionId, nowMs, 25);
  }
  const { rows } = await sql<{ upcoming: number }>`
    select count(*)::int as upcoming from auction where start_time > ${new Date(nowMs)}`.execute(db);
  for (const next of UPCOMING.slice(rows[0]?.upcoming ?? 0)) {
    const startsAt = new Date(nowMs + next.startsInMs);
    const endsAt = new Date(nowMs + next.startsInMs + next.lastsMs);
    // A public one has no bidders but those who register.
    await make({ startsAt, endsAt, isPrivate: next.isPrivate, bidders: next.isPrivate ? 10 : 0 });
  }
  return made;
}

/** Whether an auction of about this length is live and has some time left. */
async function countBetween(db: Db, nowMs: number, endsAfterMs: number, lastsMs: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from auction
    where start_time <= ${new Date(nowMs)} and auction_end_time > ${new Date(endsAfterMs)}
      and auction_end_time - start_time > ${lastsMs} * interval '1 millisecond'
      and auction_end_time - start_time < ${lastsMs + 30 * MINUTE_MS} * interval '1 millisecond' limit 1`.execute(db);
  return rows.length > 0;
}

async function nextSale(db: Db): Promise<number> {
  const { rows } = await sql<{ made: number }>`select count(*)::int as made from auction`.execute(db);
  return (rows[0]?.made ?? 0) % SALES.length;
}
