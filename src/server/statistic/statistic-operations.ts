import { exportStatistics, getStatistics, type STATISTIC_TABLES, type Statistics } from '#contract/statistic.ts';
import type { FileReply } from '#contract/basics/file.ts';
import type { QueryOf } from '#contract/basics/route.ts';
import { unitOf } from '#domain/statistic/range.ts';
import { exportFile } from '#server/platform/export/export.ts';
import { operation, type Call, type Operation } from '#server/platform/http/operation.ts';
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

type Asked = Filtered & Pick<Call, 'language'> & Pick<QueryOf<typeof exportStatistics>, 'format'>;
type Table = (typeof STATISTIC_TABLES)[number];

/** A file reads its own table only. */
const exportsOf = ({ allowsMarketplace }: StatisticParts) => {
  const begin = ({ db, query, timeZone, language, format }: Asked) => {
    const filter = filterOf({ query, timeZone });
    return { db, filter, unit: unitOf(filter), language, how: { format, timeZone } };
  };
  return {
    async totals(asked) {
      const { db, filter, unit, language, how } = begin(asked);
      const { totals } = await courseOf(db, filter, unit);
      const rows = [{ ...totals, participants: await participantsOf(db, filter) }];
      return exportFile({ name: 'statistics', columns: totalsColumns(language), rows }, how);
    },
    async course(asked) {
      const { db, filter, unit, language, how } = begin(asked);
      const { course: rows } = await courseOf(db, filter, unit);
      return exportFile({ name: 'statistics-over-time', columns: courseColumns(language, unit), rows }, how);
    },
    async topItems(asked) {
      const { db, filter, language, how } = begin(asked);
      const rows = await topItemsOf(db, filter, TOP_ITEMS);
      return exportFile({ name: 'top-items', columns: topItemColumns(language), rows }, how);
    },
    async marketplace(asked) {
      const { db, filter, unit, language, how } = begin(asked);
      const rows = allowsMarketplace ? (await purchasesOf(db, filter, unit)).course : [];
      return exportFile({ name: 'marketplace-over-time', columns: purchaseColumns(language, unit), rows }, how);
    },
  } satisfies Record<Table, (asked: Asked) => Promise<FileReply>>;
};

export const statisticOperations = (parts: StatisticParts): Operation[] => [
  operation(getStatistics, (call) => readStatistics(parts, call)),
  operation(exportStatistics, ({ db, timeZone, language, query: { table, format, ...query } }) =>
    exportsOf(parts)[table]({ db, timeZone, language, format, query }),
  ),
];
