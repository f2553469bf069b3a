import {
  exportStatistics,
  getPriceHistory,
  getStatistics,
  type CoursePoint,
  type Statistics,
  type TopItem,
} from '#contract/statistic.ts';
import type { QueryOf } from '#contract/route.ts';
import { vintageText } from '#domain/basics/vintage.ts';
import { judgeRange, unitOf } from '#domain/statistic/range.ts';
import { exportFile, type ExportColumn } from '#server/platform/export.ts';
import { operation, type Call, type Operation } from '#server/platform/operation.ts';
import { refuseFields } from '#server/platform/refused.ts';
import type { ExportValue } from '#server/platform/spreadsheet.ts';
import { wordsIn, type Language } from '#server/platform/words.ts';
import { courseOf, pricesOf, purchasesOf, topItemsOf, totalsOf } from '#server/statistic/statistic-rows.ts';

const TOP_ITEMS = 10;
/** Kinds of goods whose prices are drawn at once. */
const GOODS_MAX = 50;

export type StatisticParts = { readonly allowsMarketplace: boolean };

type Filtered = Pick<Call, 'db' | 'timeZone'> & { readonly query: QueryOf<typeof getStatistics> };

/** The filter, once its range was judged; days are those of the reader's own time zone. */
function filterOf({ query, timeZone }: Pick<Filtered, 'query' | 'timeZone'>) {
  refuseFields(judgeRange(query));
  return { ...query, timeZone };
}

async function readStatistics({ allowsMarketplace }: StatisticParts, call: Filtered): Promise<Statistics> {
  const filter = filterOf(call);
  const unit = unitOf(filter);
  const totals = await totalsOf(call.db, filter);
  const course = await courseOf(call.db, filter, unit);
  const topItems = await topItemsOf(call.db, filter, TOP_ITEMS);
  const marketplace = allowsMarketplace ? await purchasesOf(call.db, filter, unit) : null;
  return { totals, unit, course, topItems, marketplace };
}

type Sold = Pick<CoursePoint, 'auctions' | 'bids' | 'offered' | 'sold' | 'value' | 'averagePrice' | 'weightedPrice'>;

function soldColumns(language: Language): ExportColumn<Sold>[] {
  const words = wordsIn(language);
  return [
    { heading: words('statistics.auctions'), value: ({ auctions }) => auctions },
    { heading: words('statistics.bids'), value: ({ bids }) => bids },
    { heading: words('statistics.offered'), value: ({ offered }) => offered },
    { heading: words('statistics.sold'), value: ({ sold }) => sold },
    { heading: words('statistics.value'), value: ({ value }) => ({ money: value }) },
    { heading: words('statistics.averagePrice'), value: ({ averagePrice }) => priceOf(averagePrice) },
    { heading: words('statistics.weightedPrice'), value: ({ weightedPrice }) => priceOf(weightedPrice) },
  ];
}

const priceOf = (price: number | null): ExportValue => (price === null ? '' : { money: price.toFixed(2) });

function exportCourse({ course, unit }: Statistics, { language, ...how }: ExportHow) {
  const heading = wordsIn(language)(`statistics.from.${unit}`);
  const columns: ExportColumn<CoursePoint>[] = [{ heading, value: ({ at }) => at }, ...soldColumns(language)];
  return exportFile({ name: 'statistics', columns, rows: course }, how);
}

function exportTopItems({ topItems }: Statistics, { language, ...how }: ExportHow) {
  const words = wordsIn(language);
  const columns: ExportColumn<TopItem>[] = [
    { heading: words('item.country'), value: ({ recCountry }) => words(`country.${recCountry}`) },
    { heading: words('item.fuel'), value: ({ recFuelType }) => words(`fuel.${recFuelType}`) },
    { heading: words('statistics.vintage'), value: ({ recVintage }) => vintageText(recVintage) },
    ...soldColumns(language),
  ];
  return exportFile({ name: 'top-items', columns, rows: topItems }, how);
}

type ExportHow = Pick<Call, 'language' | 'timeZone'> & Pick<QueryOf<typeof exportStatistics>, 'format'>;
const EXPORTS = { course: exportCourse, topItems: exportTopItems };

export const statisticOperations = (parts: StatisticParts): Operation[] => [
  operation(getStatistics, (call) => readStatistics(parts, call)),
  operation(exportStatistics, async ({ language, query: { table, format, ...query }, ...call }) =>
    EXPORTS[table](await readStatistics(parts, { ...call, query }), { format, language, timeZone: call.timeZone }),
  ),
  operation(getPriceHistory, async (call) => {
    const filter = filterOf(call);
    const unit = unitOf(filter);
    return { unit, goods: await pricesOf(call.db, filter, unit, GOODS_MAX) };
  }),
];
