import { getBuyOrderStatementAsAdmin, getOwnBuyOrderStatement } from '#contract/marketplace/buy-order.ts';
import { referenceOf } from '#domain/marketplace/buy-order-reference.ts';
import { amountCents } from '#domain/basics/amount.ts';
import { baseLanguageOf, type Language } from '#domain/basics/language.ts';
import { textOfCents } from '#domain/basics/price.ts';
import { companyNameIn } from '#domain/company/company-name.ts';
import { partsOf, requireBuyOrder, type BuyOrderRow, type PartRow } from '#server/marketplace/buy-order-rows.ts';
import type { MarketplaceParts } from '#server/marketplace/marketplace-parts.ts';
import { buyerOf, priceOfBuyOrder } from '#server/marketplace/buy-order-columns.ts';
import { ownAccountIds } from '#server/marketplace/read-buy-orders.ts';
import { sellerOf } from '#server/marketplace/present-sell-order.ts';
import type { Brand, DocumentReader, Fact, PdfDocument } from '#server/platform/document/document.ts';
import { writerFor, type Writer } from '#server/platform/document/writer-for.ts';
import { pdfFile } from '#server/platform/document/make-pdf.ts';
import { operation, type Call, type Operation } from '#server/platform/http/operation.ts';
import { Refused } from '#server/platform/http/refused.ts';
import { settingIn } from '#server/platform-setting/stored-settings.ts';

/**
 * Returns the figures of an approved buy order (docs/rules.md#buy-orders). Every permitted reader gets the same
 * figures, with company names in the reader's language. Amounts are decimal texts with two fraction digits
 * (docs/rules.md#numbers).
 */
function stateBuyOrder(
  row: BuyOrderRow,
  parts: readonly PartRow[],
  { currency, language }: { readonly currency: string; readonly language: Language },
) {
  if (row.status !== 'Approved' || row.decided_at === null) throw new Refused('buy_order_not_approved');
  const cost = priceOfBuyOrder(row);
  const { beneficiary, retirement_number: statementNumber } = row;
  return {
    /** The reference that both parties quote. */
    number: referenceOf(row.id),
    orderTitle: row.title,
    placedAt: row.placed_at,
    approvedAt: row.decided_at,
    buyer: companyNameIn(language, buyerOf(row)),
    seller: companyNameIn(language, sellerOf(row)),
    currency,
    /** Price of one REC. */
    unitPrice: textOfCents(row.unit_price_cents),
    /** The parts of the buy order: how the quantity was split over the sell order's items, in the order of filling. */
    items: parts.map((part) => ({
      country: part.country,
      fuelType: part.fuel_type,
      vintage: { year: part.vintage_year, period: part.vintage_period },
      quantity: part.quantity,
      amount: textOfCents(amountCents(row.unit_price_cents, part.quantity)),
    })),
    quantity: row.quantity,
    amount: textOfCents(cost.amountCents),
    /** The buyer's fee, with its percentage in hundredths of a percent. Null without a fee. */
    fee:
      row.buyer_fee_hundredths === 0
        ? null
        : { hundredths: row.buyer_fee_hundredths, amount: textOfCents(cost.buyerFeeCents) },
    total: textOfCents(cost.totalCents),
    /**
     * The beneficiary of the retirement, and the number of the retirement statement. Null if the RECs became a holding.
     */
    retiredFor:
      beneficiary && statementNumber !== null ? { name: beneficiary.nameOnCertificates, statementNumber } : null,
    /** The administrator's remark on approval. */
    remark: row.remark ?? '',
  };
}

type BuyOrderStatement = ReturnType<typeof stateBuyOrder>;

/** Returns the statement of an approved buy order as a document, which `makePdf` and `pdfFile` draw. */
export function buyOrderStatementPdf(
  statement: BuyOrderStatement,
  { brand, ...reader }: DocumentReader & { readonly brand: Brand },
): PdfDocument {
  const write = writerFor(reader);
  const { words } = write;
  const { number, approvedAt, currency, unitPrice, items, quantity, amount, fee, total, remark } = statement;
  const feeRow = fee && [
    words('document.buyOrder.fee', { percent: write.percent(fee.hundredths) }),
    '',
    '',
    write.amount(fee.amount),
  ];
  return {
    ...reader,
    brand,
    title: words('document.buyOrder.title'),
    number,
    statedAt: approvedAt,
    blocks: [
      { kind: 'facts', rows: orderFacts(write, statement) },
      { kind: 'heading', text: words('document.buyOrder.bought') },
      {
        kind: 'table',
        columns: [
          { heading: words('item.item'), share: 6 },
          { heading: words('document.recs'), share: 2, isNumber: true },
          { heading: words('document.price', { currency }), share: 2, isNumber: true },
          { heading: words('document.amount', { currency }), share: 3, isNumber: true },
        ],
        rows: items.map((item) => [
          write.product(item),
          write.quantity(item.quantity),
          write.amount(unitPrice),
          write.amount(item.amount),
        ]),
        totals: [
          [words('document.sum'), write.quantity(quantity), '', write.amount(amount)],
          ...(feeRow ? [feeRow] : []),
          [words('document.toPay', { currency }), '', '', write.amount(total)],
        ],
      },
      ...(remark === '' ? [] : [{ kind: 'paragraph' as const, text: words('document.buyOrder.remark', { remark }) }]),
    ],
  };
}

function orderFacts({ words, time }: Writer, statement: BuyOrderStatement): Fact[] {
  const { number, orderTitle, placedAt, approvedAt, buyer, seller, retiredFor } = statement;
  const retired: Fact[] = retiredFor
    ? [[words('document.buyOrder.retiredFor'), words('document.buyOrder.retiredBy', retiredFor)]]
    : [];
  return [
    [words('document.number'), number],
    [words('document.buyOrder.order'), orderTitle],
    [words('document.buyOrder.placedAt'), time(placedAt)],
    [words('document.buyOrder.approvedAt'), time(approvedAt)],
    [words('document.buyer'), buyer],
    [words('document.seller'), seller],
    ...retired,
  ];
}

async function draw(
  { issuer: { brand, currency } }: Pick<MarketplaceParts, 'issuer'>,
  { db, language, timeZone }: Pick<Call, 'db' | 'language' | 'timeZone'>,
  row: BuyOrderRow,
) {
  const feeNames = await settingIn(db, 'feeNames');
  const reader = { brand, language: baseLanguageOf(language), timeZone, feeNames };
  const statement = stateBuyOrder(row, await partsOf(db, [row.id]), { currency, language });
  return pdfFile(statement.number, buyOrderStatementPdf(statement, reader));
}

export const buyOrderStatementOperations = (parts: MarketplaceParts): Operation[] => [
  operation(getBuyOrderStatementAsAdmin, async (call) =>
    draw(parts, call, await requireBuyOrder(call.db, call.params.id)),
  ),
  operation(getOwnBuyOrderStatement, async (call) =>
    draw(parts, call, await requireBuyOrder(call.db, call.params.id, ownAccountIds(call.caller))),
  ),
];
