import { sql } from 'kysely';
import { restoreSellOrder } from '#contract/deletion.ts';
import type { SettlementTerms } from '#domain/settlement/terms.ts';
import { imagesOf, keepDeleted, requireSeller, restoreImages, takeDeleted } from '#server/deletion/deleted-objects.ts';
import { announceSellOrder, type MarketplaceParts } from '#server/marketplace/marketplace-parts.ts';
import { readSellOrder } from '#server/marketplace/read-sell-orders.ts';
import {
  sumUpItems,
  type LockedSellOrder,
  type SellOrderItemRow,
  type SellOrderRow,
} from '#server/marketplace/sell-order-rows.ts';
import { insertTerms, ownTerms } from '#server/settlement-terms/stored-terms.ts';
import type { Db } from '#server/platform/database/database.ts';
import { operation, type Operation } from '#server/platform/http/operation.ts';

/** A deleted sell order as it is stored, in JSON: times are texts. */
type DeletedSellOrder = {
  readonly order: SellOrderRow;
  readonly items: readonly SellOrderItemRow[];
  readonly buyerIds: readonly string[];
  readonly terms: SettlementTerms | null;
};

/** Keeps a copy of a sell order that is being deleted. */
export async function keepSellOrder(db: Db, { order, items }: LockedSellOrder, userId: string): Promise<void> {
  const { id, title } = order;
  const buyers = await db.selectFrom('sell_order_buyer').select('account_id').where('sell_order_id', '=', id).execute();
  const buyerIds = buyers.map((buyer) => buyer.account_id);
  const content: DeletedSellOrder = { order, items, buyerIds, terms: await ownTerms(db, { sell_order_id: id }) };
  const imageIds = imagesOf(picturesOf(order));
  await keepDeleted(db, { id, kind: 'sellOrder', title, content, imageIds, userId });
}

const picturesOf = ({ image_ids: imageIds, thumbnail_id: thumbnailId }: SellOrderRow) => ({ imageIds, thumbnailId });

/** Restores deleted sell orders. They are unpublished, as they were when they were deleted. */
export const restoreSellOrderOperation = (parts: MarketplaceParts): Operation =>
  operation(restoreSellOrder, async (call) => {
    const { db, params, caller } = call;
    const kept = await takeDeleted<DeletedSellOrder>(db, 'sellOrder', params.id);
    const id = params.id;
    await insertUnpublished(db, kept, caller.userId);
    const { rows: buyers } = await sql<{ account_id: string }>`
      select id as account_id from account where id = any(${[...kept.buyerIds]}::uuid[])`.execute(db);
    const listed = buyers.map((buyer) => ({ sell_order_id: id, ...buyer }));
    if (listed.length > 0) await db.insertInto('sell_order_buyer').values(listed).execute();
    if (kept.terms) await insertTerms(db, { sell_order_id: id }, kept.terms);
    await announceSellOrder(db, id);
    return readSellOrder(parts, call, id);
  });

async function insertUnpublished(db: Db, { order, items }: DeletedSellOrder, userId: string): Promise<void> {
  await requireSeller(db, order.seller_account_id);
  const { id } = order;
  const settings = {
    id,
    title: order.title,
    description: order.description,
    seller_account_id: order.seller_account_id,
    unit_price_cents: order.unit_price_cents,
    minimum_purchase_quantity: order.minimum_purchase_quantity,
    max_buy_order_rec_quantity: order.max_buy_order_rec_quantity,
    seller_fee_hundredths: order.seller_fee_hundredths,
    buyer_fee_hundredths: order.buyer_fee_hundredths,
    beneficiary_default: order.beneficiary_default,
    end_at: order.end_at === null ? null : new Date(order.end_at),
  };
  await db
    .insertInto('sell_order')
    .values({ ...settings, created_by: userId })
    .execute();
  const images = await restoreImages(db, { sell_order_id: id }, picturesOf(order));
  const image_ids = images.restoredOf(order.image_ids);
  const { thumbnailId: thumbnail_id } = images;
  await db.updateTable('sell_order').set({ image_ids, thumbnail_id }).where('id', '=', id).execute();
  if (items.length > 0)
    await db
      .insertInto('sell_order_item')
      .values([...items])
      .execute();
  await sumUpItems(db, id);
}
