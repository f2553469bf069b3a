import {
  exportPriceHistoryAsAdmin,
  exportPriceHistoryAsUser,
  getPriceHistoryAsAdmin,
  getPriceHistoryAsUser,
  type PriceHistory,
} from '#contract/price-history.ts';
import { unitOf } from '#domain/statistic/range.ts';
import { exportFile, rowsSought } from '#server/platform/export/export.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { operation, type Call, type Operation } from '#server/platform/http/operation.ts';
import { pricedGoodsOf, priceCourseOf } from '#server/statistic/price-rows.ts';
import { pricedGoodsColumns, pricePointColumns } from '#server/statistic/statistic-columns.ts';
import { filterOf, type Filtered, type StatisticFilter } from '#server/statistic/statistic-filter.ts';

/** Kinds of goods that a page shows; filters find the others. */
const GOODS_SHOWN = 50;

/** Prices of private auctions are for administrators and members of Active companies (decision 58). */
const readableBy = ({ role, accounts }: Caller): Pick<StatisticFilter, 'isPublicOnly'> => ({
  isPublicOnly: role !== 'Admin' && !accounts.some(({ status }) => status === 'Active'),
});

async function readPrices(call: Filtered & Pick<Call, 'caller'>): Promise<PriceHistory> {
  const filter = { ...filterOf(call), ...readableBy(call.caller) };
  const unit = unitOf(filter);
  const course = await priceCourseOf(call.db, filter, unit);
  return { unit, course, ...(await pricedGoodsOf(call.db, filter, { unit, limit: GOODS_SHOWN })) };
}

async function exportPrices({ db, caller, language, timeZone, query }: Call<typeof exportPriceHistoryAsUser>) {
  const { table, format, ...filtered } = query;
  const filter = { ...filterOf({ query: filtered, timeZone }), ...readableBy(caller) };
  const unit = unitOf(filter);
  const how = { format, timeZone };
  if (table === 'course') {
    const rows = await priceCourseOf(db, filter, unit);
    return exportFile({ name: 'prices-over-time', columns: pricePointColumns(language, unit), rows }, how);
  }
  const { goods } = await pricedGoodsOf(db, filter, { unit, limit: rowsSought(format) });
  return exportFile({ name: 'prices-by-goods', columns: pricedGoodsColumns(language), rows: goods }, how);
}

/** At which prices goods were sold; nobody is named in it. */
export const priceHistoryOperations: readonly Operation[] = [
  operation(getPriceHistoryAsUser, readPrices),
  operation(getPriceHistoryAsAdmin, readPrices),
  operation(exportPriceHistoryAsUser, exportPrices),
  operation(exportPriceHistoryAsAdmin, exportPrices),
];
