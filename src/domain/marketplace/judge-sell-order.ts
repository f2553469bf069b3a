import { judgeFee, judgePrice } from '#domain/basics/judge-money.ts';
import { isInstant } from '#domain/basics/instant.ts';
import { judgeQuantity } from '#domain/basics/quantity.ts';
import { accept, acceptAll, acceptFilled, acceptUnless, refuse } from '#domain/basics/accept.ts';
import type { FieldRefusals, Refusal, Result } from '#domain/basics/result.ts';
import { judgeLength, judgeText } from '#domain/basics/text.ts';

export const SELL_ORDER_TITLE_LENGTH_MAX = 120;
export const SELL_ORDER_DESCRIPTION_LENGTH_MAX = 2_000;

/**
 * The beneficiary that is selected first when a buyer orders: none (the RECs become a holding), the buyer's own
 * company, or a new one.
 */
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

/** A sell order's settings as a form or a request holds them. Null means an empty field. */
export type ProposedSellOrder = {
  readonly title: string;
  readonly description: string;
  readonly sellerAccountId: string | null;
  readonly unitPrice: number | null;
  readonly minimumPurchaseQuantity: number | null;
  readonly maxBuyOrderRecQuantity: number | null;
  readonly sellerProcessingFee: number | null;
  readonly buyerProcessingFee: number | null;
  /** Null if the sell order has no end date and is open until no RECs remain. */
  readonly endTime: string | null;
};
export type SellOrderField = keyof ProposedSellOrder;

export type SellOrderContext = {
  readonly nowMs: number;
  readonly present?: Pick<ProposedSellOrder, 'sellerAccountId' | 'endTime'> & { readonly publishTime: string | null };
  readonly hasItems: boolean;
};

/** Settings that passed all rules, in the form that is stored. */
export type AcceptedSellOrder = Pick<ProposedSellOrder, 'title' | 'description'> & {
  readonly sellerAccountId: string;
  readonly unitPriceCents: number;
  readonly minimumPurchaseQuantity: number;
  readonly maxBuyOrderRecQuantity: number;
  readonly sellerFeeHundredths: number;
  readonly buyerFeeHundredths: number;
  readonly endsAtMs: number | null;
};

/** Judges a sell order's settings by every rule of docs/rules.md#sell-orders, per field. */
export function judgeSellOrder(
  order: ProposedSellOrder,
  context: SellOrderContext,
): Result<AcceptedSellOrder, FieldRefusals<SellOrderField, SellOrderRefusal>> {
  const judged = acceptAll({
    title: acceptUnless(judgeText(order.title, SELL_ORDER_TITLE_LENGTH_MAX), order.title.trim()),
    description: acceptUnless(
      judgeLength(order.description, SELL_ORDER_DESCRIPTION_LENGTH_MAX),
      order.description.trim(),
    ),
    sellerAccountId: judgeSeller(order, context),
    unitPrice: judgePrice(order.unitPrice),
    minimumPurchaseQuantity: acceptFilled(order.minimumPurchaseQuantity, judgeBound),
    maxBuyOrderRecQuantity: judgeMost(order),
    sellerProcessingFee: judgeFee(order.sellerProcessingFee),
    buyerProcessingFee: judgeFee(order.buyerProcessingFee),
    endTime: judgeEnd(order, context),
  });
  if (!judged.ok) return judged;
  const { unitPrice, sellerProcessingFee, buyerProcessingFee, endTime, ...same } = judged.value;
  return accept({
    ...same,
    unitPriceCents: unitPrice,
    sellerFeeHundredths: sellerProcessingFee,
    buyerFeeHundredths: buyerProcessingFee,
    endsAtMs: endTime,
  });
}

/** Refuses another seller while items exist, because the items may come from the seller's holdings. */
const judgeSeller = ({ sellerAccountId }: ProposedSellOrder, { present, hasItems }: SellOrderContext) =>
  acceptFilled(sellerAccountId, (seller): Result<string, Refusal<'locked_while_items_exist'>> => {
    const isLocked = hasItems && present && present.sellerAccountId !== seller;
    return isLocked ? refuse({ code: 'locked_while_items_exist' }) : accept(seller);
  });

const judgeBound = (quantity: number) => acceptUnless(judgeQuantity(quantity), quantity);

const judgeMost = ({ minimumPurchaseQuantity: minimum, maxBuyOrderRecQuantity }: ProposedSellOrder) =>
  acceptFilled(maxBuyOrderRecQuantity, (maximum): Result<number, Refusal<SellOrderRefusal>> => {
    const judged = judgeBound(maximum);
    const isBelow = minimum !== null && maximum < minimum;
    return judged.ok && isBelow ? refuse({ code: 'maximum_quantity_below_minimum', params: { minimum } }) : judged;
  });

function judgeEnd(
  { endTime }: ProposedSellOrder,
  { nowMs, present }: SellOrderContext,
): Result<number | null, Refusal<'invalid_date' | 'end_before_publishing'>> {
  if (endTime === null) return accept(null);
  const endMs = Date.parse(endTime);
  if (!isInstant(endMs)) return refuse({ code: 'invalid_date' });
  const isUnchanged = present?.endTime != null && Date.parse(present.endTime) === endMs;
  if (endMs <= nowMs && !isUnchanged) return refuse({ code: 'invalid_date' });
  const isBeforePublishing = present?.publishTime != null && endMs <= Date.parse(present.publishTime);
  return isBeforePublishing ? refuse({ code: 'end_before_publishing' }) : accept(endMs);
}

export const PUBLISH_REFUSALS = ['invalid_date', 'end_before_publishing'] as const;

/**
 * Judges the publish time. If the time is null, the order is published now. The time may not be in the past
 * (docs/rules.md#sell-orders).
 */
export function judgePublishTime(
  publishTime: string | null,
  { nowMs, endTime }: { readonly nowMs: number; readonly endTime: string | null },
): Refusal<(typeof PUBLISH_REFUSALS)[number]> | undefined {
  const publishMs = publishTime === null ? nowMs : Date.parse(publishTime);
  if (!isInstant(publishMs) || publishMs < nowMs) return { code: 'invalid_date' };
  return endTime !== null && Date.parse(endTime) <= publishMs ? { code: 'end_before_publishing' } : undefined;
}

/** Returns why a sell order cannot be published with its stored items and settings; undefined if it can. */
export function judgePublishable(order: {
  readonly totalQuantity: number;
  readonly minimumPurchaseQuantity: number;
}): Refusal<'sell_order_has_no_items' | 'minimum_above_total'> | undefined {
  if (order.totalQuantity === 0) return { code: 'sell_order_has_no_items' };
  return order.minimumPurchaseQuantity > order.totalQuantity
    ? { code: 'minimum_above_total', params: { total: order.totalQuantity } }
    : undefined;
}
