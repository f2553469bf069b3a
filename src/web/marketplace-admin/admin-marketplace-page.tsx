import { Button } from '@mantine/core';
import { IconPlus, IconBuildingStore } from '@tabler/icons-react';
import { Link, useSearch } from '@tanstack/react-router';
import { useLayoutView, ViewToggle } from '#web/auction/layout-view.tsx';
import { PageTabs } from '#web/design/layout/page-tabs.tsx';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import { tableOf } from '#web/design/lists/data-table.tsx';
import { ExportButtons } from '#web/design/lists/export-buttons.tsx';
import { FilterSelect } from '#web/design/lists/filter-select.tsx';
import { ListState } from '#web/design/lists/list-state.tsx';
import { ListViews } from '#web/design/lists/list-views.tsx';
import { NothingListed } from '#web/design/lists/nothing-listed.tsx';
import { SearchField } from '#web/design/lists/search-field.tsx';
import { Toolbar } from '#web/design/lists/toolbar.tsx';
import { BuyOrderList } from '#web/marketplace/buy-orders/buy-order-list.tsx';
import type { MarketplaceSearch } from '#web/marketplace/marketplace-search.ts';
import { useSellOrderStatus } from '#web/marketplace/order-badges.tsx';
import { SellOrderGrid, SellOrderTable, sellOrderColumns, SortSelect } from '#web/marketplace/sell-order-list.tsx';
import { useSellOrders } from '#web/marketplace/sell-order-queries.ts';
import css from '#web/marketplace/way-buttons.module.css';
import { paths } from '#web/paths.ts';
import { apiFile } from '#web/platform/calls/api.ts';
import { formatQuantity } from '#web/platform/format/format.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { exportSellOrders, type AdminSellOrderSummary } from '#contract/marketplace/sell-order.ts';
import { isOver, SELL_ORDER_STATUSES } from '#domain/marketplace/sell-order-status.ts';

const TABS = [
  { tab: undefined, title: 'sellOrder.list' },
  { tab: 'buy-orders', title: 'buyOrder.list' },
] as const;

/** Sell orders of all states, and the buy orders that were placed for them. */
export function AdminMarketplacePage() {
  const say = useSay();
  const search: MarketplaceSearch = useSearch({ strict: false });
  return (
    <>
      <PageTitle
        title="shell.marketplace"
        actions={
          <Button component={Link} to={paths.createSellOrder} leftSection={<IconPlus size={16} aria-hidden />}>
            {say('sellOrder.create')}
          </Button>
        }
      />
      <PageTabs label="sellOrder.views" tabs={TABS} current={search.tab} />
      {search.tab === 'buy-orders' ? <BuyOrderList role="admin" search={search} /> : <SellOrders search={search} />}
    </>
  );
}

function Ways({ row }: { row: AdminSellOrderSummary }) {
  const say = useSay();
  const mayEdit = !isOver(useSellOrderStatus(row));
  const details =
    row.pendingCount > 0
      ? say('sellOrder.pending', { count: formatQuantity(row.pendingCount) })
      : say('auction.viewDetails');
  return (
    <div className={css.buttons}>
      {mayEdit && (
        <Button
          variant="light"
          component={Link}
          to={paths.updateSellOrder(row.id)}
          aria-label={`${say('action.edit')}: ${row.title}`}
        >
          {say('action.edit')}
        </Button>
      )}
      <Button
        variant="subtle"
        component={Link}
        to={paths.sellOrder('admin', row.id)}
        aria-label={`${details}: ${row.title}`}
      >
        {details}
      </Button>
    </div>
  );
}

const COLUMNS = sellOrderColumns('admin', Ways);

/** Sell orders, as cards or as a list: by status, searched, sorted and paged in the URL. */
function SellOrders({ search }: { search: MarketplaceSearch }) {
  const say = useSay();
  const view = useLayoutView();
  const { query, filter, ...result } = useSellOrders(search);
  const table = tableOf(result, query);
  return (
    <>
      <Toolbar>
        <FilterSelect
          name="status"
          label="marketplace.status"
          all="sellOrder.allStatuses"
          choices={SELL_ORDER_STATUSES.map((value) => ({ value, label: say(`sellOrderStatus.${value}`) }))}
        />
        <SearchField label="sellOrder.search" />
        <SortSelect />
        <ListViews list="sell-orders" {...(view.shown === 'list' && { columns: COLUMNS })} />
        <ViewToggle view={view} />
        <ExportButtons
          name={say('sellOrder.list')}
          load={(format) => apiFile(exportSellOrders, { query: { ...filter, format } })}
        />
      </Toolbar>
      <ListState
        {...table}
        empty={
          <NothingListed
            isFiltered={search.status !== undefined || query.search !== ''}
            title="sellOrder.noneAdmin"
            hint="sellOrder.noneAdminHint"
            icon={IconBuildingStore}
          />
        }
      >
        {view.shown === 'grid' ? (
          <SellOrderGrid role="admin" {...table} Ways={Ways} />
        ) : (
          <SellOrderTable {...table} columns={COLUMNS} />
        )}
      </ListState>
    </>
  );
}
