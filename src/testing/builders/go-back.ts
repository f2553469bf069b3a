import { sql } from 'kysely';
import { FIRST_HASH } from '#domain/bidding/history.ts';
import type { Db } from '#server/platform/database/database.ts';
import { linesBetween } from '#server/room/store/room-rows.ts';
import type { TestAuction } from '#testing/builders/records.ts';

const LINES_MAX = 1_000;

/** Deletes the last lines of an auction's history, as a failover to a standby that was behind does. */
export async function goBack(db: Db, { auctionId }: Pick<TestAuction, 'auctionId'>, count: number): Promise<void> {
  const kept = (await linesBetween(db, auctionId, 0, LINES_MAX)).slice(0, -count).at(-1);
  const version = kept?.line.seq ?? 0;
  await sql`delete from bid_history where auction_id = ${auctionId} and seq > ${version}`.execute(db);
  await db
    .updateTable('auction')
    .set({ version, last_hash: kept?.hash ?? FIRST_HASH })
    .where('id', '=', auctionId)
    .execute();
}
