import { useSearch } from '@tanstack/react-router';
import { lazy, startTransition, Suspense, useId, useState } from 'react';
import type { SellOrderSummary } from '#contract/marketplace/sell-order.ts';
import { useLayoutView, ViewToggle } from '#web/auction/layout-view.tsx';
import { PageTabs } from '#web/design/layout/page-tabs.tsx';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import { tableOf } from '#web/design/lists/data-table.tsx';
import { FilterToggle } from '#web/design/lists/filter-toggle.tsx';
import { ListViews } from '#web/design/lists/list-views.tsx';
import { SearchField } from '#web/design/lists/search-field.tsx';
import { Toolbar } from '#web/design/lists/toolbar.tsx';
import { BuyOrderList } from '#web/marketplace/buy-orders/buy-order-list.tsx';
import { type MarketplaceSearch, filterCount } from '#web/marketplace/marketplace-search.ts';
import { useSellOrderStatus } from '#web/marketplace/order-badges.tsx';
import { SellOrderList, SortSelect, WayButtons, sellOrderColumns } from '#web/marketplace/sell-order-list.tsx';
import { useOffers } from '#web/marketplace/sell-order-queries.ts';
import { paths } from '#web/paths.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { useProfile } from '#web/platform/session/profile.ts';

/** The tabs of the marketplace: the offers, and the buy orders of the user's companies. */
const TABS = [
  { tab: undefined, title: 'sellOrder.list' },
  { tab: 'buy-orders', title: 'buyOrder.own' },
] as const;

/** The offers at fixed prices, and the buy orders of the user's companies. */
export function MarketplacePage() {
  const say = useSay();
  const search: MarketplaceSearch = useSearch({ strict: false });
  return (
    <>
      <PageTitle title="shell.marketplace" note={say('sellOrder.note')} />
      <PageTabs label="sellOrder.views" tabs={TABS} current={search.tab} />
      {search.tab === 'buy-orders' ? <BuyOrderList role="user" search={search} /> : <Offers search={search} />}
    </>
  );
}

/**
 * The buttons of an offer. The buy button is shown while the sell order is published, except to members of the seller.
 * The buttons change in the second in which the order is published or ends.
 */
function Ways({ row }: { row: SellOrderSummary }) {
  const say = useSay();
  const isOwn = useProfile().accounts.some(({ id }) => id === row.seller.accountId);
  const isOpen = useSellOrderStatus(row) === 'published' && !isOwn;
  const buy = { to: paths.buy(row.id), label: say('buyOrder.buy'), variant: 'filled' as const };
  const view = { to: paths.sellOrder('user', row.id), label: say('auction.viewDetails') };
  return (
    <WayButtons
      title={row.title}
      ways={isOpen ? [buy, { ...view, variant: 'subtle' }] : [{ ...view, variant: 'light' }]}
    />
  );
}

const OfferFilters = lazy(async () => ({ default: (await import('#web/marketplace/offer-filters.tsx')).OfferFilters }));

const COLUMNS = sellOrderColumns('user', Ways);

/** Shows the offers as cards or as a list. The URL holds the filters, the sort order and the page. */
function Offers({ search }: { search: MarketplaceSearch }) {
  const filtersId = useId();
  const view = useLayoutView();
  const count = filterCount(search);
  const [isFiltering, setIsFiltering] = useState(count > 0);
  const { query, ...result } = useOffers(search);
  return (
    <>
      <Toolbar>
        <SearchField label="sellOrder.search" />
        <SortSelect />
        <FilterToggle
          count={count}
          isOpen={isFiltering}
          controls={filtersId}
          onToggle={() => startTransition(() => setIsFiltering(!isFiltering))}
        />
        <ListViews list="sell-orders" {...(view.shown === 'list' && { columns: COLUMNS })} />
        <ViewToggle view={view} />
      </Toolbar>
      {/* The list waits until the filters above it have loaded. Otherwise, late filters would push the list down. */}
      <Suspense>
        {isFiltering && <OfferFilters id={filtersId} isAnyOn={count > 0} />}
        <SellOrderList
          role="user"
          shown={view.shown}
          table={tableOf(result, query)}
          columns={COLUMNS}
          Ways={Ways}
          isFiltered={count > 0 || query.search !== ''}
          title="sellOrder.none"
          hint="sellOrder.noneHint"
        />
      </Suspense>
    </>
  );
}
