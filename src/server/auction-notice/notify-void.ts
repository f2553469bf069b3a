import { sql } from 'kysely';
import type { AuctionId } from '#domain/basics/ids.ts';
import { actingBidders } from '#server/auction/participants.ts';
import { queueBidderWebhooks } from '#server/auction/auction-webhooks.ts';
import { storeNotices } from '#server/notice/store-notices.ts';
import type { Db } from '#server/platform/database/database.ts';
import { countMissingLines, type BidLine } from '#server/room/store/history-facts.ts';
import type { LostLines } from '#server/room/store/room-memory.ts';

/**
 * Stores notifications for the bidders whose stored lines no longer exist, because the database was restored to an
 * earlier state (decision 99). The email is due immediately, even for users who are in the room.
 */
export async function notifyVoid(db: Db, auctionId: AuctionId, lost: LostLines): Promise<void> {
  if (lost.size === 0) return;
  await db.transaction().execute(async (transaction) => {
    const bidders = await actingBidders(transaction, [...lost.keys()]);
    const countOf = new Map<string, number>();
    for (const { bidderId, userId } of bidders)
      countOf.set(userId, (countOf.get(userId) ?? 0) + (lost.get(bidderId) ?? 0));
    await storeNotices(
      transaction,
      'bidsVoid',
      [...countOf].map(([userId, quantity]) => ({ userId, auctionId, quantity })),
      sql<Date>`clock_timestamp()`,
    );
    const events = [...lost].map(([bidderId, lines]) => ({ bidderId, data: { auctionId, lines } }));
    await queueBidderWebhooks(transaction, 'bid.void', events);
  });
}

/**
 * Notifies the bidders of those lines that the database does not have, after `npm run restore`.
 *
 * @param lines the last lines of the database that was replaced
 */
export async function notifyRestored(db: Db, lines: readonly BidLine[]): Promise<void> {
  const missing = await countMissingLines(db, lines);
  for (const [auctionId, lost] of Map.groupBy(missing, (one) => one.auctionId))
    await notifyVoid(db, auctionId, new Map(lost.map(({ bidderId, count }) => [bidderId, count])));
}
