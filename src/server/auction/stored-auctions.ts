import { sql, type Insertable, type RawBuilder, type Selectable } from 'kysely';
import { FIRST_HASH } from '#domain/bidding/history.ts';
import type { AuctionId } from '#domain/basics/ids.ts';
import { roomRows } from '#server/room/store/sql-room-store.ts';
import { writeEvent } from '#server/room/store/write-event.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Tables } from '#server/platform/database/tables.gen.ts';
import { Refused } from '#server/platform/http/refused.ts';
import type { ItemRow } from '#server/auction/auction-rows.ts';

/**
 * Prevents an auction from being deleted until the caller's transaction ends.
 * @throws Refused not_found if the auction is gone
 */
export async function preventAuctionDeletion(db: Db, auctionId: string): Promise<void> {
  const { rows } = await sql`select from auction where id = ${auctionId} for key share`.execute(db);
  if (rows.length === 0) throw new Refused('not_found');
}

export type StoredAuction = Selectable<Tables['auction']>;

/** Returns an auction as it is stored, without checking who may see it. */
export const storedAuction = (db: Db, auctionId: string): Promise<StoredAuction | undefined> =>
  db.selectFrom('auction').selectAll().where('id', '=', auctionId).executeTakeFirst();

/**
 * Like `storedAuction`, for admins, who may know of every auction.
 * @throws Refused not_found
 */
export async function requireAuction(db: Db, auctionId: string): Promise<StoredAuction> {
  const auction = await storedAuction(db, auctionId);
  if (!auction) throw new Refused('not_found');
  return auction;
}

/** Returns an auction as it is stored, with its owner's names. */
export const auctionWithOwner = (db: Db, auctionId: string) =>
  db
    .selectFrom('auction')
    .innerJoin('account', 'account.id', 'auction.owner_account_id')
    .selectAll('auction')
    .select(['account.company_name', 'account.english_company_name'])
    .where('auction.id', '=', auctionId)
    .executeTakeFirst();

/**
 * Stores a new auction with the first line of its history. If `userId` is null, the line names the system as its
 * author.
 */
export async function insertAuction(
  db: Db,
  row: Omit<Insertable<Tables['auction']>, 'version' | 'last_hash' | 'settings_version' | 'setting_versions'> & {
    readonly id: string;
  },
  userId: string | null,
): Promise<void> {
  await db
    .insertInto('auction')
    // A copy of another auction begins with versions of its own.
    .values({ ...row, version: 0, last_hash: FIRST_HASH, settings_version: 1, setting_versions: '{}' })
    .execute();
  await writeEvent(roomRows(db), row.id as AuctionId, 'created', userId, { by: userId === null ? 'system' : 'admin' });
}

export type ItemInAuction = ItemRow & Pick<StoredAuction, 'title' | 'auction_type' | 'owner_account_id'>;

/** Returns an item with its auction's title, type and owner, without checking who may see it. */
export async function findItem(db: Db, itemId: string): Promise<ItemInAuction | undefined> {
  const { rows } = await sql<ItemInAuction>`
    select item.*, auction.title, auction.auction_type, auction.owner_account_id
    from auction_item item join auction on auction.id = item.auction_id where item.id = ${itemId}`.execute(db);
  return rows[0];
}

/** SQL: the position of an item in its auction. */
export const positionOfItem = (itemId: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`(select position from auction_item where id = ${itemId})`;

/** Deletes auctions with everything that belongs to them, and returns their ids. */
export async function deleteAuctions(db: Db, isMeant: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from auction where ${isMeant} for update`.execute(db);
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return [];
  for (const table of ['award', 'bid_history', 'bid_request'] as const)
    await db.deleteFrom(table).where('auction_id', 'in', ids).execute();
  await db.deleteFrom('auction').where('id', 'in', ids).execute();
  return ids;
}
