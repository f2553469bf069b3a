import { sql } from 'kysely';
import { announceSellOrder } from '#server/marketplace/marketplace-parts.ts';
import { lockSellOrder } from '#server/marketplace/sell-order-rows.ts';
import { settleListing } from '#server/marketplace/settle-listing.ts';
import type { Db } from '#server/platform/database/database.ts';

/** A company's sell orders whose time is yet to come are as they were before: an admin publishes them anew, or doesn't. */
export async function withdrawScheduled(db: Db, sellerAccountId: string, userId: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from sell_order
    where seller_account_id = ${sellerAccountId} and cancelled_at is null and publish_at > clock_timestamp()
    order by id`.execute(db);
  for (const { id } of rows) {
    const locked = await lockSellOrder(db, id);
    if (locked.status !== 'unpublished') continue;
    await db.updateTable('sell_order').set({ publish_at: null }).where('id', '=', id).execute();
    await settleListing(db, locked, { userId });
    await announceSellOrder(db, id);
  }
}
