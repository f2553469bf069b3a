import { Skeleton } from '@mantine/core';
import '@mantine/core/styles/Skeleton.layer.css';
import { IconChartLine } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import {
  exportPriceHistoryAsAdmin,
  exportPriceHistoryAsUser,
  getPriceHistoryAsAdmin,
  getPriceHistoryAsUser,
  type PRICE_TABLES,
  type PriceHistory,
  type PricedProduct,
  type PricePoint,
} from '#contract/price-history.ts';
import { Card } from '#web/design/layout/facts.tsx';
import { DataTable, type Column } from '#web/design/lists/data-table.tsx';
import { EmptyState, ErrorState } from '#web/design/feedback/empty-state.tsx';
import { ExportButtons } from '#web/design/lists/export-buttons.tsx';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import { apiFile } from '#web/platform/calls/api.ts';
import { asApiError } from '#web/platform/calls/api-error.ts';
import { readPageQuery } from '#web/platform/calls/read-query.ts';
import { formatAmount, formatDate, formatPercent, formatQuantity } from '#web/platform/format/format.ts';
import { useItemWords } from '#web/platform/format/item-words.ts';
import { env } from '#web/platform/page/env.ts';
import { useSay, type PhraseKey, useLanguage } from '#web/platform/phrases/phrase.ts';
import type { Role } from '#web/platform/session/session.ts';
import { figureColumn, productKey, priceText } from '#web/statistic/figure-columns.ts';
import { PriceCard, SoldCard } from '#web/statistic/course-cards.tsx';
import { PRICE_RANGE, searchOfProduct } from '#web/statistic/statistic-search.ts';
import { StatisticFilters, useStatisticFilter } from '#web/statistic/statistic-filters.tsx';
import css from './statistic.module.css';

/** The calls of each role. A user gets the prices of private auctions only as a member of an Active company. */
const CALLS = {
  user: { read: getPriceHistoryAsUser, download: exportPriceHistoryAsUser },
  admin: { read: getPriceHistoryAsAdmin, download: exportPriceHistoryAsAdmin },
} as const;

/** Shows the prices of products in closed auctions, over up to one year (docs/rules.md#statistics). */
export function PriceHistoryPage({ role }: { role: Role }) {
  const say = useSay();
  const filter = useStatisticFilter(PRICE_RANGE);
  const { query, isReadable } = filter;
  const { read, download } = CALLS[role];
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...readPageQuery(['prices', role, query], read, { query }),
    enabled: isReadable,
  });
  const files: FilesOf = (table, name) => (
    <ExportButtons name={say(name)} load={(format) => apiFile(download, { query: { ...query, table, format } })} />
  );
  return (
    <>
      <PageTitle title="priceHistory.title" note={say('priceHistory.note')} />
      <StatisticFilters filter={filter} />
      {error && !data && isReadable ? (
        <ErrorState error={asApiError(error)} onRetry={() => void refetch()} />
      ) : (
        isReadable && <Shown prices={data} isStale={isPlaceholderData} files={files} />
      )}
    </>
  );
}

/** The column of the quantities sold, in RECs. */
const SOLD: readonly Column<PricePoint>[] = [figureColumn('sold', 'statistics.sold', formatQuantity)];

/** Returns the buttons that export one table of the page. `name` is the name of the table. */
type FilesOf = (table: (typeof PRICE_TABLES)[number], name: PhraseKey) => ReactNode;
type ShownProps = { prices: PriceHistory | undefined; isStale: boolean; files: FilesOf };

/**
 * Shows prices and quantities over time, then each product. If the filter matches several products, the charts combine
 * them, and a note says so. While another range loads, the earlier prices stay and are marked as stale.
 */
function Shown({ prices, isStale, files }: ShownProps) {
  const say = useSay();
  if (!prices) return <PricesSkeleton />;
  const { course, unit, goods, total } = prices;
  if (goods.length === 0)
    return <EmptyState title="priceHistory.none" hint="statistics.noneHint" icon={IconChartLine} />;
  return (
    <div className={css.page} data-stale={isStale || undefined}>
      {total > 1 && <p className={css.quiet}>{say('priceHistory.mixed', { total })}</p>}
      <div className={css.charts}>
        <PriceCard {...{ course, unit }} files={files('course', 'statistics.prices')} />
        <SoldCard
          title="priceHistory.sold"
          {...{ course, unit }}
          columns={SOLD}
          files={files('course', 'priceHistory.sold')}
        />
      </div>
      <PricedProductsCard prices={prices} files={files('goods', 'priceHistory.byGoods')} />
    </div>
  );
}

/** Placeholders about as tall as the page, so that little moves when the prices arrive. */
const PricesSkeleton = () => (
  <div className={css.page}>
    <div className={css.charts}>
      <Skeleton height={320} />
      <Skeleton height={320} />
    </div>
    <DataTable caption="priceHistory.byGoods" columns={[]} rows={undefined} rowKey={String} empty={null} />
  </div>
);

type Row = { row: PricedProduct };

/** A link to the same page with the prices of this product only. */
function ProductCell({ row }: Row) {
  const words = useItemWords()(row);
  const chosen = searchOfProduct(row);
  return (
    <Link to="." search={(before: object) => ({ ...before, ...chosen })} className={css.link}>
      {words}
    </Link>
  );
}

/**
 * Shows the weighted price and the day of the latest auction in the range, and a small chart of the price over time.
 */
function Latest({ row }: Row) {
  const language = useLanguage();
  return (
    <div className={css.latest}>
      <PriceSpark points={row.points} />
      <div>
        <strong>{priceText(row.latestPrice)}</strong>
        <div className={css.quiet}>{formatDate(`${row.latestOn}T00:00:00Z`, language, 'UTC')}</div>
      </div>
    </div>
  );
}

/**
 * Shows the change from the first to the latest auction in the range, in percent. “–” if there was only one auction.
 */
const Change = ({ row: { change } }: Row) =>
  change === null ? '–' : `${change > 0 ? '+' : ''}${formatPercent(change)}`;
/** The lowest and the highest price at which the product was sold. */
const Span = ({ row }: Row) =>
  row.lowestPrice === row.highestPrice
    ? priceText(row.lowestPrice)
    : `${env().currency} ${formatAmount(row.lowestPrice)} – ${formatAmount(row.highestPrice)}`;

/** The columns of a priced product. Quantities are in RECs. */
const COLUMNS: readonly Column<PricedProduct>[] = [
  { id: 'goods', title: 'statistics.goods', Cell: ProductCell },
  { id: 'latest', title: 'priceHistory.latest', align: 'end', Cell: Latest },
  { id: 'change', title: 'priceHistory.change', align: 'end', Cell: Change },
  figureColumn('weightedPrice', 'statistics.weightedPrice', priceText),
  { id: 'span', title: 'priceHistory.span', align: 'end', Cell: Span },
  figureColumn('sold', 'statistics.sold', formatQuantity),
  figureColumn('auctions', 'statistics.auctions', formatQuantity),
];

type Props = { prices: PriceHistory; files: ReactNode };

/** Lists the latest price of each product, and the change of the price. */
function PricedProductsCard({ prices: { goods, total }, files }: Props) {
  const say = useSay();
  return (
    <Card title="priceHistory.byGoods" action={files}>
      <DataTable caption="priceHistory.byGoods" columns={COLUMNS} rows={goods} rowKey={productKey} empty={null} />
      {total > goods.length && <p className={css.quiet}>{say('priceHistory.most', { shown: goods.length, total })}</p>}
    </Card>
  );
}

/** The width of the small chart, in CSS pixels like `HEIGHT` and `INSET`. The inset keeps the line inside the chart. */
const WIDTH = 72;
const HEIGHT = 22;
const INSET = 2;

/** A small chart of a product's price. Screen readers skip it, because the figures are beside it. */
function PriceSpark({ points }: Pick<PricedProduct, 'points'>) {
  if (points.length < 2) return <span className={css.spark} aria-hidden />;
  const [first, last] = [timeOf(points[0]), timeOf(points.at(-1))];
  const prices = points.map(({ weightedPrice }) => weightedPrice);
  const [lowest, highest] = [Math.min(...prices), Math.max(...prices)];
  const course = points.map((point) => {
    const x = INSET + ((timeOf(point) - first) / (last - first)) * (WIDTH - 2 * INSET);
    const share = highest === lowest ? 0.5 : (point.weightedPrice - lowest) / (highest - lowest);
    return `${x.toFixed(1)},${(HEIGHT - INSET - share * (HEIGHT - 2 * INSET)).toFixed(1)}`;
  });
  return (
    <svg className={css.spark} width={WIDTH} height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden>
      <polyline points={course.join(' ')} />
    </svg>
  );
}

/** Returns the time of a point in ms. Days are read as UTC. */
const timeOf = (point: PricedProduct['points'][number] | undefined): number => Date.parse(point?.at ?? '');
