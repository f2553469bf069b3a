import { decimalOfCents, textOfCents } from '#domain/basics/price.ts';
import { companyNameIn } from '#domain/company/company-name.ts';
import { referenceOf } from '#domain/marketplace/buy-order-reference.ts';
import { priceBuyOrder } from '#domain/marketplace/split-buy-order.ts';
import type { FeeNames } from '#domain/platform-setting/fee-names.ts';
import type { BuyOrderRow } from '#server/marketplace/buy-order-rows.ts';
import { sellerOf } from '#server/marketplace/present-sell-order.ts';
import type { ExportColumn } from '#server/platform/export/export.ts';
import type { Call } from '#server/platform/http/operation.ts';
import { wordsWithFees, type Words } from '#server/platform/http/words.ts';

export type Priced = Pick<
  BuyOrderRow,
  'quantity' | 'unit_price_cents' | 'buyer_fee_hundredths' | 'seller_fee_hundredths'
>;

/** Returns amount, fees and totals of a buy order, in cents. */
export const priceOfBuyOrder = (row: Priced) =>
  priceBuyOrder(row.unit_price_cents, row.quantity, {
    buyerFeeHundredths: row.buyer_fee_hundredths,
    sellerFeeHundredths: row.seller_fee_hundredths,
  });

export const buyerOf = (row: BuyOrderRow) => ({
  accountId: row.account_id,
  companyName: row.buyer_name,
  englishCompanyName: row.buyer_english_name,
});

/** Returns the columns of buy orders in an exported file. */
export function buyOrderColumns(
  { language, timeZone }: Pick<Call, 'language' | 'timeZone'>,
  feeNames: FeeNames,
): ExportColumn<BuyOrderRow>[] {
  const words = wordsWithFees(language, feeNames);
  return [
    { key: 'buyOrderId', raw: ({ id }) => id },
    { key: 'sellOrderId', raw: (row) => row.sell_order_id },
    { key: 'sellerAccountId', raw: (row) => row.seller_account_id },
    { key: 'buyerAccountId', raw: (row) => row.account_id },
    { key: 'reference', heading: words('marketplace.reference'), value: ({ id }) => referenceOf(id) },
    {
      key: 'status',
      heading: words('marketplace.status'),
      value: ({ status }) => words(`buyOrderStatus.${status}`),
      raw: ({ status }) => status,
    },
    { key: 'title', heading: words('marketplace.title'), value: ({ title }) => title },
    { key: 'seller', heading: words('marketplace.seller'), value: (row) => companyNameIn(language, sellerOf(row)) },
    { key: 'buyer', heading: words('marketplace.buyer'), value: (row) => companyNameIn(language, buyerOf(row)) },
    { key: 'quantity', heading: words('marketplace.quantity'), value: ({ quantity }) => quantity },
    {
      key: 'unitPrice',
      heading: words('marketplace.unitPrice'),
      value: (row) => decimalOfCents(row.unit_price_cents),
      raw: (row) => textOfCents(BigInt(row.unit_price_cents)),
    },
    ...costColumns(words),
    {
      key: 'beneficiary',
      heading: words('marketplace.beneficiary'),
      value: ({ beneficiary }) => beneficiary?.nameOnCertificates ?? '',
    },
    { key: 'placedAt', heading: `${words('marketplace.placedAt')} (${timeZone})`, value: (row) => row.placed_at },
    {
      key: 'decidedAt',
      heading: `${words('marketplace.decidedAt')} (${timeZone})`,
      value: (row) => row.decided_at ?? '',
    },
    { key: 'remark', heading: words('marketplace.remark'), value: ({ remark }) => remark ?? '' },
  ];
}

function costColumns(words: Words): ExportColumn<BuyOrderRow>[] {
  return [
    {
      key: 'amount',
      heading: words('marketplace.amount'),
      value: (row) => textOfCents(priceOfBuyOrder(row).amountCents),
    },
    {
      key: 'buyerFee',
      heading: words('marketplace.buyerFee'),
      value: (row) => textOfCents(priceOfBuyOrder(row).buyerFeeCents),
    },
    { key: 'total', heading: words('marketplace.total'), value: (row) => textOfCents(priceOfBuyOrder(row).totalCents) },
  ];
}
