import { Skeleton } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useState, type ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import type { Waiting } from '#contract/health.ts';
import {
  exportStatistics,
  getStatistics,
  type CoursePoint,
  type Purchases,
  type STATISTIC_TABLES,
  type Statistics,
  type TopItem,
} from '#contract/statistic.ts';
import { mayChange } from '#domain/access/admin-role.ts';
import { EmptyState, ErrorState } from '#web/design/feedback/empty-state.tsx';
import { ExportButtons } from '#web/design/lists/export-buttons.tsx';
import { Card } from '#web/design/layout/facts.tsx';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import { DataTable, type Column } from '#web/design/lists/data-table.tsx';
import { FailingMessages } from '#web/health/failing-messages.tsx';
import { paths } from '#web/paths.ts';
import { apiFile } from '#web/platform/calls/api.ts';
import { asApiError } from '#web/platform/calls/api-error.ts';
import { readPageQuery } from '#web/platform/calls/read-query.ts';
import { formatQuantity } from '#web/platform/format/format.ts';
import { useItemWords } from '#web/platform/format/item-words.ts';
import { env } from '#web/platform/page/env.ts';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';
import { useProfile } from '#web/platform/session/profile.ts';
import { useWaiting } from '#web/platform/session/waiting.ts';
import { readStored } from '#web/platform/storage/browser-storage.ts';
import { PriceCard, SoldCard } from '#web/statistic/course-cards.tsx';
import { figureColumn, productKey, moneyText, priceText } from '#web/statistic/figure-columns.ts';
import { AuctionFigures, FiguresSkeleton, PurchaseFigures } from '#web/statistic/figures.tsx';
import { SettlementFigures } from '#web/statistic/settlement-figures.tsx';
import { StatisticFilters, useStatisticFilter, type StatisticFilter } from '#web/statistic/statistic-filters.tsx';
import css from './statistic.module.css';

/** Lazy-loaded: only owners of a new platform see the steps. */
const FirstSteps = lazy(() => import('#web/health/first-steps.tsx'));
const isTrue = (value: unknown): value is true => value === true;

/** The statistics page: figures of closed auctions in a range of up to one year (docs/rules.md#statistics). */
export function DashboardPage() {
  const say = useSay();
  const filter = useStatisticFilter();
  const { query, isReadable } = filter;
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...readPageQuery(['statistics', query], getStatistics, { query }),
    enabled: isReadable,
  });
  return (
    <>
      <PageTitle title="statistics.title" note={say('statistics.note')} />
      <FailingMessages />
      <StepsOfOwners />
      <WaitingPanel />
      <StatisticFilters filter={filter}>
        {isReadable && <Files query={query} table="totals" name="statistics.title" />}
      </StatisticFilters>
      {error && !data && isReadable ? (
        <ErrorState error={asApiError(error)} onRetry={() => void refetch()} />
      ) : (
        isReadable && <Shown statistics={data} isStale={isPlaceholderData} query={query} />
      )}
      <SettlementFigures role="admin" />
    </>
  );
}

/** Shows owners what a new platform still needs. The demo needs nothing. */
function StepsOfOwners() {
  const isOwner = mayChange(useProfile().adminRoles, null);
  const [isOver, setIsOver] = useState(
    () => env().demoPeople.length > 0 || readStored('hidesFirstSteps', isTrue) === true,
  );
  const end = useCallback(() => setIsOver(true), []);
  if (!isOwner || isOver) return null;
  return (
    <div className={css.firstSteps}>
      <Suspense>
        <FirstSteps onEnd={end} />
      </Suspense>
    </div>
  );
}

/** The range and the filters as the server's query parameters. */
type Query = StatisticFilter['query'];
type FilesProps = { query: Query; table: (typeof STATISTIC_TABLES)[number]; name: PhraseKey };

/** Buttons that export one table of the statistics with the current filters. */
function Files({ query, table, name }: FilesProps) {
  const say = useSay();
  return (
    <ExportButtons
      name={say(name)}
      load={(format) => apiFile(exportStatistics, { query: { ...query, table, format } })}
    />
  );
}

/** The columns of the table of auctions over time. Quantities are in RECs. */
const VOLUME: readonly Column<CoursePoint>[] = [
  figureColumn('auctions', 'statistics.auctions', formatQuantity),
  figureColumn('bids', 'statistics.bids', formatQuantity),
  figureColumn('offered', 'statistics.offered', formatQuantity),
  figureColumn('sold', 'statistics.sold', formatQuantity),
  figureColumn('value', 'statistics.value', moneyText),
];

const PURCHASES: readonly Column<Purchases['course'][number]>[] = [
  figureColumn('buyOrders', 'statistics.buyOrders', formatQuantity),
  figureColumn('sold', 'statistics.sold', formatQuantity),
  figureColumn('value', 'statistics.value', moneyText),
  figureColumn('weightedPrice', 'statistics.weightedPrice', priceText),
];

/** The columns of the table of products with the greatest value. */
const TOP_ITEMS: readonly Column<TopItem>[] = [
  { id: 'goods', title: 'statistics.goods', Cell: ({ row }) => useItemWords()(row) },
  figureColumn('auctions', 'statistics.auctions', formatQuantity, '110px'),
  figureColumn('offered', 'statistics.offered', formatQuantity, '150px'),
  figureColumn('sold', 'statistics.sold', formatQuantity, '150px'),
  figureColumn('weightedPrice', 'statistics.weightedPrice', priceText, '180px'),
  figureColumn('value', 'statistics.value', moneyText, '190px'),
];

type ShownProps = { statistics: Statistics | undefined; isStale: boolean; query: Query };

/**
 * Shows the figures, the charts and the products with the greatest value. Shows skeletons until the first response.
 * While another range loads, the earlier figures stay and are marked as stale. The marketplace's figures are missing if
 * the deployment has no marketplace.
 */
function Shown({ statistics, isStale, query }: ShownProps) {
  if (!statistics) return <StatisticsSkeleton />;
  const { totals, marketplace, course, unit, topItems } = statistics;
  const files = (table: FilesProps['table'], name: PhraseKey): ReactNode => <Files {...{ query, table, name }} />;
  return (
    <div className={css.page} data-stale={isStale || undefined}>
      {totals.auctions === 0 ? (
        <EmptyState title="statistics.none" hint="statistics.noneHint" icon={IconChartBar} />
      ) : (
        <>
          <AuctionFigures totals={totals} />
          <div className={css.charts}>
            <SoldCard
              title="statistics.volume"
              {...{ course, unit }}
              columns={VOLUME}
              files={files('course', 'statistics.volume')}
            />
            <PriceCard {...{ course, unit }} files={files('course', 'statistics.prices')} />
          </div>
          <Card title="statistics.topItems" action={files('topItems', 'statistics.topItems')}>
            <DataTable
              caption="statistics.topItems"
              columns={TOP_ITEMS}
              rows={topItems}
              rowKey={productKey}
              empty={null}
            />
          </Card>
        </>
      )}
      {marketplace && (
        <SoldCard
          title="statistics.marketplace"
          course={marketplace.course}
          unit={unit}
          columns={PURCHASES}
          lead={<PurchaseFigures totals={marketplace.totals} />}
          files={files('marketplace', 'statistics.marketplace')}
        />
      )}
    </div>
  );
}

/** Placeholders about as tall as the charts, so that little moves when the figures arrive. */
const StatisticsSkeleton = () => (
  <div className={css.page}>
    <FiguresSkeleton />
    <div className={css.charts}>
      <Skeleton height={320} />
      <Skeleton height={320} />
    </div>
    <Skeleton height={320} />
  </div>
);

/** The page on which administrators decide each kind of task, with filters that show only such tasks. */
const PLACES: Record<keyof Waiting, { readonly to: string; readonly search: object }> = {
  registrations: { to: paths.accountRegistrations, search: { status: 'New' } },
  buyOrders: { to: paths.marketplace('admin'), search: { tab: 'buy-orders', buyStatus: 'Pending' } },
  drafts: { to: paths.auctions('admin', 'current'), search: { status: 'draft' } },
  changeRequests: { to: paths.auctions('admin', 'current'), search: { status: 'upcoming' } },
  approvals: { to: paths.approvals, search: {} },
};
/** The kinds of tasks in the order of the panel. */
const KINDS = Object.keys(PLACES) as (keyof Waiting)[];

/** Shows administrators the number of tasks that wait for a decision, with links. Renders nothing if there are none. */
function WaitingPanel() {
  const say = useSay();
  const waiting = useWaiting('admin');
  const kinds = waiting ? KINDS.filter((kind) => waiting[kind] > 0) : [];
  if (!waiting || kinds.length === 0) return null;
  return (
    <section className={css.waiting} aria-label={say('waiting.title')}>
      <strong>{say('waiting.title')}</strong>
      {kinds.map((kind) => (
        <Link key={kind} {...PLACES[kind]}>
          {say(`waiting.${kind}`, { count: waiting[kind] })}
        </Link>
      ))}
    </section>
  );
}
