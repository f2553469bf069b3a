import type { BodyOf } from '#contract/basics/route.ts';
import type {
  addSellOrderItem,
  AdminSellOrder,
  AdminSellOrderItem,
  ResaleHolding,
} from '#contract/marketplace/sell-order.ts';
import { itemName } from '#domain/auction/judge-item.ts';
import { refusalsOf } from '#domain/basics/accept.ts';
import { judgeSellOrderItem } from '#domain/marketplace/judge-sell-order-item.ts';
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
  recCountry: item.recCountry,
  recFuelType: item.recFuelType,
  vintageYear: item.recVintage.year,
  vintagePeriod: item.recVintage.period,
  recQuantity: item.totalQuantity,
  description: item.description,
  address: item.address,
  latitude: item.latitude,
  longitude: item.longitude,
  holdingId: item.holdingId,
});

/** What is sold out of a holding is of that holding's goods. */
export const goodsOfHolding = (holding: ResaleHolding): Partial<ItemForm> => ({
  recCountry: holding.recCountry,
  recFuelType: holding.recFuelType,
  vintageYear: holding.recVintage.year,
  vintagePeriod: holding.recVintage.period,
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

/** Display name of an item whose form was found right. */
export const nameOfForm = ({ recCountry, recFuelType, vintageYear, vintagePeriod }: ItemForm): string =>
  recCountry && recFuelType && vintageYear && vintagePeriod
    ? itemName({ recCountry, recFuelType, vintageYear, vintagePeriod })
    : '';
