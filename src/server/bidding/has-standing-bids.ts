import { sql } from 'kysely';
import type { Db } from '#server/platform/database.ts';

/** Tells whether any bid stands in an auction: placed and neither withdrawn nor cancelled since. */
export async function hasStandingBids(db: Db, auctionId: string): Promise<boolean> {
  const { rows } = await sql<{ standing: number }>`
    select coalesce(sum(case kind when 'placed' then 1 else -1 end), 0)::int as standing
    from bid_history where auction_id = ${auctionId} and kind in ('placed', 'withdrawn', 'cancelled')`.execute(db);
  return (rows[0]?.standing ?? 0) > 0;
}
