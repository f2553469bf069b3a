import { type RawBuilder, sql } from 'kysely';
import { countRows } from '#server/platform/database/page.ts';
import type { AuctionId } from '#domain/basics/ids.ts';
import { NOTICE_KINDS } from '#domain/notice/notice.ts';
import { ADMINS, FOR_PEOPLE, FOUNDER } from '#server/demo/cast.ts';
import { type DemoAuction, type DemoStage, makeAuction } from '#server/demo/make-auction.ts';
import { playPast } from '#server/demo/play-past.ts';
import { seedCertificates } from '#server/demo/seed-certificates.ts';
import { seedInvoices } from '#server/demo/seed-invoices.ts';
import { seedMarketplace } from '#server/demo/seed-marketplace.ts';
import { seedPeople } from '#server/demo/seed-people.ts';
import type { Db } from '#server/platform/database/database.ts';
import { storeAcceptances } from '#server/template/acceptances.ts';
import { insertFirstDocuments } from '#server/template/first-documents.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Seeds a whole demo: its people, then everything else. */
export async function seedDemo(database: Db, stage: DemoStage, nowMs: number): Promise<void> {
  await seedCast(database, stage, nowMs);
  await completeDemo(database, stage, nowMs);
}

/** Seeds the companies and people for the first start of the demo, so that people can sign in. All or nothing. */
export const seedCast = (database: Db, { variant }: DemoStage, nowMs: number): Promise<boolean> =>
  database.transaction().execute((db) => seedPeople(db, variant, nowMs));

/**
 * Seeds the rest for the first start of the demo: past auctions with results, live ones and upcoming ones. All or
 * nothing. Returns the ids of the new auctions; none if the demo was completed before.
 */
export const completeDemo = (database: Db, stage: DemoStage, nowMs: number): Promise<AuctionId[]> =>
  database.transaction().execute(async (db) => {
    // Processes that start together complete the demo once.
    await db.selectFrom('app_user').select('id').where('username', '=', 'newcomer').forUpdate().execute();
    // A person may have made an auction already, but no auction of a person is over.
    const isComplete = (await countRows(db, sql`from auction where end_time < ${new Date(nowMs)}`)) > 0;
    return isComplete ? [] : seedRest(db, stage, nowMs);
  });

/** Auctions that are over when the demo starts. */
const PAST = [
  { auctionType: 'Forward', deal: 5, daysAgo: 30, hours: 2, moves: 60 },
  { auctionType: 'Forward', deal: 4, daysAgo: 12, hours: 1, moves: 60 },
  // Three bidders are too few to trade everything, so the next auction of the series has items.
  { auctionType: 'Reverse', deal: 1, daysAgo: 6, hours: 1, moves: 15, recurs: true, bidders: 3 },
  { auctionType: 'Forward', deal: 3, daysAgo: 3, hours: 2, moves: 60 },
] as const;

async function seedRest(db: Db, stage: DemoStage, nowMs: number): Promise<AuctionId[]> {
  for (const { daysAgo, hours, moves, ...wish } of PAST) {
    const startsAt = new Date(nowMs - daysAgo * DAY_MS);
    const endsAt = new Date(startsAt.getTime() + hours * HOUR_MS);
    const auctionId = await makeAuction(db, { ...wish, startsAt, endsAt, softClose: null }, stage);
    await playPast(db, auctionId, endsAt.getTime() - 1_000, moves);
  }
  const made = await addMissingAuctions(db, stage, nowMs);
  await seedNotices(db);
  await seedMarketplace(db, stage, nowMs);
  await seedCertificates(db, stage, nowMs);
  await seedInvoices(db, stage);
  // Emails of the seed would hide the emails of people in the outbox.
  await sql`delete from outbox where sent_at is null and created_at >= date_trunc('milliseconds', now())`.execute(db);
  if (stage.documents) await seedDocuments(db, stage.documents);
  return made;
}

/** An hour and a day, in minutes. The windows and durations below are in minutes, too. */
const [HOUR, DAY] = [60, 24 * 60];

/**
 * Live auctions that must always exist. `endsWithin` is the window in which the auction ends, in minutes from now. A
 * new auction ends `lasts` minutes from now.
 */
const LIVE = [
  { auctionType: 'Forward', endsWithin: [HOUR, DAY], lasts: 4 * HOUR },
  { auctionType: 'Forward', endsWithin: [4, HOUR], lasts: 40 },
  { auctionType: 'Reverse', endsWithin: [10, DAY], lasts: 2 * HOUR },
] as const;

/** Upcoming auctions that must always exist. `startsWithin` is the window of the start, in minutes from now. */
const UPCOMING = [
  { auctionType: 'Forward', startsWithin: [0, 30], startsIn: 25, lasts: 35, isPrivate: true },
  { auctionType: 'Reverse', startsWithin: [30, 6 * HOUR], startsIn: 3 * HOUR, lasts: 2 * HOUR, isPrivate: false },
  { auctionType: 'Forward', startsWithin: [6 * HOUR, 3 * DAY], startsIn: 2 * DAY, lasts: 3 * HOUR, isPrivate: true },
] as const;

/** A new live auction started this many minutes ago, and has bids already. */
const HEAD_START = 10;

/**
 * Makes the auctions that are missing, so that at least one auction is always live and one is always upcoming. Ended
 * auctions stay as past ones. Returns the ids of the new auctions.
 */
export async function addMissingAuctions(db: Db, stage: DemoStage, nowMs: number): Promise<AuctionId[]> {
  const made: AuctionId[] = [];
  const make = async (wish: Omit<DemoAuction, 'deal'>): Promise<AuctionId> => {
    const deal = await countRows(db, sql`from auction where auction_type = ${wish.auctionType}`);
    const auctionId = await makeAuction(db, { deal, ...wish }, stage);
    made.push(auctionId);
    return auctionId;
  };
  const at = (minutes: number): Date => new Date(nowMs + minutes * MINUTE_MS);
  const after = ([from, to]: readonly [number, number]) => sql`between ${at(from)} and ${at(to)}`;
  for (const { auctionType, endsWithin, lasts } of LIVE) {
    const isLive = sql`start_time <= ${new Date(nowMs)} and auction_end_time ${after(endsWithin)}`;
    if (await isThere(db, sql`auction_type = ${auctionType} and ${isLive}`)) continue;
    const auctionId = await make({ auctionType, startsAt: at(-HEAD_START), endsAt: at(lasts) });
    await playPast(db, auctionId, nowMs, 25);
  }
  for (const { auctionType, startsWithin, startsIn, lasts, isPrivate } of UPCOMING) {
    if (await isThere(db, sql`is_private = ${isPrivate} and start_time ${after(startsWithin)}`)) continue;
    const times = { startsAt: at(startsIn), endsAt: at(startsIn + lasts) };
    // A public auction starts without bidders; they register themselves.
    await make({ auctionType, ...times, isPrivate, ...(!isPrivate && { bidders: 0 }) });
  }
  return made;
}

async function isThere(db: Db, condition: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await sql`select 1 from auction where rehearsal_of is null and ${condition} limit 1`.execute(db);
  return rows.length > 0;
}

/**
 * Switches off all notifications of users that bots play, because their emails would hide the emails of people in the
 * outbox. The newcomer and the administrator watch an upcoming public auction.
 */
async function seedNotices(db: Db): Promise<void> {
  await sql`
    insert into notice_choice (user_id, kind, channels)
    select id, kind, '{}' from app_user, unnest(${[...NOTICE_KINDS]}::text[]) as kind
    where username <> all(${[...FOR_PEOPLE, ...ADMINS]}::text[])
    on conflict do nothing`.execute(db);
  await sql`
    insert into watch (user_id, auction_id)
    select app_user.id, auction.id from app_user, auction
    where username in ('newcomer', 'admin') and not is_private and start_time > now()
    on conflict do nothing`.execute(db);
}

/** Users who do not accept the terms in the seed, so that the platform asks them to. */
const TO_BE_ASKED: readonly string[] = ['seller', FOUNDER];

/**
 * Stores the guides, terms and privacy policy of a new platform. All users except `TO_BE_ASKED` accept the terms,
 * because bots must accept them before they bid.
 */
async function seedDocuments(db: Db, documents: NonNullable<DemoStage['documents']>): Promise<void> {
  const { id: userId } = await db
    .selectFrom('app_user')
    .select('id')
    .where('username', '=', 'admin')
    .executeTakeFirstOrThrow();
  await insertFirstDocuments(db, { ...documents, userId });
  const terms = await db
    .selectFrom('template')
    .select(['id as templateId', 'version'])
    .where('template_type', '=', 'TermsAndConditions')
    .execute();
  const people = await db
    .selectFrom('app_user')
    .select('id')
    .where('auction_user_role', '=', 'User')
    .where('username', 'not in', TO_BE_ASKED)
    .execute();
  for (const { id } of people) await storeAcceptances(db, id, terms);
}
