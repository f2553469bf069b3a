import { judgeFee } from '#domain/auction/judge-settings.ts';
import { isInstant } from '#domain/basics/instant.ts';
import { judgePrice } from '#domain/auction/judge-item.ts';
import { judgeQuantity } from '#domain/basics/quantity.ts';
import { withoutEmpty, type FieldRefusals, type Refusal } from '#domain/basics/result.ts';
import { judgeLength, judgeText } from '#domain/basics/text.ts';

export const SELL_ORDER_TITLE_LENGTH_MAX = 120;
export const SELL_ORDER_DESCRIPTION_LENGTH_MAX = 2_000;

/** What the buyer's choice of a beneficiary starts with: none (the RECs become a holding), its own company, or a new one. */
export const BENEFICIARY_DEFAULTS = ['none', 'own', 'new'] as const;
export type BeneficiaryDefault = (typeof BENEFICIARY_DEFAULTS)[number];

export const SELL_ORDER_REFUSALS = [
  'field_required',
  'less_than_maximum_character',
  'price_invalid',
  'quantity_must_be_integer',
  'quantity_out_of_range',
  'maximum_quantity_below_minimum',
  'fee_out_of_range',
  'invalid_date',
  'end_before_publishing',
  'locked_while_items_exist',
] as const;
export type SellOrderRefusal = (typeof SELL_ORDER_REFUSALS)[number];

/** A sell order's settings as a form or a request holds them; null is an empty field. */
export type ProposedSellOrder = {
  readonly title: string;
  readonly description: string;
  readonly sellerAccountId: string | null;
  readonly unitPrice: number | null;
  readonly minimumPurchaseQuantity: number | null;
  readonly maxBuyOrderRecQuantity: number | null;
  readonly sellerProcessingFee: number | null;
  readonly buyerProcessingFee: number | null;
  /** Null where it sells until nothing remains. */
  readonly endTime: string | null;
};
export type SellOrderField = keyof ProposedSellOrder;

export type SellOrderContext = {
  readonly nowMs: number;
  readonly present?: Pick<ProposedSellOrder, 'sellerAccountId' | 'endTime'> & { readonly publishTime: string | null };
  readonly hasItems: boolean;
};

/** Every rule about a sell order's settings (specification 5), per field; an empty object means all is well. */
export const judgeSellOrder = (
  order: ProposedSellOrder,
  context: SellOrderContext,
): FieldRefusals<SellOrderField, SellOrderRefusal> =>
  withoutEmpty<SellOrderField, SellOrderRefusal>({
    title: judgeText(order.title, SELL_ORDER_TITLE_LENGTH_MAX),
    description: judgeLength(order.description, SELL_ORDER_DESCRIPTION_LENGTH_MAX),
    sellerAccountId: judgeSeller(order, context),
    unitPrice: judgePrice(order.unitPrice),
    minimumPurchaseQuantity: judgeBound(order.minimumPurchaseQuantity),
    maxBuyOrderRecQuantity: judgeBound(order.maxBuyOrderRecQuantity) ?? judgeRange(order),
    sellerProcessingFee: judgeFee(order.sellerProcessingFee),
    buyerProcessingFee: judgeFee(order.buyerProcessingFee),
    endTime: judgeEnd(order, context),
  });

/** The items may come out of the seller's holdings. */
function judgeSeller(
  { sellerAccountId }: ProposedSellOrder,
  { present, hasItems }: SellOrderContext,
): Refusal<SellOrderRefusal> | undefined {
  if (sellerAccountId === null) return { code: 'field_required' };
  return hasItems && present && present.sellerAccountId !== sellerAccountId
    ? { code: 'locked_while_items_exist' }
    : undefined;
}

const judgeBound = (quantity: number | null): Refusal<SellOrderRefusal> | undefined =>
  quantity === null ? { code: 'field_required' } : judgeQuantity(quantity);

function judgeRange({
  minimumPurchaseQuantity: minimum,
  maxBuyOrderRecQuantity: maximum,
}: ProposedSellOrder): Refusal<SellOrderRefusal> | undefined {
  return minimum !== null && maximum !== null && maximum < minimum
    ? { code: 'maximum_quantity_below_minimum', params: { minimum } }
    : undefined;
}

function judgeEnd(
  { endTime }: ProposedSellOrder,
  { nowMs, present }: SellOrderContext,
): Refusal<SellOrderRefusal> | undefined {
  if (endTime === null) return undefined;
  const endMs = Date.parse(endTime);
  if (!isInstant(endMs)) return { code: 'invalid_date' };
  const isUnchanged = present?.endTime != null && Date.parse(present.endTime) === endMs;
  if (endMs <= nowMs && !isUnchanged) return { code: 'invalid_date' };
  const publishMs = Date.parse(present?.publishTime ?? '');
  return endMs <= publishMs ? { code: 'end_before_publishing' } : undefined;
}

export const PUBLISH_REFUSALS = ['invalid_date', 'end_before_publishing'] as const;

/** When it is published: now, where nothing is said, or later (specification 5: not in the past). */
export function judgePublishTime(
  publishTime: string | null,
  { nowMs, endTime }: { readonly nowMs: number; readonly endTime: string | null },
): Refusal<(typeof PUBLISH_REFUSALS)[number]> | undefined {
  const publishMs = publishTime === null ? nowMs : Date.parse(publishTime);
  if (!isInstant(publishMs) || publishMs < nowMs) return { code: 'invalid_date' };
  return endTime !== null && Date.parse(endTime) <= publishMs ? { code: 'end_before_publishing' } : undefined;
}

/** What stands against publishing it as it is saved. */
export function judgePublishable(order: {
  readonly totalQuantity: number;
  readonly minimumPurchaseQuantity: number;
}): Refusal<'sell_order_has_no_items' | 'minimum_above_total'> | undefined {
  if (order.totalQuantity === 0) return { code: 'sell_order_has_no_items' };
  return order.minimumPurchaseQuantity > order.totalQuantity
    ? { code: 'minimum_above_total', params: { total: order.totalQuantity } }
    : undefined;
}
