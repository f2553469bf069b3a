import { Button } from '@mantine/core';
import { IconStar, IconStarFilled, IconCalendarOff } from '@tabler/icons-react';
import { Link, useSearch } from '@tanstack/react-router';
import { lazy, startTransition, Suspense, useId, useState } from 'react';
import { AuctionCard, AUCTION_COLUMNS } from '#web/auction/listed-auction.tsx';
import { EmptyState } from '#web/design/feedback/empty-state.tsx';
import { CardGrid } from '#web/design/lists/card-grid.tsx';
import { ListState } from '#web/design/lists/list-state.tsx';
import { type AuctionListSearch, filterOf } from '#web/auction/auction-list-search.ts';
import { type LayoutView, useLayoutView, ViewToggle } from '#web/auction/layout-view.tsx';
import { useAuctionList } from '#web/auction/use-auction-list.ts';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import { FilterSegments } from '#web/design/lists/filter-segments.tsx';
import { FilterToggle } from '#web/design/lists/filter-toggle.tsx';
import { NothingFound } from '#web/design/lists/nothing-listed.tsx';
import { ListViews } from '#web/design/lists/list-views.tsx';
import { SearchField } from '#web/design/lists/search-field.tsx';
import { useFilter } from '#web/design/lists/use-filter.ts';
import { Toolbar } from '#web/design/lists/toolbar.tsx';
import { type AuctionList, paths } from '#web/paths.ts';
import { type PhraseKey, useSay } from '#web/platform/phrases/phrase.ts';
import type { Role } from '#web/platform/session/session.ts';
import { DataTable, tableOf } from '#web/design/lists/data-table.tsx';
import { TourGuide } from '#web/tour/tour-guide.tsx';

const TITLES: Record<AuctionList, PhraseKey> = { current: 'shell.liveAuctions', past: 'shell.pastAuctions' };

const AuctionFilters = lazy(async () => ({
  default: (await import('#web/auction/auction-filters.tsx')).AuctionFilters,
}));

/** Lazy-loaded, because only administrators create auctions. */
const CreateButton = lazy(() => import('#web/auction/create-auction.tsx'));
const CreateAuction = () => (
  <Suspense>
    <CreateButton />
  </Suspense>
);

const AuctionCalendar = lazy(async () => ({
  default: (await import('#web/auction/auction-calendar.tsx')).AuctionCalendar,
}));

/** Shows live and upcoming auctions as cards, as a list or as a calendar. Past auctions have no calendar. */
export function AuctionListPage({ role, list }: { role: Role; list: AuctionList }) {
  const view = useLayoutView({ hasCalendar: list === 'current' });
  if (view.shown !== 'calendar') return <ListedAuctions role={role} list={list} view={view} />;
  return (
    <>
      <PageTitle title={TITLES[list]} actions={role === 'admin' && <CreateAuction />} />
      <Toolbar place="filters">
        <ViewToggle view={view} />
      </Toolbar>
      <Suspense>
        <AuctionCalendar role={role} isPhone={view.isPhone} />
      </Suspense>
    </>
  );
}

/** Shows auctions as cards or as a list. The URL holds the search, the filters and the page. */
function ListedAuctions({ role, list, view }: { role: Role; list: AuctionList; view: LayoutView }) {
  const say = useSay();
  const search: AuctionListSearch = useSearch({ strict: false });
  const filtersId = useId();
  const filterCount = Object.keys(filterOf(search)).length;
  const [isFiltering, setIsFiltering] = useState(filterCount > 0);
  const { rows, query, ...result } = useAuctionList(role, list, search);
  const table = { ...tableOf(result, query), rows };
  return (
    <>
      <PageTitle
        title={TITLES[list]}
        actions={
          role === 'user' ? (
            <TourGuide page={list === 'past' ? 'pastAuctions' : 'liveAuctions'} mayBegin={rows !== undefined} />
          ) : (
            list === 'current' && <CreateAuction />
          )
        }
      />
      <Toolbar place="filters">
        <SearchField label="auction.search" />
        {list === 'current' && (
          <FilterSegments
            name="status"
            label="auction.status"
            all="auction.all"
            choices={SHOWN[role].map((value) => ({
              value,
              label: say(value === 'draft' ? 'draft.filter' : `status.${value}`),
            }))}
          />
        )}
        <WatchedFilter isOn={search.watched ?? false} />
        <FilterToggle
          count={filterCount}
          isOpen={isFiltering}
          controls={filtersId}
          onToggle={() => startTransition(() => setIsFiltering(!isFiltering))}
        />
        <ListViews list={`auctions-${list}`} {...(view.shown === 'list' && { columns: AUCTION_COLUMNS[role] })} />
        <ViewToggle view={view} />
      </Toolbar>
      {/* The list waits until the filters above it have loaded. Otherwise, late filters would push the list down. */}
      <Suspense>
        {isFiltering && <AuctionFilters id={filtersId} role={role} />}
        <ListState
          {...table}
          empty={
            <NoAuctions
              role={role}
              list={list}
              isFiltered={filterCount > 0 || Boolean(search.search ?? search.status ?? search.watched)}
            />
          }
        >
          {view.shown === 'grid' ? (
            <CardGrid label="auction.list" cardHeight={443} {...table}>
              {(auction) => <AuctionCard auction={auction} role={role} />}
            </CardGrid>
          ) : (
            <DataTable
              list={`auctions-${list}`}
              caption="auction.list"
              columns={AUCTION_COLUMNS[role]}
              rowKey={({ id }) => id}
              empty={null}
              {...table}
            />
          )}
        </ListState>
      </Suspense>
    </>
  );
}

const SHOWN = { user: ['live', 'upcoming'], admin: ['live', 'upcoming', 'draft'] } as const;

/** Filters for watched auctions. The URL holds this filter, like all others. */
function WatchedFilter({ isOn }: { isOn: boolean }) {
  const say = useSay();
  const [, set] = useFilter('watched');
  const Star = isOn ? IconStarFilled : IconStar;
  return (
    <Button
      size="xs"
      variant={isOn ? 'light' : 'default'}
      aria-pressed={isOn}
      leftSection={<Star size={14} aria-hidden />}
      onClick={() => set(isOn ? undefined : true)}
    >
      {say('notice.watched')}
    </Button>
  );
}

/** Lazy-loaded, because only an empty list shows the video. */
const WatchVideo = lazy(async () => ({ default: (await import('#web/tour/watch-video.tsx')).WatchVideo }));

/** Shows why the list is empty, and the next step: remove the filters, create an auction, or open the other list. */
function NoAuctions({ role, list, isFiltered }: { role: Role; list: AuctionList; isFiltered: boolean }) {
  const say = useSay();
  if (isFiltered) return <NothingFound title="auction.noneFound" hint="auction.noneFoundHint" />;
  const other: AuctionList = list === 'current' ? 'past' : 'current';
  const isAdmin = role === 'admin' && list === 'current';
  return (
    <EmptyState
      title={list === 'current' ? 'auction.noneCurrent' : 'auction.nonePast'}
      hint={
        isAdmin
          ? 'auction.noneCurrentAdminHint'
          : list === 'current'
            ? 'auction.noneCurrentHint'
            : 'auction.nonePastHint'
      }
      icon={IconCalendarOff}
    >
      {isAdmin ? (
        <CreateAuction />
      ) : (
        <Button variant="default" component={Link} to={paths.auctions(role, other)}>
          {say(other === 'past' ? 'shell.pastAuctions' : 'shell.liveAuctions')}
        </Button>
      )}
      {role === 'user' && list === 'current' && (
        <Suspense>
          <WatchVideo />
        </Suspense>
      )}
    </EmptyState>
  );
}
