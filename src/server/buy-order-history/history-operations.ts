import {
  exportBuyOrderHistoryAsAdmin,
  exportBuyOrderHistoryAsUser,
  listBuyOrderHistoryAsAdmin,
  listBuyOrderHistoryAsUser,
  type BuyOrderHistory,
  type Purchase,
} from '#contract/marketplace/buy-order-history.ts';
import type { HoldingState } from '#contract/award/release.ts';
import type { HISTORY_SIDES } from '#contract/basics/choices.ts';
import type { QueryOf } from '#contract/basics/route.ts';
import { referenceOf } from '#domain/marketplace/buy-order-reference.ts';
import {
  findPurchases,
  productsOfPurchases,
  sumUpPurchases,
  type EnabledFeatures,
  type PurchaseFilter,
  type PurchaseRow,
} from '#server/buy-order-history/purchase-rows.ts';
import { holdingStates } from '#server/ledger/holding-states.ts';
import { presentNamedProduct } from '#server/marketplace/present-sell-order.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import type { Db } from '#server/platform/database/database.ts';
import { exportFile, rowLimitOf, type ExportColumn } from '#server/platform/export/export.ts';
import { operation, type Call, type Operation } from '#server/platform/http/operation.ts';
import { offsetOf, pageOf, type PageQuery } from '#server/platform/database/page.ts';
import type { ExportFormat } from '#server/platform/export/spreadsheet.ts';
import { wordsIn } from '#server/platform/http/words.ts';

type Query = Omit<QueryOf<typeof exportBuyOrderHistoryAsAdmin>, 'format'> & { readonly side?: Side };
type Side = (typeof HISTORY_SIDES)[number];
type HistoryCall<More> = Pick<Call, 'db' | 'caller' | 'timeZone' | 'language'> & { readonly query: Query & More };

/** The sides of a trade that a reader sees: users their own side, admins both. Holdings belong to the buyer's side. */
type View = { readonly seesBuyer: boolean; readonly seesSeller: boolean };
const viewOf = ({ role }: Caller, side: Side = 'bought'): View => ({
  seesBuyer: role === 'Admin' || side === 'bought',
  seesSeller: role === 'Admin' || side === 'sold',
});

function filterOf(
  offers: EnabledFeatures,
  { caller, timeZone, language, query }: HistoryCall<unknown>,
): PurchaseFilter {
  const own = caller.role === 'Admin' ? null : caller.accounts.map(({ id }) => id);
  const { accountId, side = 'bought' } = query;
  // For a company that is not the caller's, the list is empty.
  const asked = accountId === undefined ? own : (own?.filter((id) => id === accountId) ?? [accountId]);
  return { ...query, timeZone, language, offers, of: { side, accountIds: asked } };
}

async function list(offers: EnabledFeatures, call: HistoryCall<PageQuery>): Promise<BuyOrderHistory> {
  const { db, caller, query } = call;
  const filter = filterOf(offers, call);
  const view = viewOf(caller, query.side);
  const { limit, order, direction } = query;
  const rows = await findPurchases(db, filter, { order, direction, limit, offset: offsetOf(query) });
  const { found, ...totals } = await sumUpPurchases(db, filter);
  return {
    ...pageOf(await present(db, rows, view), found, query),
    totals: {
      ...totals,
      buyerFees: view.seesBuyer ? totals.buyerFees : null,
      sellerFees: view.seesSeller ? totals.sellerFees : null,
    },
  };
}

async function present(db: Db, rows: readonly PurchaseRow[], view: View): Promise<Purchase[]> {
  const all = await productsOfPurchases(
    db,
    rows.map(({ id }) => id),
  );
  const states = view.seesBuyer
    ? await holdingStates(
        db,
        all.map((goods) => goods.source_id),
      )
    : new Map<string, HoldingState>();
  const productsOf = Map.groupBy(all, (goods) => goods.purchase_id);
  return rows.map((row) => ({
    ...presentRow(row, view),
    goods: (productsOf.get(row.id) ?? []).map((goods) => ({
      ...presentNamedProduct(goods),
      quantity: goods.quantity,
      holding: states.get(goods.source_id) ?? null,
    })),
  }));
}

/**
 * Returns a row for a reader. Buyer and seller may see each other's company: the owner of an auction learns the
 * winners' companies, and emails of the marketplace name both companies.
 */
function presentRow(row: PurchaseRow, { seesBuyer, seesSeller }: View): Omit<Purchase, 'goods'> {
  const isOrder = row.kind === 'marketplace';
  return {
    ...row,
    buyOrderId: isOrder ? row.id : null,
    reference: isOrder ? referenceOf(row.id) : null,
    buyerFee: seesBuyer ? row.buyerFee : null,
    sellerFee: seesSeller ? row.sellerFee : null,
  };
}

async function exportHistory(offers: EnabledFeatures, call: HistoryCall<{ readonly format: ExportFormat }>) {
  const { db, caller, query, timeZone } = call;
  const { order, direction, format } = query;
  const all = { order, direction, limit: rowLimitOf(format), offset: 0 };
  const view = viewOf(caller, query.side);
  const rows = await present(db, await findPurchases(db, filterOf(offers, call), all), view);
  const name = query.side === 'sold' ? 'sold' : 'buy-order-history';
  return exportFile({ name, columns: columnsFor(call, view), rows }, { format, timeZone });
}

function columnsFor({ language, timeZone }: Pick<Call, 'language' | 'timeZone'>, view: View): ExportColumn<Purchase>[] {
  const words = wordsIn(language);
  const sum = ({ goods }: Purchase, part: 'held' | 'retired' | 'released' | 'resold'): number =>
    goods.reduce((total, { holding }) => total + (holding?.[part] ?? 0), 0);
  const forBuyers: ExportColumn<Purchase>[] = [
    { heading: words('buyOrderHistory.buyerFee'), value: ({ buyerFee }) => ({ money: buyerFee ?? '' }) },
    { heading: words('buyOrderHistory.held'), value: (row) => sum(row, 'held') },
    { heading: words('buyOrderHistory.retired'), value: (row) => sum(row, 'retired') },
    { heading: words('buyOrderHistory.released'), value: (row) => sum(row, 'released') },
    { heading: words('buyOrderHistory.resold'), value: (row) => sum(row, 'resold') },
  ];
  const forSellers: ExportColumn<Purchase>[] = [
    { heading: words('buyOrderHistory.sellerFee'), value: ({ sellerFee }) => ({ money: sellerFee ?? '' }) },
  ];
  return [
    { heading: `${words('buyOrderHistory.date')} (${timeZone})`, value: ({ date }) => new Date(date) },
    { heading: words('buyOrderHistory.kind'), value: ({ kind }) => words(`buyOrderHistory.${kind}`) },
    { heading: words('buyOrderHistory.of'), value: ({ title }) => title },
    { heading: words('buyOrderHistory.reference'), value: ({ reference }) => reference ?? '' },
    { heading: words('buyOrderHistory.goods'), value: ({ goods }) => goods.map(({ name }) => name).join('; ') },
    { heading: words('buyOrderHistory.buyer'), value: ({ buyer }) => buyer },
    { heading: words('buyOrderHistory.seller'), value: ({ seller }) => seller },
    { heading: words('buyOrderHistory.quantity'), value: ({ quantity }) => quantity },
    { heading: words('buyOrderHistory.price'), value: ({ price }) => ({ money: price.toFixed(2) }) },
    { heading: words('buyOrderHistory.amount'), value: ({ amount }) => ({ money: amount }) },
    ...(view.seesBuyer ? forBuyers : []),
    ...(view.seesSeller ? forSellers : []),
  ];
}

/** Lists awards and marketplace purchases together (docs/rules.md#purchase-history). */
export const buyOrderHistoryOperations = (offers: EnabledFeatures): Operation[] => [
  operation(listBuyOrderHistoryAsAdmin, (call) => list(offers, call)),
  operation(listBuyOrderHistoryAsUser, (call) => list(offers, call)),
  operation(exportBuyOrderHistoryAsAdmin, (call) => exportHistory(offers, call)),
  operation(exportBuyOrderHistoryAsUser, (call) => exportHistory(offers, call)),
];
