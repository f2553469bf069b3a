import { Skeleton } from '@mantine/core';
import '@mantine/core/styles/Skeleton.layer.css';
import { IconChartLine } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import {
  exportPriceHistoryAsAdmin,
  exportPriceHistoryAsUser,
  getPriceHistoryAsAdmin,
  getPriceHistoryAsUser,
  type PRICE_TABLES,
  type PriceHistory,
} from '#contract/price-history.ts';
import { DataTable } from '#web/design/lists/data-table.tsx';
import { EmptyState, ErrorState } from '#web/design/feedback/empty-state.tsx';
import { ExportButtons } from '#web/design/lists/export-buttons.tsx';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import { api, apiFile } from '#web/platform/calls/api.ts';
import { asApiError } from '#web/platform/calls/api-error.ts';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';
import type { Role } from '#web/platform/session/session.ts';
import { PriceCard } from '#web/statistic/price-card.tsx';
import { PricedGoodsCard } from '#web/statistic/priced-goods-card.tsx';
import { PRICE_RANGE } from '#web/statistic/price-search.ts';
import { SoldCard } from '#web/statistic/sold-card.tsx';
import { StatisticFilters } from '#web/statistic/statistic-filters.tsx';
import { useStatisticFilter } from '#web/statistic/use-statistic-filter.ts';
import css from './statistic.module.css';

const CALLS = {
  user: { read: getPriceHistoryAsUser, download: exportPriceHistoryAsUser },
  admin: { read: getPriceHistoryAsAdmin, download: exportPriceHistoryAsAdmin },
} as const;

/** At which prices goods were sold in closed auctions, over at most a year (specification 9). */
export function PriceHistoryPage({ role }: { role: Role }) {
  const say = useSay();
  const filter = useStatisticFilter(PRICE_RANGE);
  const { query, isReadable } = filter;
  const { read, download } = CALLS[role];
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['prices', role, query],
    queryFn: ({ signal }) => api(read, { query, signal }),
    placeholderData: keepPreviousData,
    enabled: isReadable,
    meta: { silent: true },
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

type FilesOf = (table: (typeof PRICE_TABLES)[number], name: PhraseKey) => ReactNode;
type ShownProps = { prices: PriceHistory | undefined; isStale: boolean; files: FilesOf };

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
        <SoldCard {...{ course, unit }} files={files('course', 'priceHistory.sold')} />
      </div>
      <PricedGoodsCard prices={prices} files={files('goods', 'priceHistory.byGoods')} />
    </div>
  );
}

const PricesSkeleton = () => (
  <div className={css.page}>
    <div className={css.charts}>
      <Skeleton height={320} />
      <Skeleton height={320} />
    </div>
    <DataTable caption="priceHistory.byGoods" columns={[]} rows={undefined} rowKey={String} empty={null} />
  </div>
);
