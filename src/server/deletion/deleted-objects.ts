import { sql, type RawBuilder } from 'kysely';
import { listDeleted, type DeletedObject } from '#contract/deletion.ts';
import type { Db } from '#server/platform/database/database.ts';
import { isoTime } from '#server/platform/database/iso-time.ts';
import { countRows, offsetOf, pageOf } from '#server/platform/database/page.ts';
import { containing } from '#server/platform/database/search.ts';
import { operation, type Operation } from '#server/platform/http/operation.ts';
import { Refused } from '#server/platform/http/refused.ts';

/** For this time, in milliseconds, a deleted auction or sell order can be restored. */
const KEPT_MS = 30 * 24 * 60 * 60_000;

type Deletion = {
  readonly id: string;
  readonly kind: DeletedObject['kind'];
  readonly title: string;
  /** The deleted rows. */
  readonly content: object;
  readonly imageIds: readonly string[];
  readonly userId: string;
};

/** Keeps a copy of what is deleted. Call it in the transaction of the deletion. */
export async function keepDeleted(db: Db, { id, kind, title, content, imageIds, userId }: Deletion): Promise<void> {
  const row = { id, kind, title, content: JSON.stringify(content), image_ids: [...imageIds], deleted_by: userId };
  await db.insertInto('deleted_object').values(row).execute();
}

/**
 * Removes a deleted object from the list, and returns its content. Of two simultaneous calls, one gets it.
 * @throws Refused not_found
 */
export async function takeDeleted<Content>(db: Db, kind: DeletedObject['kind'], id: string): Promise<Content> {
  const { rows } = await sql<{ content: Content }>`
    delete from deleted_object where id = ${id} and kind = ${kind} returning content`.execute(db);
  if (!rows[0]) throw new Refused('not_found');
  return rows[0].content;
}

type Pictures = { readonly imageIds: readonly string[]; readonly thumbnailId: string | null };

/** Returns the images of an auction or a sell order, with its thumbnail. */
export const imagesOf = ({ imageIds, thumbnailId }: Pictures): string[] => [
  ...imageIds,
  ...(thumbnailId === null ? [] : [thumbnailId]),
];

type ImageOwner = { readonly auction_id: string } | { readonly sell_order_id: string };

/**
 * Gives a restored auction or sell order its images back. Returns a function that keeps those of a list which still
 * exist.
 */
export async function restoreImages(db: Db, owner: ImageOwner, pictures: Pictures) {
  const rows = await db
    .updateTable('image')
    .set(owner)
    .where('id', 'in', [...imagesOf(pictures), NO_ID])
    .where('auction_id', 'is', null)
    .where('sell_order_id', 'is', null)
    .returning('id')
    .execute();
  const restored = new Set(rows.map(({ id }) => id));
  const { thumbnailId } = pictures;
  return {
    restoredOf: (imageIds: readonly string[]): string[] => imageIds.filter((id) => restored.has(id)),
    thumbnailId: thumbnailId !== null && restored.has(thumbnailId) ? thumbnailId : null,
  };
}

/** A list in SQL needs at least one value. No row has this id. */
const NO_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Requires that the company that sells still exists.
 * @throws Refused bidder_account_unknown
 */
export async function requireSeller(db: Db, accountId: string): Promise<void> {
  const seller = await db.selectFrom('account').select('id').where('id', '=', accountId).executeTakeFirst();
  if (!seller) throw new Refused('bidder_account_unknown');
}

/** SQL: whether an image belongs to a deleted object that can still be restored. */
export const isOfDeleted = (imageId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from deleted_object d where ${imageId} = any(d.image_ids))`;

/** Deletes for good what was deleted 30 days ago. */
export async function deleteOldDeleted(db: Db, nowMs: number): Promise<void> {
  await sql`delete from deleted_object where deleted_at < ${new Date(nowMs - KEPT_MS)}`.execute(db);
}

/** The list of what administrators deleted. */
export const deletionOperations: readonly Operation[] = [
  operation(listDeleted, async ({ db, query }) => {
    const from = sql`from deleted_object d join app_user u on u.id = d.deleted_by
      where d.title ilike ${containing(query.search)} escape '\\'`;
    const { rows } = await sql<Omit<DeletedObject, 'keptUntil'>>`
      select d.id, d.kind, d.title, u.username as "deletedBy", ${isoTime('d.deleted_at')} as "deletedAt"
      ${from} order by d.deleted_at desc, d.id limit ${query.limit} offset ${offsetOf(query)}`.execute(db);
    const items = rows.map((row) => ({
      ...row,
      keptUntil: new Date(Date.parse(row.deletedAt) + KEPT_MS).toISOString(),
    }));
    return pageOf(items, await countRows(db, from), query);
  }),
];
