import { sql } from 'kysely';
import { updateSellOrderDetails, uploadSellOrderImage } from '#contract/marketplace/sell-order.ts';
import { AUCTION_IMAGES_MAX, judgeImageCount, SELL_ORDER_IMAGES_MAX } from '#domain/auction/images.ts';
import { isOver } from '#domain/marketplace/sell-order-status.ts';
import { lockToChange } from '#server/marketplace/edit-sell-order.ts';
import { announceSellOrder, type MarketplaceParts } from '#server/marketplace/marketplace-parts.ts';
import { readSellOrder } from '#server/marketplace/read-sell-orders.ts';
import { requireSellOrder, sellOrderStatusOf } from '#server/marketplace/sell-order-rows.ts';
import type { Db } from '#server/platform/database/database.ts';
import { storeImage } from '#server/platform/files/store-image.ts';
import { operation, type Call, type Operation } from '#server/platform/http/operation.ts';
import { Refused, refuseFields } from '#server/platform/http/refused.ts';
import type { CleanupJob } from '#server/platform/runtime/cleanup.ts';

async function imagesOf(db: Db, sellOrderId: string): Promise<Set<string>> {
  const rows = await db.selectFrom('image').select('id').where('sell_order_id', '=', sellOrderId).execute();
  return new Set(rows.map(({ id }) => id));
}

async function upload({ files, images }: MarketplaceParts, call: Call<typeof uploadSellOrderImage>) {
  const { db, inTransaction, params, body, caller, nowMs } = call;
  if (isOver(sellOrderStatusOf(await requireSellOrder(db, params.id), nowMs))) throw new Refused('sell_order_over');
  await refuseFull(db, params.id);
  const owned = {
    type: body.Type,
    auction_id: null,
    sell_order_id: params.id,
    uploaded_by: caller.userId,
    lock: async (locking: Db) => {
      await lockToChange(locking, params.id);
      await refuseFull(locking, params.id);
    },
  };
  return images.linksAt(nowMs)(await storeImage(inTransaction, files, body.File, owned));
}

async function refuseFull(db: Db, sellOrderId: string): Promise<void> {
  const kept = await imagesOf(db, sellOrderId);
  refuseFields({ File: judgeImageCount(kept.size + 1, AUCTION_IMAGES_MAX) });
}

async function choose(parts: MarketplaceParts, call: Call<typeof updateSellOrderDetails>) {
  const { db, params, body } = call;
  await lockToChange(db, params.id);
  const imageIds = [...new Set(body.imageIds)];
  const uploaded = await imagesOf(db, params.id);
  const isKnown = imageIds.every((id) => uploaded.has(id));
  refuseFields({
    imageIds: isKnown ? judgeImageCount(imageIds.length, SELL_ORDER_IMAGES_MAX) : { code: 'image_unknown' },
    thumbnailId:
      body.thumbnailId === null || imageIds.includes(body.thumbnailId) ? undefined : { code: 'image_unknown' },
  });
  const chosen = { image_ids: imageIds, thumbnail_id: body.thumbnailId };
  await db.updateTable('sell_order').set(chosen).where('id', '=', params.id).execute();
  await announceSellOrder(db, params.id);
  return readSellOrder(parts, call, params.id);
}

export const sellOrderImageOperations = (parts: MarketplaceParts): Operation[] => [
  // A rollback does not remove a file. The cleanup deletes what a failed upload left.
  operation(uploadSellOrderImage, (call) => upload(parts, call), { ownTransactions: true }),
  operation(updateSellOrderDetails, (call) => choose(parts, call)),
];

/** How long an unused image is kept, in milliseconds. Somebody may be about to save a form that names the image. */
const UNUSED_KEPT_MS = 24 * 60 * 60_000;

/**
 * Detaches images older than a day that their sell order does not name. The job that deletes unused images of auctions
 * then deletes these images too.
 */
export const releaseSellOrderImages: CleanupJob = async (db, nowMs) => {
  await db.transaction().execute(async (transaction) => {
    const unused = sql`image.created_at < ${new Date(nowMs - UNUSED_KEPT_MS)} and not image.id = any(o.image_ids)`;
    // A call that names an image locks the sell order too, so this job cannot run at the same time.
    await sql`
      select 1 from sell_order o
      where exists (select 1 from image where sell_order_id = o.id and ${unused}) order by o.id for update`.execute(
      transaction,
    );
    await sql`
      update image set sell_order_id = null from sell_order o where image.sell_order_id = o.id and ${unused}`.execute(
      transaction,
    );
  });
};
