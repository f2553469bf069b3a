import { NOT_ENDED } from '#server/auction/due-auctions.ts';
import { sql } from 'kysely';
import type { NoticeKind, WaitingKind } from '#domain/notice/notice.ts';
import { actingUsersAndWatchers } from '#server/auction/participants.ts';
import { queueAuctionMails, type AuctionMail } from '#server/auction/auction-mails.ts';
import { itemNames } from '#server/auction/items/stored-items.ts';
import type { Db } from '#server/platform/database/database.ts';

const AT_ONCE_MAX = 500;

type DueRow = {
  id: string;
  kind: Exclude<NoticeKind, 'result' | 'bidsCancelled' | WaitingKind>;
  user_id: string;
  auction_id: string;
  item_id: string | null;
  title: string;
  auction_end_time: Date;
  email: string;
};

/**
 * Queues the mails that are due: that somebody is outbid or can win, that an auction starts or ends soon. `tell-outbid.ts` and
 * `tell-times.ts` set when each is due (`mail_due_at`); the outbox sends it. They are of notices that their reader hasn't read meanwhile and still wants mails of: one for each person,
 * auction and kind. Each is taken by one process. After the end, or of an auction that is gone, they are of no use.
 */
export async function queueOutbidAndEndingMails(db: Db, publicUrl: string): Promise<void> {
  const due = await sql`select 1 from notice where mail_due_at <= clock_timestamp() limit 1`.execute(db);
  if (due.rows.length === 0) return;
  await db.transaction().execute(async (transaction) => {
    const { rows } = await sql<DueRow>`
      with due as (
        select id from notice where mail_due_at <= clock_timestamp()
        order by mail_due_at limit ${AT_ONCE_MAX} for update skip locked
      ), taken as (
        update notice set mail_due_at = null,
          mailed_at = case when read_at is null then clock_timestamp() else mailed_at end
        from due where notice.id = due.id
        returning notice.*
      )
      select taken.id, taken.kind, taken.user_id, taken.auction_id, taken.item_id,
             auction.title, auction.auction_end_time, reader.email
      from taken
      join ${NOT_ENDED} auction on auction.id = taken.auction_id
      join app_user reader on reader.id = taken.user_id and reader.email <> ''
      left join notice_choice choice on choice.user_id = taken.user_id and choice.kind = taken.kind
      where taken.read_at is null and (choice.channels is null or 'mail' = any(choice.channels))`.execute(transaction);
    const auctionIds = rows.map((row) => row.auction_id);
    const readers = await actingUsersAndWatchers(transaction, auctionIds);
    const isReader = new Set(readers.map(({ auctionId, userId }) => keyOf(auctionId, userId)));
    const still = rows.filter((row) => isReader.has(keyOf(row.auction_id, row.user_id)));
    const itemIds = still.map((row) => row.item_id);
    const names = await itemNames(transaction, itemIds);
    const together = Map.groupBy(still, (row) => `${keyOf(row.auction_id, row.user_id)} ${row.kind}`);
    const mails = [...together.values()].flatMap((notices) => {
      const items = notices.flatMap((row) => names.get(row.item_id) ?? []);
      return notices.slice(0, 1).map((first) => mailOf(first, items, publicUrl));
    });
    await queueAuctionMails(transaction, mails);
  });
}

const keyOf = (auctionId: string, userId: string): string => `${auctionId} ${userId}`;

function mailOf(
  { kind, title, email: recipient, auction_id: auctionId, auction_end_time: end }: DueRow,
  items: readonly string[],
  publicUrl: string,
): AuctionMail {
  return {
    auctionId,
    recipient,
    write: (_, { words, time }) => {
      const params = { title, items: items.toSorted().join(', '), end: time(end) };
      return {
        subject: words(`noticeMail.${kind}.subject`, params),
        body: words(`noticeMail.${kind}.body`, params),
        details: words('noticeMail.choose'),
      };
    },
    ending: [`${publicUrl}/auction/${auctionId}`],
    usefulUntilMs: end.getTime(),
  };
}
