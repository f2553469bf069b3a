import type { BodyOf } from '#contract/basics/route.ts';
import type { addSellOrderItem, AdminSellOrder, AdminSellOrderItem } from '#contract/marketplace/sell-order.ts';
import { refusalsOf } from '#domain/basics/accept.ts';
import { judgeSellOrderItem } from '#domain/marketplace/judge-sell-order-item.ts';
import { goodsForm } from '#web/auction-editor/items/item-form.ts';
import type { Refusals } from '#web/design/forms/use-form.ts';

/** An item as the form holds it: the request itself. */
export type ItemForm = BodyOf<typeof addSellOrderItem>;

/** A new item starts with what the one before it had, except for what tells the two apart. */
export const newItem = (before?: AdminSellOrderItem): ItemForm => ({
  recCountry: before?.recCountry ?? null,
  recFuelType: null,
  vintageYear: before?.recVintage.year ?? null,
  vintagePeriod: before?.recVintage.period ?? 'FullYear',
  recQuantity: null,
  description: '',
  address: '',
  latitude: null,
  longitude: null,
  holdingId: null,
});

export const itemFormOf = (item: AdminSellOrderItem): ItemForm => ({
  ...goodsForm(item),
  recQuantity: item.totalQuantity,
  description: item.description,
  address: item.address,
  latitude: item.latitude,
  longitude: item.longitude,
  holdingId: item.holdingId,
});

export const itemRequest = (item: ItemForm): ItemForm => ({
  ...item,
  description: item.description.trim(),
  address: item.address.trim(),
});

/** Judged beside the other items: all of them for a new one. */
export function judgeItemForm(
  { items }: AdminSellOrder,
  editedId: string | undefined,
): (item: ItemForm) => Refusals<ItemForm> {
  const edited = items.find(({ sellOrderItemId }) => sellOrderItemId === editedId);
  const others = items.filter((item) => item !== edited);
  const context = {
    others: others.map(itemFormOf),
    othersQuantity: others.reduce((sum, { totalQuantity }) => sum + totalQuantity, 0),
    present: edited && {
      ...itemFormOf(edited),
      orderedQuantity: edited.reservedQuantity + edited.soldQuantity,
    },
  };
  return (item) => refusalsOf(judgeSellOrderItem(itemRequest(item), context));
}
