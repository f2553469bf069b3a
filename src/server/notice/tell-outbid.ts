import { sql } from 'kysely';
import type { AuctionId } from '#domain/basics/ids.ts';
import type { Outbid } from '#domain/notice/outbid.ts';
import type { RoomSettings } from '#server/bidding/room-state.ts';
import { actingBidders } from '#server/notice/readers-of-auctions.ts';
import { tellNotices } from '#server/notice/tell-notices.ts';
import { tellBidders } from '#server/platform/tell-webhooks.ts';
import type { Db } from '#server/platform/database.ts';

/** A mail goes out only if the notice is still unread after this long, */
const MAIL_AFTER = sql`interval '1 minute'`;
/** and not before this long after the last one about the same auction. */
const MAIL_REST = sql`interval '10 minutes'`;

const MAIL_AT = sql<Date>`greatest(
  clock_timestamp() + ${MAIL_AFTER},
  (select max(last.mailed_at) + ${MAIL_REST} from notice last
   where last.user_id = told.user_id and last.auction_id = told.auction_id and last.kind = 'outbid'))`;

export async function outbidToldUpTo(db: Db, auctionId: AuctionId): Promise<number> {
  const row = await db.selectFrom('outbid_told').select('seq').where('auction_id', '=', auctionId).executeTakeFirst();
  return row?.seq ?? 0;
}

/**
 * Tells who was outbid up to a line of the history, but for those that listen in the room `here`. Whichever process comes
 * first tells it: what was told up to a line is told by nobody else.
 */
export async function tellOutbid(
  db: Db,
  { auctionId }: RoomSettings,
  seq: number,
  { outbids, here }: { readonly outbids: readonly Outbid[]; readonly here: ReadonlySet<string> },
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ seq: number }>`
      insert into outbid_told (auction_id, seq, told_at) values (${auctionId}, 0, clock_timestamp())
      on conflict (auction_id) do update set told_at = excluded.told_at
      returning seq`.execute(transaction);
    const before = rows[0]?.seq ?? 0;
    const fresh = outbids.filter((one) => one.seq > before);
    if (fresh.length === 0) return;
    await sql`update outbid_told set seq = ${seq} where auction_id = ${auctionId}`.execute(transaction);
    const bidders = await actingBidders(
      transaction,
      fresh.map(({ bidderId }) => bidderId),
    );
    const data = ({ itemId }: Outbid) => ({ auctionId, auctionItemId: itemId });
    await tellBidders(
      transaction,
      'outbid',
      fresh.map((one) => ({ bidderId: one.bidderId, data: data(one) })),
    );
    const users = new Map(bidders.map(({ bidderId, userId }) => [bidderId, userId]));
    const told = fresh.flatMap(({ bidderId, itemId }) => {
      const userId = users.get(bidderId);
      return userId === undefined || here.has(userId) ? [] : [{ userId, auctionId, itemId }];
    });
    // Somebody may bid for two of its companies.
    const once = new Map(told.map((notice) => [`${notice.userId} ${notice.itemId}`, notice]));
    await tellNotices(transaction, 'outbid', [...once.values()], MAIL_AT);
  });
}
