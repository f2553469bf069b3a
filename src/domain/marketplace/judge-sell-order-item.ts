import { judgePlace, PLACE_REFUSALS, type DevicePlace } from '#domain/auction/device-place.ts';
import {
  DESCRIPTION_LENGTH_MAX,
  isSameKind,
  judgeKind,
  type AcceptedKind,
  type ItemKind,
  type ItemRefusal,
  type KindContext,
} from '#domain/auction/judge-item.ts';
import { judgeQuantity, QUANTITY_MAX } from '#domain/basics/quantity.ts';
import { accept, acceptAll, acceptFilled, acceptUnless, refuse } from '#domain/basics/accept.ts';
import type { FieldRefusals, Refusal, Result } from '#domain/basics/result.ts';
import { judgeLength } from '#domain/basics/text.ts';

/** Maximum number of items of a sell order. It is the same as for an auction (docs/rules.md#sell-orders). */
export const SELL_ORDER_ITEMS_MAX = 100;

/** An item as a form or a request holds it. Null means an empty field. */
export type ProposedSellOrderItem = DevicePlace &
  ItemKind & {
    readonly recQuantity: number | null;
    readonly description: string;
    /** The seller's holding from which the RECs are sold; null if they come from the seller's supply. */
    readonly holdingId: string | null;
  };
export type SellOrderItemField = keyof ProposedSellOrderItem;

export const SELL_ORDER_ITEM_REFUSALS = [
  'field_required',
  'choice_unknown',
  'invalid_vintage_year',
  'duplicate_item',
  'quantity_must_be_integer',
  'quantity_out_of_range',
  'total_out_of_range',
  'item_in_buy_orders',
  'below_ordered_quantity',
  'less_than_maximum_character',
  ...PLACE_REFUSALS,
] as const;
export type SellOrderItemRefusal = ItemRefusal | (typeof SELL_ORDER_ITEM_REFUSALS)[number];

export type SellOrderItemContext = KindContext & {
  /** Sum of the quantities of `others`. Together, all items may not exceed the general maximum quantity. */
  readonly othersQuantity: number;
  /** The stored item if it is edited; undefined for a new item. */
  readonly present?: (ItemKind & { readonly holdingId: string | null; readonly orderedQuantity: number }) | undefined;
};

/** An item that passed all rules, in the form that is stored. */
export type AcceptedSellOrderItem = AcceptedKind &
  Omit<ProposedSellOrderItem, keyof ItemKind | 'recQuantity'> & { readonly recQuantity: number };

/** Judges a sell order's item by every rule, per field. */
export function judgeSellOrderItem(
  item: ProposedSellOrderItem,
  context: SellOrderItemContext,
): Result<AcceptedSellOrderItem, FieldRefusals<SellOrderItemField, SellOrderItemRefusal>> {
  const judged = acceptAll({
    ...judgeKind(item, { others: context.others, countries: allowedCountries(item, context) }),
    ...(isMoved(item, context) && { recCountry: refuse({ code: 'item_in_buy_orders' }) }),
    recQuantity: judgeItemQuantity(item.recQuantity, context),
    description: acceptUnless(judgeLength(item.description, DESCRIPTION_LENGTH_MAX), item.description.trim()),
    ...judgePlace(item),
  });
  if (!judged.ok) return judged;
  return accept({ ...judged.value, address: item.address.trim(), holdingId: item.holdingId });
}

/** RECs that the seller holds can be sold, also if the platform no longer offers their country. */
function allowedCountries(
  { recCountry, holdingId }: ProposedSellOrderItem,
  { countries, present }: SellOrderItemContext,
) {
  const kept = holdingId === null ? present?.recCountry : recCountry;
  return kept ? [...countries, kept] : countries;
}

/** Returns whether an edit gives an ordered item another product or another holding. Such an edit is not allowed. */
function isMoved(item: ProposedSellOrderItem, { present }: SellOrderItemContext): boolean {
  if (!present || present.orderedQuantity === 0) return false;
  return !isSameKind(item, present) || item.holdingId !== present.holdingId;
}

const judgeItemQuantity = (recQuantity: number | null, { present, othersQuantity }: SellOrderItemContext) =>
  acceptFilled(recQuantity, (quantity): Result<number, Refusal<SellOrderItemRefusal>> => {
    const refusal = judgeQuantity(quantity);
    if (refusal) return refuse(refusal);
    if (othersQuantity + quantity > QUANTITY_MAX)
      return refuse({ code: 'total_out_of_range', params: { maximum: QUANTITY_MAX } });
    const isTooFew = present !== undefined && quantity < present.orderedQuantity;
    return isTooFew
      ? refuse({ code: 'below_ordered_quantity', params: { ordered: present.orderedQuantity } })
      : accept(quantity);
  });
