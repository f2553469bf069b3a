import { exportStatistics, getStatistics, type STATISTIC_TABLES, type Statistics } from '#contract/statistic.ts';
import type { FileReply } from '#contract/file.ts';
import type { QueryOf } from '#contract/route.ts';
import { unitOf } from '#domain/statistic/range.ts';
import { exportFile } from '#server/platform/export.ts';
import { operation, type Call, type Operation } from '#server/platform/operation.ts';
import { courseColumns, purchaseColumns, topItemColumns, totalsColumns } from '#server/statistic/statistic-columns.ts';
import { purchasesOf } from '#server/statistic/purchase-rows.ts';
import { filterOf, type Filtered } from '#server/statistic/statistic-filter.ts';
import { courseOf, participantsOf, topItemsOf } from '#server/statistic/statistic-rows.ts';

const TOP_ITEMS = 10;

export type StatisticParts = { readonly allowsMarketplace: boolean };

async function readStatistics({ allowsMarketplace }: StatisticParts, call: Filtered): Promise<Statistics> {
  const filter = filterOf(call);
  const unit = unitOf(filter);
  const { totals, course } = await courseOf(call.db, filter, unit);
  const participants = await participantsOf(call.db, filter);
  const topItems = await topItemsOf(call.db, filter, TOP_ITEMS);
  const marketplace = allowsMarketplace ? await purchasesOf(call.db, filter, unit) : null;
  return { totals: { ...totals, participants }, unit, course, topItems, marketplace };
}

type ExportHow = Pick<Call, 'language' | 'timeZone'> & Pick<QueryOf<typeof exportStatistics>, 'format'>;
type Table = (typeof STATISTIC_TABLES)[number];

const EXPORTS: Record<Table, (statistics: Statistics, how: ExportHow) => Promise<FileReply>> = {
  totals: ({ totals }, { language, ...how }) =>
    exportFile({ name: 'statistics', columns: totalsColumns(language), rows: [totals] }, how),
  course: ({ course, unit }, { language, ...how }) =>
    exportFile({ name: 'statistics-over-time', columns: courseColumns(language, unit), rows: course }, how),
  topItems: ({ topItems }, { language, ...how }) =>
    exportFile({ name: 'top-items', columns: topItemColumns(language), rows: topItems }, how),
  marketplace: ({ marketplace, unit }, { language, ...how }) => {
    const rows = marketplace?.course ?? [];
    return exportFile({ name: 'marketplace-over-time', columns: purchaseColumns(language, unit), rows }, how);
  },
};

export const statisticOperations = (parts: StatisticParts): Operation[] => [
  operation(getStatistics, (call) => readStatistics(parts, call)),
  operation(exportStatistics, async ({ language, query: { table, format, ...query }, ...call }) =>
    EXPORTS[table](await readStatistics(parts, { ...call, query }), { format, language, timeZone: call.timeZone }),
  ),
];
