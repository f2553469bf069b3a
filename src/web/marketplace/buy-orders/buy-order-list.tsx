import { IconReceipt } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { exportBuyOrdersAsAdmin, exportOwnBuyOrders } from '#contract/marketplace/buy-order.ts';
import { BUY_ORDER_STATUSES, type BuyOrderStatus } from '#domain/marketplace/buy-order-status.ts';
import { DataTable, tableOf } from '#web/design/lists/data-table.tsx';
import { ExportButtons } from '#web/design/lists/export-buttons.tsx';
import { pageQueryOf } from '#web/design/lists/list-search.ts';
import { ListViews } from '#web/design/lists/list-views.tsx';
import { NothingListed } from '#web/design/lists/nothing-listed.tsx';
import { SearchField } from '#web/design/lists/search-field.tsx';
import { Segments } from '#web/design/layout/segments.tsx';
import { Toolbar } from '#web/design/lists/toolbar.tsx';
import { BUY_ORDER_COLUMNS } from '#web/marketplace/buy-orders/buy-order-columns.tsx';
import { useBuyOrders } from '#web/marketplace/buy-orders/buy-order-queries.ts';
import type { MarketplaceSearch } from '#web/marketplace/marketplace-search.ts';
import { apiFile } from '#web/platform/calls/api.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import type { Role } from '#web/platform/session/session.ts';

/** Buy orders, the latest first, and what became of them; they change while one looks. */
export function BuyOrderList({ role, search: asked }: { role: Role; search: MarketplaceSearch }) {
  const say = useSay();
  const { search, ...page } = pageQueryOf(asked);
  const filter = { search, ...(asked.buyStatus && { status: asked.buyStatus }) };
  const result = useBuyOrders(role, { ...page, ...filter });
  return (
    <>
      <Toolbar>
        <StatusFilter status={asked.buyStatus} />
        <SearchField label="buyOrder.search" />
        <ListViews list="buy-orders" columns={BUY_ORDER_COLUMNS[role]} />
        <ExportButtons
          name={say('buyOrder.list')}
          load={(format) =>
            apiFile(role === 'admin' ? exportBuyOrdersAsAdmin : exportOwnBuyOrders, { query: { ...filter, format } })
          }
        />
      </Toolbar>
      <DataTable
        list="buy-orders"
        caption="buyOrder.list"
        columns={BUY_ORDER_COLUMNS[role]}
        rowKey={({ id }) => id}
        empty={
          <NothingListed
            isFiltered={search !== '' || asked.buyStatus !== undefined}
            title="buyOrder.none"
            hint={role === 'admin' ? 'buyOrder.noneHintAdmin' : 'buyOrder.noneHint'}
            icon={IconReceipt}
          />
        }
        {...tableOf(result, page)}
      />
    </>
  );
}

function StatusFilter({ status }: { status: BuyOrderStatus | undefined }) {
  const say = useSay();
  const navigate = useNavigate();
  return (
    <Segments<BuyOrderStatus | 'all'>
      label={say('marketplace.status')}
      segments={[
        { value: 'all', label: say('auction.all') },
        ...BUY_ORDER_STATUSES.map((value) => ({ value, label: say(`buyOrderStatus.${value}`) })),
      ]}
      value={status ?? 'all'}
      onChange={(value) =>
        void navigate({
          to: '.',
          search: (before: object) => ({
            ...before,
            page: undefined,
            buyStatus: value === 'all' ? undefined : value,
          }),
        })
      }
    />
  );
}
