import { sql } from 'kysely';
import { AUCTION_IMAGES_MAX, type ImageType } from '#domain/auction/images.ts';
import { isOfDeleted } from '#server/deletion/deleted-objects.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { FileStore } from '#server/platform/files/files.ts';
import { imageFileNames } from '#server/platform/files/image-links.ts';
import type { CleanupJob } from '#server/platform/runtime/cleanup.ts';

/** Unused images are kept this many milliseconds, because a user may be about to save an item with them. */
export const UNUSED_KEPT_MS = 24 * 60 * 60_000;

/** Tells whether an auction has the maximum number of images. */
export async function isFullOfImages(db: Db, auctionId: string): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from image where auction_id = ${auctionId}`.execute(db);
  return (rows[0]?.count ?? 0) >= AUCTION_IMAGES_MAX;
}

/**
 * SQL: the ids of an auction and of the earlier auctions in its series. An auction may also show the images of those
 * earlier auctions (decision 27).
 */
const inSeries = (auctionId: string) => sql<string>`(
  with recursive series as (
    select id, follows from auction where id = ${auctionId}
    union all select a.id, a.follows from auction a join series s on a.id = s.follows
  ) select id from series)`;

/**
 * Returns the ids that are not images of this type in the auction or its series. The caller holds the lock of the
 * auction's row, so the cleanup cannot delete these images meanwhile.
 */
export async function unknownImages(
  db: Db,
  auctionId: string,
  { type, ids }: { readonly type: ImageType; readonly ids: readonly string[] },
): Promise<string[]> {
  if (ids.length === 0) return [];
  const known = await db
    .selectFrom('image')
    .select('id')
    .where('auction_id', 'in', inSeries(auctionId))
    .where('type', '=', type)
    .where('id', 'in', [...ids])
    .execute();
  const found = new Set(known.map(({ id }) => id));
  return ids.filter((id) => !found.has(id));
}

/**
 * SQL: whether the auction, an item or a change request uses an image. Decided requests count too, because they stay
 * readable.
 */
const isNamed = sql`(
  exists (select 1 from auction a where a.thumbnail_id = image.id)
  or exists (select 1 from auction_item i where i.auction_id = image.auction_id and image.id = any(i.image_ids))
  or exists (
    select 1 from item_change c join change_request r on r.id = c.request_id
    where r.auction_id = image.auction_id
      and (jsonb_exists(c.proposed -> 'imageIds', image.id::text) or jsonb_exists(c.before -> 'imageIds', image.id::text))
  ))`;

/** Returns the auctions with images that have been unused for long. */
export async function auctionsWithUnused(db: Db, nowMs: number): Promise<string[]> {
  const { rows } = await sql<{ auction_id: string }>`
    select distinct auction_id from image
    where auction_id is not null and created_at < ${new Date(nowMs - UNUSED_KEPT_MS)} and not ${isNamed}`.execute(db);
  return rows.map((row) => row.auction_id);
}

/**
 * Detaches the unused images of an auction. This function locks the auction, and so does an edit that uses an image.
 * Therefore the two never run at the same time.
 */
export const releaseUnusedImages = (db: Db, auctionId: string, nowMs: number): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    await sql`select 1 from auction where id = ${auctionId} for update`.execute(transaction);
    await sql`
      update image set auction_id = null where auction_id = ${auctionId}
        and created_at < ${new Date(nowMs - UNUSED_KEPT_MS)} and not ${isNamed}`.execute(transaction);
  });

/** Returns images that belong to nothing, because they were detached or their auction or sell order was deleted. */
export async function ownerlessImages(db: Db, limit: number): Promise<string[]> {
  const found = await db
    .selectFrom('image')
    .select('id')
    .where('auction_id', 'is', null)
    .where('sell_order_id', 'is', null)
    // Images in documents belong to neither an auction nor a sell order.
    .where('type', '<>', 'TemplateDetail')
    .where(sql<boolean>`not ${isOfDeleted(sql`image.id`)}`)
    .limit(limit)
    .execute();
  return found.map(({ id }) => id);
}

/** The maximum number of images that one run deletes. The next run comes soon. */
const MOST_AT_ONCE = 200;

/**
 * Deletes images that nothing shows: replaced images, unused uploads, and images of deleted auctions. The files are
 * deleted before the rows, so that a failure leaves no file without a row.
 */
export const deleteUnusedImages =
  (files: Pick<FileStore, 'remove'>): CleanupJob =>
  async (db, nowMs) => {
    for (const auctionId of await auctionsWithUnused(db, nowMs)) await releaseUnusedImages(db, auctionId, nowMs);
    for (const id of await ownerlessImages(db, MOST_AT_ONCE)) {
      for (const name of imageFileNames(id)) await files.remove(name);
      await db.deleteFrom('image').where('id', '=', id).execute();
    }
  };
