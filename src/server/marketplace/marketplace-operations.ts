import { buyOrderReads } from '#server/marketplace/read-buy-orders.ts';
import { buyOrderStatementOperations } from '#server/marketplace/buy-order-statement.ts';
import { buyerOperations } from '#server/marketplace/buyers.ts';
import { decideOperations } from '#server/marketplace/decide-buy-order.ts';
import { sellOrderItemEdits } from '#server/marketplace/edit-sell-order-items.ts';
import { sellOrderEdits, publishOperations } from '#server/marketplace/edit-sell-order.ts';
import type { MarketplaceParts } from '#server/marketplace/marketplace-parts.ts';
import { placeOperations } from '#server/marketplace/place-buy-order.ts';
import { marketplaceReads, sellOrderReads } from '#server/marketplace/read-sell-orders.ts';
import { restoreSellOrderOperation } from '#server/marketplace/restore-sell-order.ts';
import { sellOrderImageOperations } from '#server/marketplace/sell-order-images.ts';
import { sellOrderTermsOperations } from '#server/marketplace/sell-order-terms.ts';
import { switchedOff, type Operation } from '#server/platform/http/operation.ts';

/**
 * Returns all operations of the marketplace. If the marketplace is switched off, the operations refuse every caller
 * (docs/rules.md#configuration).
 */
export function marketplaceOperations(parts: MarketplaceParts): Operation[] {
  const operations = [
    ...sellOrderReads(parts),
    ...sellOrderEdits(parts),
    restoreSellOrderOperation(parts),
    ...sellOrderItemEdits,
    ...publishOperations(parts),
    ...marketplaceReads(parts),
    ...placeOperations(parts),
    ...buyOrderReads,
    ...decideOperations(parts),
    ...buyerOperations,
    ...sellOrderTermsOperations(parts),
    ...sellOrderImageOperations(parts),
    ...buyOrderStatementOperations(parts),
  ];
  return parts.allowsMarketplace ? operations : operations.map(switchedOff);
}
