import { soldOf } from '#server/auction/items/item-rows.ts';
import { sql } from 'kysely';
import { nextTimes } from '#domain/auction/recurrence.ts';
import { itemsOf, type AuctionRow } from '#server/auction/auction-rows.ts';
import { scheduleOf } from '#server/auction/draft.ts';
import { namesOf } from '#server/auction/items/item-names.ts';
import type { Series } from '#server/auction/present-auction.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Caller } from '#server/platform/http/caller.ts';

/** What an auction is in its series: admins' matter, since the next one may be a draft. */
export async function readSeries(db: Db, { role }: Caller, row: AuctionRow): Promise<Series> {
  if (role !== 'Admin') return { recurrence: null, follows: null, followedBy: null };
  return {
    recurrence: presentRecurrence(row),
    follows: row.follows === null ? null : await readBefore(db, row.follows),
    followedBy: await readAfter(db, row.id),
  };
}

function presentRecurrence(row: AuctionRow): Series['recurrence'] {
  if (row.recurrence === null) return null;
  const times = scheduleOf(row);
  const next = nextTimes(times, row.recurrence, times.endsAtMs);
  return { ...row.recurrence, nextStartTime: next ? new Date(next.startsAtMs).toISOString() : null };
}

async function readBefore(db: Db, id: string): Promise<Series['follows']> {
  const { rows } = await sql<{ title: string; sold_ids: string[] }>`
    select title, array(
      select i.id from auction_item i
      where i.auction_id = a.id and i.quantity <= ${soldOf(sql`i.id`)}) as sold_ids
    from auction a where a.id = ${id}`.execute(db);
  const [before] = rows;
  if (!before) return null;
  const sold = new Set(before.sold_ids);
  const items = (await itemsOf(db, [id])).filter((item) => sold.has(item.id));
  return { id, title: before.title, soldItemNames: [...namesOf(items).values()] };
}

async function readAfter(db: Db, id: string): Promise<Series['followedBy']> {
  const { rows } = await sql<NonNullable<Series['followedBy']>>`
    select id, title, planned_start_time is not null as "isDraft" from auction where follows = ${id}`.execute(db);
  return rows[0] ?? null;
}
