import { sql } from 'kysely';
import { ENDING_MINUTES, ENDING_MINUTES_DEFAULT } from '#domain/notice/notice.ts';
import { queueOutbidAndEndingMails } from '#server/auction-notice/outbid-and-ending-mails.ts';
import type { Db } from '#server/platform/database/database.ts';
import { lookEvery } from '#server/platform/runtime/timers.ts';
import { startsAndEnds } from '#server/auction/due-auctions.ts';
import { actingUsersAndWatchers, type AuctionReader, tellCompaniesOf } from '#server/auction/participants.ts';
import { tellNotices } from '#server/notice/tell-notices.ts';

const LOOK_EVERY_MS = 1_000;

type Parts = Parameters<typeof lookEvery>[0] & { readonly db: Db; readonly publicUrl: string };

/** Tells what is due by the clock: starts, ends to come, mails. Every process looks; each thing is told by one of them. */
export const startNoticeTimer = ({ db, publicUrl, ...looking }: Parts): (() => void) =>
  lookEvery(looking, LOOK_EVERY_MS, async () => {
    await tellTimes(db).catch(looking.failed);
    await queueOutbidAndEndingMails(db, publicUrl);
  });

/** Mails about the clock are of use at once: they go with the next look of the timer. */
const AT_ONCE = sql<Date>`clock_timestamp()`;
const AT_ONCE_MAX = 200;

/** A start that could not be told in time is still worth telling for so long. */
const START_LATE = sql`interval '10 minutes'`;

/** Something to tell of an auction; `about` is the start or the end that it is about. */
type Due = { auction_id: string; kind: 'started' | 'endingSoon'; minutes: number; about: Date };

/** Starts and ends of which people are to be told now, each time that has come once. */
export async function tellTimes(db: Db): Promise<void> {
  const due = await dueTimes(db);
  if (due.length === 0) return;
  await db.transaction().execute(async (transaction) => {
    const claimed = await claim(transaction, due);
    await tellPrograms(transaction, claimed);
    const ids = claimed.map(({ auction_id: id }) => id);
    const readers = await actingUsersAndWatchers(transaction, ids);
    const readersOf = Map.groupBy(readers, ({ auctionId }) => auctionId);
    for (const { auction_id, kind, minutes } of claimed) {
      const all = readersOf.get(auction_id) ?? [];
      const told = kind === 'started' ? all : await whoWant(transaction, minutes, all);
      await tellNotices(transaction, kind, told, AT_ONCE);
    }
  });
}

/** Of the minutes before an end those that people are told of unless they choose otherwise. */
async function tellPrograms(db: Db, claimed: readonly Due[]): Promise<void> {
  for (const kind of ['started', 'endingSoon'] as const) {
    const due = claimed.filter((one) => one.kind === kind && (kind === 'started' || isUsual(one)));
    const about = due.map(({ auction_id: auctionId, minutes }) => ({
      auctionId,
      data: kind === 'started' ? {} : { minutes },
    }));
    await tellCompaniesOf(db, kind, about);
  }
}

const isUsual = ({ minutes }: Due): boolean => ENDING_MINUTES_DEFAULT.includes(minutes);

/**
 * The end is read anew at each look: one that moved is told anew, when its own time has come. What could not be told in
 * time is told late, but not when the next one is near; and a short auction ends soon from its start.
 */
async function dueTimes(db: Db): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select due.* from ${startsAndEnds(START_LATE, ENDING_MINUTES)} due
    where not exists (
      select 1 from notice_told told
      where told.auction_id = due.auction_id and told.kind = due.kind and told.minutes = due.minutes
        and told.about = due.about)
    order by due.auction_id, due.kind, due.minutes limit ${AT_ONCE_MAX}`.execute(db);
  return rows;
}

/** Who writes a row first tells it, and nobody else. The auction's own row stays unlocked: bids wait for that one. */
async function claim(db: Db, due: readonly Due[]): Promise<Due[]> {
  const column = <T>(pick: (one: Due) => T): T[] => due.map(pick);
  const { rows } = await sql<Due>`
    insert into notice_told (auction_id, kind, minutes, about)
    select * from unnest(
      ${column(({ auction_id }) => auction_id)}::uuid[], ${column(({ kind }) => kind)}::text[],
      ${column(({ minutes }) => minutes)}::int[], ${column(({ about }) => about)}::timestamptz[])
    on conflict do nothing returning auction_id, kind, minutes, about`.execute(db);
  return rows;
}

/** Those who want to be told so many minutes before the end. */
async function whoWant(db: Db, minutes: number, readers: readonly AuctionReader[]): Promise<AuctionReader[]> {
  const { rows } = await sql<{ user_id: string; minutes: number[] }>`
    select user_id, minutes from notice_choice
    where kind = 'endingSoon' and user_id = any(${readers.map(({ userId }) => userId)}::uuid[])`.execute(db);
  const chosen = new Map(rows.map((row) => [row.user_id, row.minutes]));
  return readers.filter(({ userId }) => (chosen.get(userId) ?? ENDING_MINUTES_DEFAULT).includes(minutes));
}
