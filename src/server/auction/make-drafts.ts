import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { judgeActing } from '#domain/access/may.ts';
import { afterOne, nextTimes, rollOver, type Times } from '#domain/auction/recurrence.ts';
import type { AuctionId } from '#domain/basics/ids.ts';
import { type ItemRow, scheduleOf, timeColumns } from '#server/auction/auction-rows.ts';
import { insertAuction, requireAuction, type StoredAuction } from '#server/auction/stored-auctions.ts';
import { soldOf } from '#server/auction/items/stored-items.ts';
import { insertBidder, type CandidateFacts } from '#server/auction/admit-bidder.ts';
import type { Rooms } from '#server/room/rooms.ts';
import { roomRows } from '#server/room/store/sql-room-store.ts';
import { copySettlementTerms } from '#server/settlement-terms/stored-terms.ts';
import { writeEvent } from '#server/room/store/write-event.ts';
import type { Db } from '#server/platform/database/database.ts';
import { notifyAdmins } from '#server/notice/store-notices.ts';
import { queueMails, type WriteMail } from '#server/platform/mail/queue-mails.ts';
import { pollEvery } from '#server/platform/runtime/timers.ts';

const LOOK_EVERY_MS = 1_000;

type DraftTimerDeps = Parameters<typeof pollEvery>[0] & {
  readonly db: Db;
  readonly rooms: Pick<Rooms, 'wake'>;
  readonly publicUrl: string;
};

/**
 * Starts a timer that creates drafts soon after a repeating auction closed. The timer is separate from the closing, so
 * that errors here cannot delay a closing. Every process checks; exactly one process handles each auction.
 */
export const startRecurring = ({ db, rooms, publicUrl, ...looking }: DraftTimerDeps): (() => void) =>
  pollEvery(looking, LOOK_EVERY_MS, () => makeDrafts(db, publicUrl, (id) => rooms.wake(id)));

/** Creates a draft for every closed auction that repeats, and calls `made` with the id of each draft. */
export async function makeDrafts(db: Db, publicUrl: string, made: (id: AuctionId) => void): Promise<void> {
  for (;;) {
    const done = await db.transaction().execute((own) => makeOne(own, publicUrl));
    if (done === undefined) return;
    if (done !== null) made(done);
  }
}

/** Creates one draft and returns its id. Returns undefined if no auction is left, null if the series has ended. */
async function makeOne(db: Db, publicUrl: string): Promise<AuctionId | null | undefined> {
  const { rows } = await sql<{ id: string; now: Date }>`
    update auction set recurred_at = clock_timestamp()
    where id = (
      select id from auction
      where recurrence is not null and recurred_at is null and closed_at is not null and annulled_at is null
      order by closed_at limit 1 for update skip locked)
    returning id, recurred_at as now`.execute(db);
  const [due] = rows;
  if (!due) return undefined;
  const before = await requireAuction(db, due.id);
  const times = before.recurrence && nextTimes(scheduleOf(before), before.recurrence, due.now.getTime());
  if (!times) return null;
  const id = await writeDraft(db, before, times);
  await tellOfDraft(db, publicUrl, { id, title: before.title });
  return id;
}

/** Notifies administrators that a draft waits for their confirmation. */
async function tellOfDraft(db: Db, publicUrl: string, { id, title }: { id: AuctionId; title: string }): Promise<void> {
  const recipients = await notifyAdmins(db, 'draftWaits', id);
  const write: WriteMail = (_, { words }) => ({
    subject: words('noticeMail.draftWaits.subject', { title }),
    body: words('noticeMail.draftWaits.body', { title }),
  });
  const ending = [`${publicUrl}/admin/update/${id}`];
  const mails = recipients.map((recipient) => ({ recipient, write, ending }));
  await queueMails(db, 'auction', mails);
}

async function writeDraft(db: Db, before: StoredAuction, times: Times): Promise<AuctionId> {
  const id = randomUUID() as AuctionId;
  const { title_lower: _, created_at: __, ...settings } = before;
  const recurrence = before.recurrence && afterOne(before.recurrence);
  const draft = {
    ...settings,
    ...timeColumns(times, { asDraft: true }),
    id,
    follows: before.id,
    recurrence: recurrence && JSON.stringify(recurrence),
    recurred_at: null,
    closed_at: null,
    closing_waits_until: null,
  };
  await insertAuction(db, draft, null);
  await rollItemsOver(db, before.id, id);
  await copySettlementTerms(db, { from: before.id, to: id });
  if (before.is_private) await invite(db, before.id, id);
  await writeEvent(roomRows(db), id, 'changed', null, { by: 'system' });
  return id;
}

/** Copies the unsold items and quantities to the draft, with their images and locations. */
async function rollItemsOver(db: Db, from: string, to: string): Promise<void> {
  const { rows } = await sql<ItemRow & { sold: number }>`
    select i.*, ${soldOf(sql`i.id`)} as sold
    from auction_item i where i.auction_id = ${from} order by i.position, i.id`.execute(db);
  const rolled = rows.flatMap(({ sold, ...item }) => {
    const { quantity, min_quantity: minQuantity, max_quantity: maxQuantity } = item;
    const rest = rollOver({ quantity, minQuantity, maxQuantity }, sold);
    if (!rest) return [];
    const bounds = { quantity: rest.quantity, min_quantity: rest.minQuantity, max_quantity: rest.maxQuantity };
    return [{ ...item, ...bounds, id: randomUUID(), auction_id: to }];
  });
  if (rolled.length > 0) await db.insertInto('auction_item').values(rolled).execute();
}

/**
 * Adds the bidders of the previous auction (`from`) to the draft (`to`), if they may still bid. Each bidder keeps the
 * same maximum. The bidders are not informed until the draft is confirmed.
 */
async function invite(db: Db, from: string, to: string): Promise<void> {
  type Row = CandidateFacts & { user_id: string; account_id: string; max_quantity: number | null };
  const { rows } = await sql<Row>`
    select b.user_id, b.account_id, b.max_quantity, a.status, m.role
    from bidder b join account a on a.id = b.account_id
    join account_member m on m.account_id = b.account_id and m.user_id = b.user_id
    where b.auction_id = ${from} order by b.created_at, b.id`.execute(db);
  for (const { user_id: userId, account_id: accountId, max_quantity: maxQuantity, ...facts } of rows)
    if (!judgeActing(facts)) await insertBidder(db, { auctionId: to, userId, accountId, maxQuantity, terms: null });
}
