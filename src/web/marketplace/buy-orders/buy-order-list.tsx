import { IconReceipt } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { exportBuyOrdersAsAdmin, exportOwnBuyOrders, type BuyOrderSummary } from '#contract/marketplace/buy-order.ts';
import { BUY_ORDER_STATUSES } from '#domain/marketplace/buy-order-status.ts';
import { Moment } from '#web/design/dates/moment.tsx';
import { DataTable, tableOf, type Column } from '#web/design/lists/data-table.tsx';
import { ExportButtons } from '#web/design/lists/export-buttons.tsx';
import { pageQueryOf } from '#web/design/lists/list-search.ts';
import { ListViews } from '#web/design/lists/list-views.tsx';
import { NothingListed } from '#web/design/lists/nothing-listed.tsx';
import { SearchField } from '#web/design/lists/search-field.tsx';
import { FilterSegments } from '#web/design/lists/filter-segments.tsx';
import { Toolbar } from '#web/design/lists/toolbar.tsx';
import { useBuyOrders } from '#web/marketplace/buy-orders/buy-order-queries.ts';
import type { MarketplaceSearch } from '#web/marketplace/marketplace-search.ts';
import { BuyOrderBadge } from '#web/marketplace/order-badges.tsx';
import { paths } from '#web/paths.ts';
import { apiFile } from '#web/platform/calls/api.ts';
import { CompanyName } from '#web/platform/format/company-name.tsx';
import { formatMoney, formatQuantity } from '#web/platform/format/format.ts';
import { env } from '#web/platform/page/env.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import type { Role } from '#web/platform/session/session.ts';
import css from './buy-order-columns.module.css';

/** Lists buy orders with their status, latest first. The list is updated live. */
export function BuyOrderList({ role, search: asked }: { role: Role; search: MarketplaceSearch }) {
  const say = useSay();
  const { search, ...page } = pageQueryOf(asked);
  const filter = { search, ...(asked.buyStatus && { status: asked.buyStatus }) };
  const result = useBuyOrders(role, { ...page, ...filter });
  return (
    <>
      <Toolbar>
        <FilterSegments
          name="buyStatus"
          label="marketplace.status"
          all="auction.all"
          choices={BUY_ORDER_STATUSES.map((value) => ({ value, label: say(`buyOrderStatus.${value}`) }))}
        />
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

type Props = { row: BuyOrderSummary };

const Quantity = ({ row }: Props) => <span className="figure">{formatQuantity(row.quantity)}</span>;
const Total = ({ row }: Props) => <span className="figure">{formatMoney(row.total, env().currency)}</span>;
const Placed = ({ row }: Props) => <Moment at={row.placedAt} />;
const Status = ({ row }: Props) => <BuyOrderBadge status={row.status} />;

/** Shows the buyer's company, and whether the RECs are retired when the order is approved. */
function Buyer({ row }: Props) {
  const say = useSay();
  return (
    <div className={css.order}>
      <span>
        <CompanyName of={row.buyer} />
      </span>
      {row.hasBeneficiary && <span className={css.quiet}>{say('buyOrder.retires')}</span>}
    </div>
  );
}

/** Returns the columns for a role. Only admins see the buyer's company. */
const columnsOf = (role: Role): readonly Column<BuyOrderSummary>[] => [
  {
    id: 'order',
    title: 'marketplace.reference',
    Cell: ({ row }: Props) => (
      <div className={css.order}>
        <Link to={paths.buyOrder(role, row.id)} className={css.reference}>
          {row.reference}
        </Link>
        <span>{row.sellOrder.title}</span>
        <span className={css.quiet}>
          <CompanyName of={row.seller} />
        </span>
      </div>
    ),
  },
  { id: 'buyer', title: 'marketplace.buyer', Cell: Buyer },
  { id: 'quantity', title: 'marketplace.quantity', align: 'end', Cell: Quantity },
  { id: 'total', title: 'marketplace.total', align: 'end', Cell: Total },
  { id: 'placed', title: 'marketplace.placedAt', width: '190px', Cell: Placed },
  { id: 'status', title: 'marketplace.status', width: '120px', Cell: Status },
];

/** The columns for each role. They are created only once, because new columns make the table render again. */
const BUY_ORDER_COLUMNS: Record<Role, readonly Column<BuyOrderSummary>[]> = {
  admin: columnsOf('admin'),
  user: columnsOf('user'),
};
