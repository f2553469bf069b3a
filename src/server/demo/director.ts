import { type RawBuilder, sql } from 'kysely';
import type { AuctionType } from '#domain/auction/direction.ts';
import type { AuctionId } from '#domain/basics/ids.ts';
import { NOTICE_KINDS } from '#domain/notice/notice.ts';
import { ADMINS, FOR_PEOPLE } from '#server/demo/cast.ts';
import { type DemoAuction, type DemoStage, makeAuction } from '#server/demo/make-auction.ts';
import { playPast } from '#server/demo/play-past.ts';
import { seedDocuments } from '#server/demo/seed-documents.ts';
import { seedMarketplace } from '#server/demo/seed-marketplace.ts';
import { seedPeople } from '#server/demo/seed-people.ts';
import type { Db } from '#server/platform/database/database.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** The demo as it is found at its first start: past auctions with results, live ones, upcoming ones. All or nothing. */
export const seedDemo = (database: Db, stage: DemoStage, nowMs: number): Promise<void> =>
  database.transaction().execute((db) => seedAll(db, stage, nowMs));

async function seedAll(db: Db, stage: DemoStage, nowMs: number): Promise<void> {
  if (!(await seedPeople(db, stage.variant, nowMs))) return;
  const at = (ms: number): Date => new Date(nowMs + ms);
  const past: (DemoAuction & { moves: number })[] = [
    { auctionType: 'Forward', deal: 5, startsAt: at(-30 * DAY_MS), endsAt: at(-30 * DAY_MS + 2 * HOUR_MS), moves: 60 },
    { auctionType: 'Forward', deal: 4, startsAt: at(-12 * DAY_MS), endsAt: at(-12 * DAY_MS + HOUR_MS), moves: 60 },
    {
      auctionType: 'Reverse',
      deal: 1,
      startsAt: at(-6 * DAY_MS),
      endsAt: at(-6 * DAY_MS + HOUR_MS),
      moves: 15,
      recurs: true,
      // Too few to buy or sell all of it: the next one has items.
      bidders: 3,
    },
    {
      auctionType: 'Forward',
      deal: 3,
      startsAt: at(-3 * DAY_MS),
      endsAt: at(-3 * DAY_MS + 2 * HOUR_MS),
      moves: 60,
    },
  ];
  for (const { moves, ...wish } of past)
    await playPast(
      db,
      await makeAuction(db, { ...wish, softClose: null }, stage),
      wish.endsAt.getTime() - 1_000,
      moves,
    );
  await keepAlive(db, stage, nowMs);
  await seedNotices(db);
  await seedMarketplace(db, stage, nowMs);
  if (stage.documents) await seedDocuments(db, stage.documents);
}

type LiveWish = Pick<DemoAuction, 'auctionType' | 'softClose'> & {
  readonly endsWithin: readonly [number, number];
  readonly lastsMs: number;
};

/** What there should always be: a live auction of this direction that ends in this window, counted from now; made to last this long. */
const LIVE: readonly LiveWish[] = [
  { auctionType: 'Forward', endsWithin: [60 * MINUTE_MS, DAY_MS], lastsMs: 4 * HOUR_MS },
  {
    auctionType: 'Forward',
    endsWithin: [4 * MINUTE_MS, 60 * MINUTE_MS],
    lastsMs: 40 * MINUTE_MS,
  },
  { auctionType: 'Reverse', endsWithin: [10 * MINUTE_MS, DAY_MS], lastsMs: 2 * HOUR_MS },
];

/** And an upcoming one that starts in this window. */
const UPCOMING = [
  {
    auctionType: 'Forward',
    startsWithin: [0, 30 * MINUTE_MS],
    startsInMs: 25 * MINUTE_MS,
    lastsMs: 35 * MINUTE_MS,
    isPrivate: true,
  },
  {
    auctionType: 'Reverse',
    startsWithin: [30 * MINUTE_MS, 6 * HOUR_MS],
    startsInMs: 3 * HOUR_MS,
    lastsMs: 2 * HOUR_MS,
    isPrivate: false,
  },
  {
    auctionType: 'Forward',
    startsWithin: [6 * HOUR_MS, 3 * DAY_MS],
    startsInMs: 2 * DAY_MS,
    lastsMs: 3 * HOUR_MS,
    isPrivate: true,
  },
] as const;

/** A live auction that is made now began a little ago, with bids. */
const HEAD_START_MS = 10 * MINUTE_MS;

/**
 * Makes what is missing, so that at least one auction is always live and something is always to come. What ended stays
 * as a past auction. Gives the auctions that it made.
 */
export async function keepAlive(db: Db, stage: DemoStage, nowMs: number): Promise<AuctionId[]> {
  const made: AuctionId[] = [];
  const make = async (wish: Omit<DemoAuction, 'deal'>): Promise<AuctionId> => {
    const deal = await countOf(db, wish.auctionType);
    const auctionId = await makeAuction(db, { deal, ...wish }, stage);
    made.push(auctionId);
    return auctionId;
  };
  const after = ([fromMs, toMs]: readonly [number, number]) =>
    sql`between ${new Date(nowMs + fromMs)} and ${new Date(nowMs + toMs)}`;
  for (const { endsWithin, lastsMs, ...wish } of LIVE) {
    const { auctionType } = wish;
    const isLive = sql`start_time <= ${new Date(nowMs)} and auction_end_time ${after(endsWithin)}`;
    if (await isThere(db, sql`auction_type = ${auctionType} and ${isLive}`)) continue;
    const [startsAt, endsAt] = [new Date(nowMs - HEAD_START_MS), new Date(nowMs + lastsMs)];
    const auctionId = await make({ ...wish, startsAt, endsAt });
    await playPast(db, auctionId, nowMs, 25);
  }
  for (const { auctionType, startsWithin, startsInMs, lastsMs, isPrivate } of UPCOMING) {
    if (await isThere(db, sql`is_private = ${isPrivate} and start_time ${after(startsWithin)}`)) continue;
    const startsAt = new Date(nowMs + startsInMs);
    const endsAt = new Date(nowMs + startsInMs + lastsMs);
    // A public one has no bidders but those who register.
    await make({ auctionType, startsAt, endsAt, isPrivate, ...(!isPrivate && { bidders: 0 }) });
  }
  return made;
}

async function isThere(db: Db, condition: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await sql`select 1 from auction where rehearsal_of is null and ${condition} limit 1`.execute(db);
  return rows.length > 0;
}

async function countOf(db: Db, auctionType: AuctionType): Promise<number> {
  const { rows } = await sql<{ made: number }>`
    select count(*)::int as made from auction where auction_type = ${auctionType}`.execute(db);
  return rows[0]?.made ?? 0;
}

/**
 * Whom bots play wants to hear nothing: their mails would hide those of people in the outbox. The newcomer and the
 * administrator watch a public auction to come.
 */
async function seedNotices(db: Db): Promise<void> {
  const admins = ADMINS;
  await sql`
    insert into notice_choice (user_id, kind, channels)
    select id, kind, '{}' from app_user, unnest(${[...NOTICE_KINDS]}::text[]) as kind
    where username <> all(${[...FOR_PEOPLE, ...admins]}::text[])
    on conflict do nothing`.execute(db);
  await sql`
    insert into watch (user_id, auction_id)
    select app_user.id, auction.id from app_user, auction
    where username in ('newcomer', 'admin') and not is_private and start_time > now()
    on conflict do nothing`.execute(db);
}
