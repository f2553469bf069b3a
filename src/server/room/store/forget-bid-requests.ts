import { sql } from 'kysely';
import type { Db } from '#server/platform/database/database.ts';
import { REQUEST_KEPT_MS } from '#server/platform/http/forget-requests.ts';

/**
 * The answers to bids, counted from the closing of the auction: until then a page may still ask whether its last bid
 * counted. What came of the bids stands in the history, for good.
 */
export async function forgetBidRequests(db: Db, nowMs: number): Promise<void> {
  await sql`
    delete from bid_request where auction_id in (
      select id from auction where closed_at < ${new Date(nowMs - REQUEST_KEPT_MS)})`.execute(db);
}
