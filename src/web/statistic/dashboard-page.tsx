import { Skeleton } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { exportStatistics, getStatistics, type STATISTIC_TABLES, type Statistics } from '#contract/statistic.ts';
import { AUCTION_TYPES } from '#domain/auction/direction.ts';
import { COUNTRIES } from '#domain/basics/country.ts';
import { FUEL_TYPES } from '#domain/basics/fuel.ts';
import { judgeRange } from '#domain/statistic/range.ts';
import { EmptyState, ErrorState } from '#web/design/empty-state.tsx';
import { ExportButtons } from '#web/design/export-buttons.tsx';
import { FilterSelect } from '#web/design/filter-select.tsx';
import { PageTitle } from '#web/design/page-title.tsx';
import { Toolbar } from '#web/design/toolbar.tsx';
import { api, apiFile } from '#web/platform/api.ts';
import { asApiError } from '#web/platform/api-error.ts';
import { nowMs } from '#web/platform/clock.ts';
import { useSay } from '#web/platform/phrase.ts';
import { PriceCard, VolumeCard } from '#web/statistic/course-cards.tsx';
import { chosenRange, type DashboardSearch } from '#web/statistic/dashboard-search.ts';
import { AuctionFigures, FiguresSkeleton } from '#web/statistic/figures.tsx';
import { MarketplaceCard } from '#web/statistic/marketplace-card.tsx';
import { RangeDays, RangeSelect } from '#web/statistic/range-fields.tsx';
import { TopItemsCard } from '#web/statistic/top-items-card.tsx';
import css from './dashboard.module.css';

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** Today's date where the reader is. */
function localDay(ms: number): string {
  const date = new Date(ms);
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
}

const VINTAGES = 12;

/** Figures of closed auctions over a range of at most a year (specification 9). */
export function DashboardPage() {
  const say = useSay();
  const search: DashboardSearch = useSearch({ strict: false });
  const today = localDay(nowMs());
  const range = chosenRange(search, today);
  const wrong = judgeRange(range);
  const { direction, country, fuel, vintage } = search;
  const query = { from: range.from ?? '', to: range.to ?? '', direction, country, fuel, vintage };
  const isReadable = Object.keys(wrong).length === 0;
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['statistics', query],
    queryFn: ({ signal }) => api(getStatistics, { query, signal }),
    placeholderData: keepPreviousData,
    enabled: isReadable,
    meta: { silent: true },
  });
  const download = (table: (typeof STATISTIC_TABLES)[number], name: string) => (
    <ExportButtons name={name} load={(format) => apiFile(exportStatistics, { query: { ...query, table, format } })} />
  );
  const years = Array.from({ length: VINTAGES }, (_, at) => String(Number(today.slice(0, 4)) + 1 - at));
  return (
    <>
      <PageTitle title="statistics.title" note={say('statistics.note')} />
      <Toolbar>
        <RangeSelect range={range} />
        <FilterSelect
          name="direction"
          label="statistics.direction"
          all="statistics.bothDirections"
          choices={AUCTION_TYPES.map((value) => ({ value, label: say(`direction.${value}.name`) }))}
        />
        <FilterSelect
          name="country"
          label="item.country"
          all="account.anyCountry"
          choices={COUNTRIES.map((value) => ({ value, label: say(`country.${value}`) }))}
        />
        <FilterSelect
          name="fuel"
          label="item.fuel"
          all="statistics.anyFuel"
          choices={FUEL_TYPES.map((value) => ({ value, label: say(`fuel.${value}`) }))}
        />
        <FilterSelect
          name="vintage"
          label="statistics.vintage"
          all="statistics.anyVintage"
          choices={years.map((value) => ({ value, label: value }))}
        />
        {/* Last in the row also without a file to offer: what stands at its end must not be a filter. */}
        <div>{isReadable && download('course', say('statistics.title'))}</div>
      </Toolbar>
      {range.choice === 'own' && <RangeDays range={range} wrong={wrong} />}
      {error && !data && isReadable ? (
        <ErrorState error={asApiError(error)} onRetry={() => void refetch()} />
      ) : (
        isReadable && (
          <Shown
            statistics={data}
            isStale={isPlaceholderData}
            topAction={download('topItems', say('statistics.topItems'))}
          />
        )
      )}
    </>
  );
}

type ShownProps = { statistics: Statistics | undefined; isStale: boolean; topAction: React.ReactNode };

function Shown({ statistics, isStale, topAction }: ShownProps) {
  if (!statistics)
    return (
      <div className={css.page}>
        <FiguresSkeleton />
        <Skeleton height={320} />
        <Skeleton height={320} />
      </div>
    );
  const { totals, marketplace } = statistics;
  return (
    <div className={css.page} data-stale={isStale || undefined}>
      {totals.auctions === 0 ? (
        <EmptyState title="statistics.none" hint="statistics.noneHint" icon={IconChartBar} />
      ) : (
        <>
          <AuctionFigures totals={totals} />
          <div className={css.charts}>
            <VolumeCard statistics={statistics} />
            <PriceCard statistics={statistics} />
          </div>
          <TopItemsCard statistics={statistics} action={topAction} />
        </>
      )}
      {marketplace && <MarketplaceCard purchases={marketplace} unit={statistics.unit} />}
    </div>
  );
}
