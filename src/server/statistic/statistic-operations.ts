import { exportStatistics, getStatistics, type Statistics } from '#contract/statistic.ts';
import { unitOf } from '#domain/statistic/range.ts';
import { exportFile } from '#server/platform/export/export.ts';
import { operation, type Call, type Operation } from '#server/platform/http/operation.ts';
import { courseColumns, purchaseColumns, topItemColumns, totalsColumns } from '#server/statistic/statistic-columns.ts';
import { filterOf, type Filtered } from '#server/statistic/statistic-filter.ts';
import { courseOf, participantsOf, purchasesOf, topItemsOf } from '#server/statistic/statistic-rows.ts';

const TOP_ITEMS = 10;

export type StatisticParts = { readonly allowsMarketplace: boolean };

async function readStatistics({ allowsMarketplace }: StatisticParts, call: Filtered): Promise<Statistics> {
  const filter = filterOf(call);
  const unit = unitOf(filter);
  const { totals, course } = await courseOf(call.db, filter, unit);
  const participants = await participantsOf(call.db, filter, totals.bids);
  const topItems = await topItemsOf(call.db, filter, TOP_ITEMS);
  const marketplace = allowsMarketplace ? await purchasesOf(call.db, filter, unit) : null;
  return { totals: { ...totals, participants }, unit, course, topItems, marketplace };
}

/** Exports one table as a file, and reads that table only. */
async function exportTable({ allowsMarketplace }: StatisticParts, call: Call<typeof exportStatistics>) {
  const { db, timeZone, language } = call;
  const { table, format, ...query } = call.query;
  const filter = filterOf({ query, timeZone });
  const unit = unitOf(filter);
  const how = { format, timeZone };
  if (table === 'topItems') {
    const rows = await topItemsOf(db, filter, TOP_ITEMS);
    return exportFile({ name: 'top-items', columns: topItemColumns(language), rows }, how);
  }
  if (table === 'marketplace') {
    const rows = allowsMarketplace ? (await purchasesOf(db, filter, unit)).course : [];
    return exportFile({ name: 'marketplace-over-time', columns: purchaseColumns(language, unit), rows }, how);
  }
  const { totals, course } = await courseOf(db, filter, unit);
  if (table === 'course')
    return exportFile({ name: 'statistics-over-time', columns: courseColumns(language, unit), rows: course }, how);
  const rows = [{ ...totals, participants: await participantsOf(db, filter, totals.bids) }];
  return exportFile({ name: 'statistics', columns: totalsColumns(language), rows }, how);
}

export const statisticOperations = (parts: StatisticParts): Operation[] => [
  operation(getStatistics, (call) => readStatistics(parts, call)),
  operation(exportStatistics, (call) => exportTable(parts, call)),
];
