import type { Purchase } from '#contract/marketplace/buy-order-history.ts';
import { textOfDecimal } from '#domain/basics/price.ts';
import type { FeeNames } from '#domain/platform-setting/fee-names.ts';
import type { PurchaseParties } from '#server/buy-order-history/purchase-rows.ts';
import type { ExportColumn } from '#server/platform/export/export.ts';
import type { Call } from '#server/platform/http/operation.ts';
import { wordsWithFees } from '#server/platform/http/words.ts';

/** A purchase with the ids of its companies, which only exports have. */
export type PurchaseWithIds = Purchase & PurchaseParties;

/** The sides of a trade that a reader sees: users their own side, admins both. Holdings belong to the buyer's side. */
export type View = { readonly seesBuyer: boolean; readonly seesSeller: boolean };

/** Returns the columns of an exported history, as this reader may see it. */
export function purchaseColumns(
  { language, timeZone }: Pick<Call, 'language' | 'timeZone'>,
  view: View,
  feeNames: FeeNames,
): ExportColumn<PurchaseWithIds>[] {
  const words = wordsWithFees(language, feeNames);
  const sum = ({ goods }: Purchase, part: 'held' | 'retired' | 'released' | 'resold'): number =>
    goods.reduce((total, { holding }) => total + (holding?.[part] ?? 0), 0);
  const forBuyers: ExportColumn<PurchaseWithIds>[] = [
    {
      key: 'buyerFee',
      heading: words('buyOrderHistory.buyerFee'),
      value: ({ buyerFee }) => ({ money: buyerFee ?? '' }),
    },
    { key: 'held', heading: words('buyOrderHistory.held'), value: (row) => sum(row, 'held') },
    { key: 'retired', heading: words('buyOrderHistory.retired'), value: (row) => sum(row, 'retired') },
    { key: 'released', heading: words('buyOrderHistory.released'), value: (row) => sum(row, 'released') },
    { key: 'resold', heading: words('buyOrderHistory.resold'), value: (row) => sum(row, 'resold') },
  ];
  const forSellers: ExportColumn<PurchaseWithIds>[] = [
    {
      key: 'sellerFee',
      heading: words('buyOrderHistory.sellerFee'),
      value: ({ sellerFee }) => ({ money: sellerFee ?? '' }),
    },
  ];
  return [
    { key: 'purchaseId', raw: ({ id }) => id },
    { key: 'auctionId', raw: ({ auctionId }) => auctionId },
    { key: 'buyOrderId', raw: ({ buyOrderId }) => buyOrderId },
    { key: 'buyerAccountId', raw: ({ buyerAccountId }) => buyerAccountId },
    { key: 'sellerAccountId', raw: ({ sellerAccountId }) => sellerAccountId },
    { key: 'date', heading: `${words('buyOrderHistory.date')} (${timeZone})`, value: ({ date }) => new Date(date) },
    {
      key: 'kind',
      heading: words('buyOrderHistory.kind'),
      value: ({ kind }) => words(`buyOrderHistory.${kind}`),
      raw: ({ kind }) => kind,
    },
    { key: 'title', heading: words('buyOrderHistory.of'), value: ({ title }) => title },
    { key: 'reference', heading: words('buyOrderHistory.reference'), value: ({ reference }) => reference ?? '' },
    {
      key: 'goods',
      heading: words('buyOrderHistory.goods'),
      value: ({ goods }) => goods.map(({ name }) => name).join('; '),
      raw: ({ goods }) => goods.map(({ holding: _, ...product }) => product),
    },
    { key: 'buyer', heading: words('buyOrderHistory.buyer'), value: ({ buyer }) => buyer },
    { key: 'seller', heading: words('buyOrderHistory.seller'), value: ({ seller }) => seller },
    { key: 'quantity', heading: words('buyOrderHistory.quantity'), value: ({ quantity }) => quantity },
    { key: 'price', heading: words('buyOrderHistory.price'), value: ({ price }) => ({ money: textOfDecimal(price) }) },
    { key: 'amount', heading: words('buyOrderHistory.amount'), value: ({ amount }) => ({ money: amount }) },
    ...(view.seesBuyer ? forBuyers : []),
    ...(view.seesSeller ? forSellers : []),
  ];
}
