import { randomUUID } from 'node:crypto';
import { addItem, deleteItem, updateItem } from '#contract/auction.ts';
import type { BodyOf } from '#contract/route.ts';
import { ITEMS_MAX, judgeItem } from '#domain/auction/judge-item.ts';
import { centsOfDecimal } from '#domain/basics/price.ts';
import { findAuction, itemsOf, type ItemRow } from '#server/auction/auction-rows.ts';
import { announceChange, type AuctionParts } from '#server/auction/parts.ts';
import { presentItem } from '#server/auction/present-auction.ts';
import { beginChangeBeforeStart, settleChange } from '#server/bidding/settle-change.ts';
import { roomRows } from '#server/bidding/sql-room-store.ts';
import type { Caller } from '#server/platform/caller.ts';
import type { Db } from '#server/platform/database.ts';
import { operation, type Operation } from '#server/platform/operation.ts';
import { Refused, refuseFields } from '#server/platform/refused.ts';

type ItemBody = BodyOf<typeof addItem>;

/** The auction and its items as they stand under the lock. */
async function readForEdit(db: Db, caller: Caller, auctionId: string) {
  const auction = await findAuction(db, caller, auctionId);
  if (!auction) throw new Refused('not_found');
  return { auction, items: await itemsOf(db, [auctionId]) };
}

function judge(item: ItemBody, minimumRecQuantity: number, others: readonly ItemRow[]): void {
  refuseFields(
    judgeItem(item, {
      minimumRecQuantity,
      others: others.map((other) => ({
        recCountry: other.country,
        recFuelType: other.fuel_type,
        vintageYear: other.vintage_year,
        vintagePeriod: other.vintage_period,
      })),
    }),
  );
}

/** The columns that an item becomes; every value was judged before, so nothing required is missing. */
const columnsOf = (item: ItemBody) => ({
  country: item.recCountry ?? 'MY',
  fuel_type: item.recFuelType ?? 'Solar',
  vintage_year: item.vintageYear ?? 0,
  vintage_period: item.vintagePeriod ?? 'FullYear',
  quantity: item.recQuantity ?? 0,
  partial_fulfillment: item.partialFulfillment,
  minimum_bid_price_cents: centsOfDecimal(item.minimumBidPrice ?? 0) ?? 0,
  maximum_bid_price_cents: centsOfDecimal(item.maximumBidPrice ?? 0) ?? 0,
  description: item.description,
});

const findItem = (items: readonly ItemRow[], itemId: string): ItemRow => {
  const found = items.find(({ id }) => id === itemId);
  if (!found) throw new Refused('not_found');
  return found;
};

export const itemOperations = (parts: AuctionParts): Operation[] => [
  operation(addItem, async ({ db, params, body, caller, afterCommit }) => {
    const change = await beginChangeBeforeStart(roomRows(db), params.id);
    const { auction, items } = await readForEdit(db, caller, params.id);
    if (items.length >= ITEMS_MAX) throw new Refused('maximum_items_reached', { maximum: ITEMS_MAX });
    judge(body, auction.minimum_rec_quantity, items);
    const place = { id: randomUUID(), auction_id: params.id, position: items.length + 1 };
    const row = { ...place, min_quantity: null, max_quantity: null, ...columnsOf(body) };
    await db.insertInto('auction_item').values(row).execute();
    await settleChange(change, caller.userId);
    afterCommit(announceChange(parts, params.id));
    return presentItem(row, auction.auction_type === 'Forward');
  }),

  operation(updateItem, async ({ db, params, body, caller, afterCommit }) => {
    const change = await beginChangeBeforeStart(roomRows(db), params.id);
    const { auction, items } = await readForEdit(db, caller, params.id);
    const present = findItem(items, params.itemId);
    judge(
      body,
      auction.minimum_rec_quantity,
      items.filter(({ id }) => id !== params.itemId),
    );
    const columns = columnsOf(body);
    await db.updateTable('auction_item').set(columns).where('id', '=', params.itemId).execute();
    await settleChange(change, caller.userId);
    afterCommit(announceChange(parts, params.id));
    return presentItem({ ...present, ...columns }, auction.auction_type === 'Forward');
  }),

  operation(deleteItem, async ({ db, params, caller, afterCommit }) => {
    const change = await beginChangeBeforeStart(roomRows(db), params.id);
    const { items } = await readForEdit(db, caller, params.id);
    findItem(items, params.itemId);
    await db.deleteFrom('auction_item').where('id', '=', params.itemId).execute();
    await settleChange(change, caller.userId);
    afterCommit(announceChange(parts, params.id));
    return {};
  }),
];
