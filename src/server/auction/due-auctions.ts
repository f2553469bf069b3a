import { sql, type RawBuilder } from 'kysely';
import { CLOSING_PERIOD_MS } from '#domain/auction/status.ts';
import type { AuctionId } from '#domain/basics/ids.ts';
import type { Db } from '#server/platform/database/database.ts';

/**
 * Returns the auctions whose end and closing period have passed, in random order. If all processes closed the auctions
 * in the same order, the processes would wait for each other at every auction.
 */
export async function auctionsToClose(db: Db): Promise<AuctionId[]> {
  const { rows } = await sql<{ id: AuctionId }>`
    select id from auction
    where closed_at is null and auction_end_time <= clock_timestamp() - ${CLOSING_PERIOD_MS} * interval '1 millisecond'
      and (closing_waits_until is null or closing_waits_until <= clock_timestamp())
    order by random() limit 500`.execute(db);
  return rows.map(({ id }) => id);
}

export async function markClosed(db: Db, auctionId: AuctionId): Promise<void> {
  await sql`update auction set closed_at = clock_timestamp() where id = ${auctionId}`.execute(db);
}

type Absence = { readonly fromMs: number; readonly toMs: number };

/** Returns the auctions whose end is during an outage, or at most `lastMinutes` after the outage. */
export async function auctionsEndingAround(
  db: Db,
  { fromMs, toMs }: Absence,
  lastMinutes: number,
): Promise<AuctionId[]> {
  const { rows } = await sql<{ id: AuctionId }>`
    select id from auction
    where closed_at is null and annulled_at is null and paused_at is null
      and start_time < ${new Date(toMs)} and auction_end_time > ${new Date(fromMs)}
      and auction_end_time < ${new Date(toMs)}::timestamptz + ${lastMinutes} * interval '1 minute'
    order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Claims the rehearsals in which a simulated bid is due, and schedules the next bid after `nextInMs`. Each rehearsal is
 * claimed by exactly one process.
 */
export async function claimSimulatedBids(db: Db, nextInMs: number): Promise<AuctionId[]> {
  const { rows } = await sql<{ id: AuctionId }>`
    update auction set next_simulated_bid_at = clock_timestamp() + ${nextInMs} * interval '1 millisecond'
    where id in (
      select id from auction
      where rehearsal_of is not null and closed_at is null and paused_at is null
        and next_simulated_bid_at <= clock_timestamp() and auction_end_time > clock_timestamp()
      for update skip locked)
    returning id`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * SQL: the starts and ends of live auctions for which a notification is due. A start is due until the time `late` has
 * passed since the start. An end is due once for each number of `endingMinutes`: from that many minutes before the end,
 * until half of these minutes are over. An auction that is not longer than these minutes has no such notification.
 */
export const startsAndEnds = (late: RawBuilder<unknown>, endingMinutes: readonly number[]): RawBuilder<unknown> => sql`(
  select auction.id as auction_id, 'started' as kind, 0 as minutes, auction.start_time as about
  from auction
  where tstzrange(auction.start_time, auction.auction_end_time) @> statement_timestamp()
    and auction.start_time > statement_timestamp() - ${late}
  union all
  select auction.id, 'endingSoon', mark.minutes, auction.auction_end_time
  from auction, unnest(${[...endingMinutes]}::int[]) as mark (minutes), make_interval(mins => mark.minutes) as before,
       lateral (select auction.auction_end_time - statement_timestamp() as time) as left_over
  where tstzrange(auction.start_time, auction.auction_end_time) @> statement_timestamp()
    and left_over.time <= before and left_over.time > before / 2
    and auction.auction_end_time - auction.start_time > before)`;
