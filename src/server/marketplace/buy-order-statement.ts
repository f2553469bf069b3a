import { getBuyOrderStatementAsAdmin, getOwnBuyOrderStatement } from '#contract/marketplace/buy-order.ts';
import { referenceOf } from '#domain/marketplace/buy-order-reference.ts';
import { amountCents } from '#domain/basics/amount.ts';
import type { Language } from '#domain/basics/language.ts';
import { textOfCents } from '#domain/basics/price.ts';
import { companyNameIn } from '#domain/company/company-name.ts';
import type { BuyOrderStatement } from '#domain/marketplace/buy-order-statement.ts';
import { partsOf, requireBuyOrder, type BuyOrderRow, type PartRow } from '#server/marketplace/buy-order-rows.ts';
import { buyOrderStatementPdf } from '#server/marketplace/buy-order-statement-pdf.ts';
import type { MarketplaceParts } from '#server/marketplace/marketplace-parts.ts';
import { buyerOf, priceOfBuyOrder } from '#server/marketplace/present-buy-order.ts';
import { sellerOf } from '#server/marketplace/present-sell-order.ts';
import { ownAccountIds } from '#server/marketplace/read-buy-orders.ts';
import { pdfFile } from '#server/platform/document/make-pdf.ts';
import { operation, type Call, type Operation } from '#server/platform/http/operation.ts';
import { Refused } from '#server/platform/http/refused.ts';

/** The figures of an approved buy order; everybody who may read it gets the same, with companies named in its language. */
function stateBuyOrder(
  row: BuyOrderRow,
  parts: readonly PartRow[],
  { currency, language }: { readonly currency: string; readonly language: Language },
): BuyOrderStatement {
  if (row.status !== 'Approved' || row.decided_at === null) throw new Refused('buy_order_not_approved');
  const cost = priceOfBuyOrder(row);
  const { beneficiary, retirement_number: statementNumber } = row;
  return {
    number: referenceOf(row.id),
    orderTitle: row.title,
    placedAt: row.placed_at,
    approvedAt: row.decided_at,
    buyer: companyNameIn(language, buyerOf(row)),
    seller: companyNameIn(language, sellerOf(row)),
    currency,
    unitPrice: textOfCents(row.unit_price_cents),
    items: parts.map((part) => ({
      country: part.country,
      fuelType: part.fuel_type,
      vintage: { year: part.vintage_year, period: part.vintage_period },
      quantity: part.quantity,
      amount: textOfCents(amountCents(row.unit_price_cents, part.quantity)),
    })),
    quantity: row.quantity,
    amount: textOfCents(cost.amountCents),
    fee:
      row.buyer_fee_hundredths === 0
        ? null
        : { hundredths: row.buyer_fee_hundredths, amount: textOfCents(cost.buyerFeeCents) },
    total: textOfCents(cost.totalCents),
    retiredFor:
      beneficiary && statementNumber !== null ? { name: beneficiary.nameOnCertificates, statementNumber } : null,
    remark: row.remark ?? '',
  };
}

async function draw(
  { issuer: { brand, currency } }: Pick<MarketplaceParts, 'issuer'>,
  { db, language, timeZone }: Pick<Call, 'db' | 'language' | 'timeZone'>,
  row: BuyOrderRow,
) {
  const statement = stateBuyOrder(row, await partsOf(db, [row.id]), { currency, language });
  return pdfFile(statement.number, buyOrderStatementPdf(statement, { brand, language, timeZone }));
}

export const statementOperations = (parts: MarketplaceParts): Operation[] => [
  operation(getBuyOrderStatementAsAdmin, async (call) =>
    draw(parts, call, await requireBuyOrder(call.db, call.params.id)),
  ),
  operation(getOwnBuyOrderStatement, async (call) =>
    draw(parts, call, await requireBuyOrder(call.db, call.params.id, ownAccountIds(call.caller))),
  ),
];
