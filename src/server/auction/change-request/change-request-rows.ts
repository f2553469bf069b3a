import { randomUUID } from 'node:crypto';
import { sql, type Selectable } from 'kysely';
import type { ItemChange } from '#domain/auction/item-changes.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Tables } from '#server/platform/database/tables.gen.ts';

export type RequestRow = Selectable<Tables['change_request']>;
export type ChangeRow = Selectable<Tables['item_change']>;

/** The newest request of an auction; where one is open, it is that one. */
export const newestRequest = (db: Db, auctionId: string): Promise<RequestRow | undefined> =>
  db
    .selectFrom('change_request')
    .selectAll()
    .where('auction_id', '=', auctionId)
    .orderBy((column) => column('status', '<>', 'Approved'), 'desc')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();

/** The one that isn't decided, or was returned. */
export async function openRequest(db: Db, auctionId: string): Promise<RequestRow | undefined> {
  const newest = await newestRequest(db, auctionId);
  return newest?.status === 'Approved' ? undefined : newest;
}

export const changesOf = (db: Db, requestId: string): Promise<ChangeRow[]> =>
  db.selectFrom('item_change').selectAll().where('request_id', '=', requestId).orderBy('seq').execute();

/** A change as the rules read it. */
export const knownChange = ({ kind, item_id: itemId, proposed: item }: ChangeRow): ItemChange =>
  kind === 'deleted' || item === null ? { kind: 'deleted', itemId } : { kind, itemId, item };

type NewRequest = Pick<RequestRow, 'auction_id' | 'requested_by' | 'sent_at'>;

/** A new request, still without changes. */
export const insertRequest = (db: Db, request: NewRequest): Promise<RequestRow> =>
  db
    .insertInto('change_request')
    .values({ ...request, id: randomUUID(), version: 0, decided_at: null })
    .returningAll()
    .executeTakeFirstOrThrow();

/** Keeps one change of an item in a request: a second one takes the place of the first, under the first one's id. */
export async function saveChange(db: Db, requestId: string, change: ItemChange): Promise<void> {
  const proposed = change.kind === 'deleted' ? null : JSON.stringify(change.item);
  await sql`
    insert into item_change (id, request_id, kind, item_id, proposed)
    values (${randomUUID()}, ${requestId}, ${change.kind}, ${change.itemId}, ${proposed}::jsonb)
    on conflict (request_id, item_id) do update set kind = excluded.kind, proposed = excluded.proposed`.execute(db);
}

export const deleteChange = (db: Db, requestId: string, itemId: string): Promise<unknown> =>
  db.deleteFrom('item_change').where('request_id', '=', requestId).where('item_id', '=', itemId).execute();

/** After changes of a request: its version rises; without any change left there is no request. */
export async function settleRequest(db: Db, requestId: string): Promise<void> {
  await sql`update change_request set version = version + 1 where id = ${requestId}`.execute(db);
  await sql`
    delete from change_request
    where id = ${requestId} and not exists (select 1 from item_change where request_id = ${requestId})`.execute(db);
}

/** What an open request asks of items that are deleted meanwhile has no object any more. */
export async function forgetMootChanges(db: Db, auctionId: string, itemIds: readonly string[]): Promise<void> {
  const open = await openRequest(db, auctionId);
  if (!open) return;
  const { rows } = await sql`
    delete from item_change where request_id = ${open.id} and item_id = any(${[...itemIds]}::uuid[])
    returning id`.execute(db);
  if (rows.length > 0) await settleRequest(db, open.id);
}

/** The open or decided request that holds a change, by the change's id. */
export const findChange = (db: Db, changeId: string): Promise<(ChangeRow & { auction_id: string }) | undefined> =>
  db
    .selectFrom('item_change')
    .innerJoin('change_request', 'change_request.id', 'item_change.request_id')
    .selectAll('item_change')
    .select('change_request.auction_id')
    .where('item_change.id', '=', changeId)
    .executeTakeFirst();

export const deleteRequests = (db: Db, auctionId: string): Promise<unknown> =>
  db.deleteFrom('change_request').where('auction_id', '=', auctionId).execute();
