import type { AuctionId, BidderId } from '#domain/basics/ids.ts';
import { PLACING } from '#domain/bidding/history.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#server/platform/database/database.ts';

/**
 * SQL: the number of bids that are not deleted. It is the number of placed lines minus the number of lines that
 * withdraw or cancel a bid. The lines must be counted, because the history is the only store of bids (decision 2).
 */
const countOf = (lines: RawBuilder<unknown>): RawBuilder<number> => sql`(
  select coalesce(sum(case kind when 'placed' then 1 else -1 end), 0)::int
  from bid_history where ${lines} and kind in ('placed', 'withdrawn', 'cancelled'))`;

/** SQL: the number of a bidder's bids that are not deleted. `bidder` names the bidder's row in the outer query. */
export const standingBidCount = (bidder: RawBuilder<unknown>): RawBuilder<number> =>
  countOf(sql`auction_id = ${bidder}.auction_id and bidder_id = ${bidder}.id`);

/** Tells whether an auction has any bid that is not deleted. */
export async function hasStandingBids(db: Db, auctionId: string): Promise<boolean> {
  const { rows } = await sql<{ standing: number }>`
    select ${countOf(sql`auction_id = ${auctionId}`)} as standing`.execute(db);
  return (rows[0]?.standing ?? 0) > 0;
}

/** Returns, for each of these auctions, the number of bids that are not deleted. */
export async function standingBidCounts(db: Db, auctionIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: string; standing: number }>`
    select id, ${countOf(sql`auction_id = known.id`)} as standing
    from unnest(${[...auctionIds]}::uuid[]) as known (id)`.execute(db);
  return new Map(rows.map(({ id, standing }) => [id, standing]));
}

/** SQL: whether a bidder has ever placed a bid. `bidder` names the bidder's row in the outer query. */
export const hasEverBid = (bidder: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`
  exists (select 1 from bid_history
          where auction_id = ${bidder}.auction_id and bidder_id = ${bidder}.id and kind = 'placed')`;

/** Returns the numbers of a bidder's lines, in order. */
export async function lineNumbersOf(db: Db, bidderId: string | null): Promise<number[]> {
  const { rows } = await sql<{ seq: number }>`
    select seq from bid_history where bidder_id = ${bidderId} order by seq`.execute(db);
  return rows.map(({ seq }) => seq);
}

/**
 * Returns the time, in milliseconds, of the auction's last bid or of its last extension for an outage, whichever is
 * later; 0 if there is neither. Time that the auction lost before then was already given back.
 */
export async function lastServedMs(db: Db, auctionId: AuctionId): Promise<number> {
  const { rows } = await sql<{ at: Date }>`
    select at from bid_history
    where auction_id = ${auctionId}
      and (kind = any(${[...PLACING]}::text[]) or (kind = 'extended' and by = 'system' and reason = 'outage'))
    order by seq desc limit 1`.execute(db);
  return rows[0]?.at.getTime() ?? 0;
}

/** A line of an auction's history about a bidder's bid. */
export type BidLine = {
  readonly auctionId: string;
  readonly seq: number;
  readonly bidderId: string;
  readonly hash: string;
};

/** Returns how many of these lines the database does not have, for each bidder with at least one. */
export async function countMissingLines(
  db: Db,
  lines: readonly BidLine[],
): Promise<{ auctionId: AuctionId; bidderId: BidderId; count: number }[]> {
  const column = <T>(pick: (line: BidLine) => T): T[] => lines.map(pick);
  const { rows } = await sql<{ auctionId: AuctionId; bidderId: BidderId; count: number }>`
    select line.auction_id as "auctionId", line.bidder_id as "bidderId", count(*)::int as count
    from unnest(
      ${column(({ auctionId }) => auctionId)}::uuid[], ${column(({ seq }) => seq)}::int[],
      ${column(({ bidderId }) => bidderId)}::uuid[], ${column(({ hash }) => hash)}::text[])
      as line (auction_id, seq, bidder_id, hash)
    where not exists (
      select from bid_history kept
      where kept.auction_id = line.auction_id and kept.seq = line.seq and kept.hash = line.hash)
    group by line.auction_id, line.bidder_id`.execute(db);
  return rows;
}
