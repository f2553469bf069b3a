import { sql } from 'kysely';
import {
  ENDING_MINUTES,
  ENDING_MINUTES_DEFAULT,
  type CompanyNoticeKind,
  type NoticeKind,
  type SettlementNoticeKind,
  type WaitingKind,
} from '#domain/notice/notice.ts';
import type { Db } from '#server/platform/database/database.ts';
import { pollEvery } from '#server/platform/runtime/timers.ts';
import { startsAndEnds } from '#server/auction/due-auctions.ts';
import { actingUsersAndWatchers, type AuctionReader } from '#server/auction/participants.ts';
import { queueAuctionWebhooks } from '#server/auction/auction-webhooks.ts';
import { storeNotices } from '#server/notice/store-notices.ts';
import { queueAuctionMails, type AuctionMail } from '#server/auction/auction-mails.ts';
import { itemNames } from '#server/auction/items/stored-items.ts';

const LOOK_EVERY_MS = 1_000;

type NoticeTimerDeps = Parameters<typeof pollEvery>[0] & { readonly db: Db; readonly publicUrl: string };

/**
 * Starts a timer that sends notifications of starts and near ends, and the emails that are due. Every process checks;
 * only one process sends each message.
 */
export const startNoticeTimer = ({ db, publicUrl, ...looking }: NoticeTimerDeps): (() => void) =>
  pollEvery(looking, LOOK_EVERY_MS, async () => {
    await notifyTimes(db).catch(looking.failed);
    await queueOutbidAndEndingMails(db, publicUrl);
  });

/** The due time of emails about starts and ends. They are sent immediately, because soon they are no longer useful. */
const AT_ONCE = sql<Date>`clock_timestamp()`;
/** The maximum number of starts and ends that one run handles. */
const AT_ONCE_MAX = 200;

/** If the notification of a start was missed, it is still sent for this long after the start. */
const START_LATE = sql`interval '10 minutes'`;

/** A start or a near end that is due for a notification. `about` is the time of this start or end. */
type Due = { auction_id: string; kind: 'started' | 'endingSoon'; minutes: number; about: Date };

/** Sends the notifications of starts and ends that are due. Each is sent once. */
export async function notifyTimes(db: Db): Promise<void> {
  const due = await dueTimes(db);
  if (due.length === 0) return;
  await db.transaction().execute(async (transaction) => {
    const claimed = await claim(transaction, due);
    await tellPrograms(transaction, claimed);
    const ids = claimed.map(({ auction_id: id }) => id);
    const readers = await actingUsersAndWatchers(transaction, ids);
    const readersOf = Map.groupBy(readers, ({ auctionId }) => auctionId);
    for (const { auction_id, kind, minutes } of claimed) {
      const all = readersOf.get(auction_id) ?? [];
      const told = kind === 'started' ? all : await whoWant(transaction, minutes, all);
      await storeNotices(transaction, kind, told, AT_ONCE);
    }
  });
}

/**
 * Sends the webhook events. Before an end, only the numbers of minutes that are the default for users cause an event.
 */
async function tellPrograms(db: Db, claimed: readonly Due[]): Promise<void> {
  const started = claimed.filter(({ kind }) => kind === 'started');
  const ending = claimed.filter((one) => one.kind === 'endingSoon' && isUsual(one));
  const about = started.map(({ auction_id: auctionId }) => ({ auctionId, data: {} }));
  await queueAuctionWebhooks(db, 'auction.started', about);
  const soon = ending.map(({ auction_id: auctionId, minutes }) => ({ auctionId, data: { minutes } }));
  await queueAuctionWebhooks(db, 'auction.ending_soon', soon);
}

const isUsual = ({ minutes }: Due): boolean => ENDING_MINUTES_DEFAULT.includes(minutes);

/**
 * Returns the starts and ends whose notifications are due and not sent yet (see `startsAndEnds`). If an end moves, its
 * notification is sent again at the new time. A missed notification is sent late, unless half of its minutes before the
 * end are over.
 */
async function dueTimes(db: Db): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select due.* from ${startsAndEnds(START_LATE, ENDING_MINUTES)} due
    where not exists (
      select 1 from notice_told told
      where told.auction_id = due.auction_id and told.kind = due.kind and told.minutes = due.minutes
        and told.about = due.about)
    order by due.auction_id, due.kind, due.minutes limit ${AT_ONCE_MAX}`.execute(db);
  return rows;
}

/**
 * Claims due notifications. The process that inserts the row sends the notification. The function does not lock the
 * auction's row, because bids would have to wait.
 */
async function claim(db: Db, due: readonly Due[]): Promise<Due[]> {
  const column = <T>(pick: (one: Due) => T): T[] => due.map(pick);
  const { rows } = await sql<Due>`
    insert into notice_told (auction_id, kind, minutes, about)
    select * from unnest(
      ${column(({ auction_id }) => auction_id)}::uuid[], ${column(({ kind }) => kind)}::text[],
      ${column(({ minutes }) => minutes)}::int[], ${column(({ about }) => about)}::timestamptz[])
    on conflict do nothing returning auction_id, kind, minutes, about`.execute(db);
  return rows;
}

/** Returns the readers who want a notice this many minutes before the end. */
async function whoWant(db: Db, minutes: number, readers: readonly AuctionReader[]): Promise<AuctionReader[]> {
  const { rows } = await sql<{ user_id: string; minutes: number[] }>`
    select user_id, minutes from notice_choice
    where kind = 'endingSoon' and user_id = any(${readers.map(({ userId }) => userId)}::uuid[])`.execute(db);
  const chosen = new Map(rows.map((row) => [row.user_id, row.minutes]));
  return readers.filter(({ userId }) => (chosen.get(userId) ?? ENDING_MINUTES_DEFAULT).includes(minutes));
}

const MAILS_AT_ONCE_MAX = 500;

type DueRow = {
  id: string;
  kind: Exclude<
    NoticeKind,
    'result' | 'bidsCancelled' | 'offered' | 'ownerChanged' | SettlementNoticeKind | CompanyNoticeKind | WaitingKind
  >;
  user_id: string;
  auction_id: string;
  item_id: string | null;
  title: string;
  auction_end_time: Date;
  email: string;
};

/**
 * Queues the emails that are due: about outbid bidders, chances to win, starts, near ends and void bids. `notifyOutbid`,
 * `notifyTimes` and `notifyVoid` set the time at which each is due (`mail_due_at`). An email is sent only if the
 * notification is unread and its reader still wants emails; except about void bids, only if the auction has not ended. There is one email for each user, auction and kind, and
 * only one process queues it.
 */
async function queueOutbidAndEndingMails(db: Db, publicUrl: string): Promise<void> {
  const due = await sql`select 1 from notice where mail_due_at <= clock_timestamp() limit 1`.execute(db);
  if (due.rows.length === 0) return;
  await db.transaction().execute(async (transaction) => {
    const { rows } = await sql<DueRow>`
      with due as (
        select id from notice where mail_due_at <= clock_timestamp()
        order by mail_due_at limit ${MAILS_AT_ONCE_MAX} for update skip locked
      ), taken as (
        update notice set mail_due_at = null,
          mailed_at = case when read_at is null then clock_timestamp() else mailed_at end
        from due where notice.id = due.id
        returning notice.*
      )
      select taken.id, taken.kind, taken.user_id, taken.auction_id, taken.item_id,
             auction.title, coalesce(auction.end_when_paused, auction.auction_end_time) as auction_end_time, reader.email
      from taken
      join auction on auction.id = taken.auction_id
      join app_user reader on reader.id = taken.user_id and reader.email <> ''
      left join notice_choice choice on choice.user_id = taken.user_id and choice.kind = taken.kind
      where taken.read_at is null and (choice.channels is null or 'mail' = any(choice.channels))
        and (taken.kind = 'bidsVoid' or auction.auction_end_time > clock_timestamp())`.execute(transaction);
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
    ...(kind !== 'bidsVoid' && { usefulUntilMs: end.getTime() }),
  };
}
