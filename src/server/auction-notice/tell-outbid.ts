import { sql } from 'kysely';
import type { AuctionId } from '#domain/basics/ids.ts';
import type { NoticeKind } from '#domain/notice/notice.ts';
import type { CanWin, Outbid } from '#domain/notice/outbid.ts';
import type { RoomSettings } from '#server/room/room-state.ts';
import { actingBidders } from '#server/auction/participants.ts';
import { tellNotices, type NewNotice } from '#server/notice/tell-notices.ts';
import { tellBidders } from '#server/auction/tell-companies.ts';
import type { Db } from '#server/platform/database/database.ts';

/** A mail (`outbid-and-ending-mails.ts`) goes out only if the notice is still unread after this long, */
const MAIL_AFTER = sql`interval '1 minute'`;
/** and not before this long after the last one about the same auction. */
const MAIL_REST = sql`interval '10 minutes'`;

const mailAt = (kind: NoticeKind) => sql<Date>`greatest(
  clock_timestamp() + ${MAIL_AFTER},
  (select max(last.mailed_at) + ${MAIL_REST} from notice last
   where last.user_id = told.user_id and last.auction_id = told.auction_id and last.kind = ${kind}))`;

/** The effects of rivals' lines. */
export type RivalNews = { readonly outbids: readonly Outbid[]; readonly canWins: readonly CanWin[] };

export async function outbidToldUpTo(db: Db, auctionId: AuctionId): Promise<number> {
  const row = await db.selectFrom('outbid_told').select('seq').where('auction_id', '=', auctionId).executeTakeFirst();
  return row?.seq ?? 0;
}

/**
 * Tells who was outbid, and who can win now, up to a line of the history, but for those that listen in the room `here`.
 * Whichever process comes first tells it: what was told up to a line is told by nobody else.
 */
export async function tellOutbid(
  db: Db,
  { auctionId }: RoomSettings,
  seq: number,
  { news, here }: { readonly news: RivalNews; readonly here: ReadonlySet<string> },
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ seq: number }>`
      insert into outbid_told (auction_id, seq, told_at) values (${auctionId}, 0, clock_timestamp())
      on conflict (auction_id) do update set told_at = excluded.told_at
      returning seq`.execute(transaction);
    const before = rows[0]?.seq ?? 0;
    const outbids = news.outbids.filter((one) => one.seq > before);
    const canWins = news.canWins.filter((one) => one.seq > before);
    if (outbids.length + canWins.length === 0) return;
    await sql`update outbid_told set seq = ${seq} where auction_id = ${auctionId}`.execute(transaction);
    const bidders = await actingBidders(
      transaction,
      [...outbids, ...canWins].map(({ bidderId }) => bidderId),
    );
    await tellBidders(
      transaction,
      'outbid',
      outbids.map(({ bidderId, itemId }) => ({ bidderId, data: { auctionId, auctionItemId: itemId } })),
    );
    await tellBidders(
      transaction,
      'canWin',
      canWins.map(({ bidderId, itemId, wins }) => ({ bidderId, data: { auctionId, auctionItemId: itemId, wins } })),
    );
    const users = new Map(bidders.map(({ bidderId, userId }) => [bidderId, userId]));
    const noticesOf = (all: readonly (Outbid | CanWin)[]): NewNotice[] => {
      const told = all.flatMap((one): NewNotice[] => {
        const userId = users.get(one.bidderId);
        if (userId === undefined || here.has(userId)) return [];
        const wins = 'wins' in one ? one.wins : null;
        return [{ userId, auctionId, itemId: one.itemId, ...(wins !== null && { quantity: wins }) }];
      });
      // Somebody may bid for two of its companies.
      return [...new Map(told.map((notice) => [`${notice.userId} ${notice.itemId}`, notice])).values()];
    };
    await tellNotices(transaction, 'outbid', noticesOf(outbids), mailAt('outbid'));
    await tellNotices(transaction, 'canWin', noticesOf(canWins), mailAt('canWin'));
  });
}
