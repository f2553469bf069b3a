import { sql } from 'kysely';
import { auctionEndOf, auctionStatusOf, type AuctionRow } from '#server/auction/auction-rows.ts';
import { idsSeenBy } from '#server/auction/list-auctions.ts';
import type { AuctionType } from '#domain/auction/direction.ts';
import type { AuctionStatus } from '#domain/auction/status.ts';
import type { Db } from '#server/platform/database/database.ts';
import { ownChanges } from '#server/platform/database/sync-page.ts';
import type { Caller } from '#server/platform/http/caller.ts';

/** An auction in a calendar. It has nothing about bids and bidders. */
export type CalendarAuction = {
  readonly id: string;
  readonly title: string;
  readonly auctionType: AuctionType;
  readonly isPrivate: boolean;
  readonly status: AuctionStatus;
  readonly isAnnulled: boolean;
  readonly startTime: Date;
  /** The present end; for a paused auction, the end at the time of the pause. */
  readonly endTime: Date;
  readonly changedAt: Date;
};

type Row = Pick<
  AuctionRow,
  | 'id'
  | 'title'
  | 'auction_type'
  | 'is_private'
  | 'start_time'
  | 'auction_end_time'
  | 'end_when_paused'
  | 'paused_at'
  | 'annulled_at'
  | 'created_at'
>;

type Period = {
  readonly from: Date;
  /** Undefined: no end. */
  readonly until?: Date;
  /** The auctions that start nearest to `nowMs` are returned if there are more. */
  readonly limit: number;
  readonly nowMs: number;
  readonly hidesReverse: boolean;
};

/**
 * Returns the auctions of a period in the order of their starts. The caller sees the same auctions as in the lists
 * (`idsSeenBy`), without drafts and rehearsals.
 */
export async function findCalendarAuctions(
  db: Db,
  caller: Caller,
  { from, until, limit, nowMs, hidesReverse }: Period,
): Promise<CalendarAuction[]> {
  const isIn = sql`a.auction_end_time > ${from} and ${until ? sql`a.start_time < ${until}` : sql`true`}`;
  const { rows } = await sql<Row>`
    select id, title, auction_type, is_private, start_time, auction_end_time, end_when_paused, paused_at, annulled_at,
      created_at
    from auction where id in (${idsSeenBy(caller, isIn)}) and ${hidesReverse ? sql`auction_type = 'Forward'` : sql`true`}
    order by abs(extract(epoch from start_time - ${new Date(nowMs)}::timestamptz)), id limit ${limit}`.execute(db);
  const ids = rows.map(({ id }) => id);
  const changes = await ownChanges(db, 'auction', ids);
  return rows
    .map((row) => present(row, changes.get(row.id) ?? row.created_at, nowMs))
    .toSorted((one, other) => one.startTime.getTime() - other.startTime.getTime());
}

const present = (row: Row, changedAt: Date, nowMs: number): CalendarAuction => ({
  id: row.id,
  title: row.title,
  auctionType: row.auction_type,
  isPrivate: row.is_private,
  status: auctionStatusOf(row, nowMs),
  isAnnulled: row.annulled_at !== null,
  startTime: row.start_time,
  endTime: auctionEndOf(row),
  changedAt,
});
