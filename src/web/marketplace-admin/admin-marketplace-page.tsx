import { IconPlus } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { exportSellOrders, type AdminSellOrderSummary } from '#contract/marketplace/sell-order.ts';
import { isOver, SELL_ORDER_STATUSES } from '#domain/marketplace/sell-order-status.ts';
import { useLayoutView, ViewToggle } from '#web/auction/layout-view.tsx';
import { PageTabs } from '#web/design/layout/page-tabs.tsx';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import { tableOf } from '#web/design/lists/data-table.tsx';
import { ExportButtons } from '#web/design/lists/export-buttons.tsx';
import { FilterSelect } from '#web/design/lists/filter-select.tsx';
import { ListViews } from '#web/design/lists/list-views.tsx';
import { SearchField } from '#web/design/lists/search-field.tsx';
import { Toolbar } from '#web/design/lists/toolbar.tsx';
import { BuyOrderList } from '#web/marketplace/buy-orders/buy-order-list.tsx';
import type { MarketplaceSearch } from '#web/marketplace/marketplace-search.ts';
import { useSellOrderStatus } from '#web/marketplace/order-badges.tsx';
import { SellOrderList, SortSelect, WayButtons, sellOrderColumns } from '#web/marketplace/sell-order-list.tsx';
import { useSellOrders } from '#web/marketplace/sell-order-queries.ts';
import { paths } from '#web/paths.ts';
import { apiFile } from '#web/platform/calls/api.ts';
import { formatQuantity } from '#web/platform/format/format.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { ReasonButton } from '#web/design/forms/reason-button.tsx';

/** The tabs of the administrators' marketplace: all sell orders, and all buy orders. */
const TABS = [
  { tab: undefined, title: 'sellOrder.list' },
  { tab: 'buy-orders', title: 'buyOrder.list' },
] as const;

/** The page with all sell orders, in every status, and all buy orders. */
export function AdminMarketplacePage() {
  const say = useSay();
  const search: MarketplaceSearch = useSearch({ strict: false });
  return (
    <>
      <PageTitle
        title="shell.marketplace"
        actions={
          <ReasonButton to={paths.createSellOrder} leftSection={<IconPlus size={16} aria-hidden />}>
            {say('sellOrder.create')}
          </ReasonButton>
        }
      />
      <PageTabs label="sellOrder.views" tabs={TABS} current={search.tab} />
      {search.tab === 'buy-orders' ? <BuyOrderList role="admin" search={search} /> : <SellOrders search={search} />}
    </>
  );
}

/**
 * The buttons of a sell order. If buy orders are pending, the view button shows how many wait for a decision. A sell
 * order that is over can only be viewed.
 */
function Ways({ row }: { row: AdminSellOrderSummary }) {
  const say = useSay();
  const mayEdit = !isOver(useSellOrderStatus(row));
  const details =
    row.pendingCount > 0
      ? say('sellOrder.pending', { count: formatQuantity(row.pendingCount) })
      : say('auction.viewDetails');
  const edit = { to: paths.updateSellOrder(row.id), label: say('action.edit'), variant: 'light' as const };
  const view = { to: paths.sellOrder('admin', row.id), label: details, variant: 'subtle' as const };
  return <WayButtons title={row.title} ways={mayEdit ? [edit, view] : [view]} />;
}

const COLUMNS = sellOrderColumns('admin', Ways);

/**
 * Shows sell orders as cards or as a list. The URL holds the status filter, the search, the sort order and the page.
 */
function SellOrders({ search }: { search: MarketplaceSearch }) {
  const say = useSay();
  const view = useLayoutView();
  const { query, filter, ...result } = useSellOrders(search);
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
      <SellOrderList
        role="admin"
        shown={view.shown}
        table={tableOf(result, query)}
        columns={COLUMNS}
        Ways={Ways}
        isFiltered={search.status !== undefined || query.search !== ''}
        title="sellOrder.noneAdmin"
        hint="sellOrder.noneAdminHint"
      />
    </>
  );
}
