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
  purchaseSource,
  productsOfPurchases,
  sumUpPurchases,
  type EnabledFeatures,
  type PurchaseFilter,
  type PurchaseRow,
} from '#server/buy-order-history/purchase-rows.ts';
import { purchaseColumns, type PurchaseWithIds, type View } from '#server/buy-order-history/purchase-columns.ts';
import { holdingStates } from '#server/ledger/holding-states.ts';
import { presentNamedProduct } from '#server/marketplace/present-sell-order.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import type { Db } from '#server/platform/database/database.ts';
import { exportList, type AnyFormat } from '#server/platform/export/export.ts';
import { operation, type Call, type Operation } from '#server/platform/http/operation.ts';
import { settingIn } from '#server/platform-setting/stored-settings.ts';
import { offsetOf, pageOf, type PageQuery } from '#server/platform/database/page.ts';

type Query = Omit<QueryOf<typeof exportBuyOrderHistoryAsAdmin>, 'format'> & { readonly side?: Side };
type Side = (typeof HISTORY_SIDES)[number];
type HistoryCall<More> = Pick<Call, 'db' | 'caller' | 'timeZone' | 'language'> & { readonly query: Query & More };

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
    ...pageOf((await present(db, rows, view)).map(withoutIds), found, query),
    totals: {
      ...totals,
      buyerFees: view.seesBuyer ? totals.buyerFees : null,
      sellerFees: view.seesSeller ? totals.sellerFees : null,
    },
  };
}

/** Lists name the companies without their ids. */
const withoutIds = ({ buyerAccountId: _buyer, sellerAccountId: _seller, ...purchase }: PurchaseWithIds): Purchase =>
  purchase;

async function present(db: Db, rows: readonly PurchaseRow[], view: View): Promise<PurchaseWithIds[]> {
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
function presentRow(row: PurchaseRow, { seesBuyer, seesSeller }: View): Omit<PurchaseWithIds, 'goods'> {
  const isOrder = row.kind === 'marketplace';
  return {
    ...row,
    buyOrderId: isOrder ? row.id : null,
    reference: isOrder ? referenceOf(row.id) : null,
    buyerFee: seesBuyer ? row.buyerFee : null,
    sellerFee: seesSeller ? row.sellerFee : null,
  };
}

async function exportHistory(offers: EnabledFeatures, call: HistoryCall<{ readonly format: AnyFormat }>) {
  const { db, caller, query, timeZone } = call;
  const view = viewOf(caller, query.side);
  const source = purchaseSource(filterOf(offers, call), query);
  const table = {
    name: query.side === 'sold' ? 'sold' : 'buy-order-history',
    columns: purchaseColumns(call, view, await settingIn(db, 'feeNames')),
    ids: source.ids,
    order: source.order,
    load: async (own: Db, ids: readonly string[]) => present(own, await source.load(own, ids), view),
    idOf: source.idOf,
  };
  return exportList(db, table, { format: query.format, timeZone });
}

/** Lists awards and marketplace purchases together (docs/rules.md#purchase-history). */
export const buyOrderHistoryOperations = (offers: EnabledFeatures): Operation[] => [
  operation(listBuyOrderHistoryAsAdmin, (call) => list(offers, call)),
  operation(listBuyOrderHistoryAsUser, (call) => list(offers, call)),
  operation(exportBuyOrderHistoryAsAdmin, (call) => exportHistory(offers, call)),
  operation(exportBuyOrderHistoryAsUser, (call) => exportHistory(offers, call)),
];
