import {
  getSellOrderTermsAsAdmin,
  getSellOrderTermsAsUser,
  setSellOrderTerms,
} from '#contract/settlement/settlement.ts';
import type { MarketplaceParts } from '#server/marketplace/marketplace-parts.ts';
import { requireSeen } from '#server/marketplace/read-sell-orders.ts';
import { lockSellOrder, requireSellOrder } from '#server/marketplace/sell-order-rows.ts';
import { readSettlementTerms, writeSettlementTerms } from '#server/settlement-terms/stored-terms.ts';
import { operation, type Operation } from '#server/platform/http/operation.ts';
import { Refused } from '#server/platform/http/refused.ts';

/** Reads the terms of settlement of sell orders, and changes them before the publication. */
export const sellOrderTermsOperations = ({ issuer }: MarketplaceParts): Operation[] => [
  operation(getSellOrderTermsAsUser, async (call) => {
    const { id } = await requireSeen(call, call.params.id);
    return readSettlementTerms(call.db, { sell_order_id: id }, issuer.currency);
  }),

  operation(getSellOrderTermsAsAdmin, async ({ db, params }) => {
    const { id } = await requireSellOrder(db, params.id);
    return readSettlementTerms(db, { sell_order_id: id }, issuer.currency);
  }),

  operation(setSellOrderTerms, async ({ db, params, body }) => {
    const { order } = await lockSellOrder(db, params.id);
    // Buyers accept the terms with their orders.
    if (order.publish_at !== null) throw new Refused('settlement_terms_locked');
    await writeSettlementTerms(db, { sell_order_id: order.id }, body, issuer.currency);
    return body;
  }),
];
