import { Button } from '@mantine/core';
import { IconBuildingStore } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ComponentProps, ComponentType, ReactNode } from 'react';
import { SELL_ORDER_SORTS } from '#contract/basics/choices.ts';
import type { SellOrderSummary } from '#contract/marketplace/sell-order.ts';
import { AuctionPicture, ItemNames } from '#web/auction/auction-picture.tsx';
import { CardGrid } from '#web/design/lists/card-grid.tsx';
import { DataTable, type Column, type tableOf } from '#web/design/lists/data-table.tsx';
import { FilterSelect } from '#web/design/lists/filter-select.tsx';
import { ListState } from '#web/design/lists/list-state.tsx';
import { NothingListed } from '#web/design/lists/nothing-listed.tsx';
import { SellOrderBadge, SellOrderTime } from '#web/marketplace/order-badges.tsx';
import { QuantityMeter } from '#web/marketplace/quantity-meter.tsx';
import { paths } from '#web/paths.ts';
import { CompanyName } from '#web/platform/format/company-name.tsx';
import { formatMoney, formatAmount, formatQuantity } from '#web/platform/format/format.ts';
import { env } from '#web/platform/page/env.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import type { Role } from '#web/platform/session/session.ts';
import css from './sell-order-list.module.css';
import cardCss from './sell-order-card.module.css';

type Row<Order> = { row: Order };

/** A link of a sell order, as a button. */
type Way = { readonly to: string; readonly label: string; readonly variant: 'filled' | 'light' | 'subtle' };

/**
 * The links into a sell order. Each label includes the order's title, because a screen reader can list the links of a
 * page without their context.
 */
export const WayButtons = ({ title, ways }: { title: string; ways: readonly Way[] }) => (
  <div className={css.buttons}>
    {ways.map(({ to, label, variant }) => (
      <Button key={to} variant={variant} component={Link} to={to} aria-label={`${label}: ${title}`}>
        {label}
      </Button>
    ))}
  </div>
);

type Props<Order> = Omit<ComponentProps<typeof NothingListed>, 'icon'> & {
  role: Role;
  shown: 'grid' | 'list';
  /** The links into a sell order, which differ between buyers and administrators. */
  Ways: ComponentType<Row<Order>>;
  columns: readonly Column<Order>[];
  table: ReturnType<typeof tableOf<Order>>;
};

/** One page of sell orders, as cards or as a table. */
export function SellOrderList<Order extends SellOrderSummary>(props: Props<Order>) {
  const { role, shown, Ways, columns, table, ...words } = props;
  return (
    <ListState {...table} empty={<NothingListed {...words} icon={IconBuildingStore} />}>
      {shown === 'grid' ? (
        <CardGrid label="sellOrder.list" cardHeight={392} {...table}>
          {(order) => (
            <SellOrderCard order={order} role={role}>
              <Ways row={order} />
            </SellOrderCard>
          )}
        </CardGrid>
      ) : (
        <DataTable
          list="sell-orders"
          caption="sellOrder.list"
          columns={columns}
          rowKey={({ id }) => id}
          empty={null}
          {...table}
        />
      )}
    </ListState>
  );
}

/** Returns the cell with the title and the seller. The title links to the order's page for this role. */
const titleFor =
  (role: Role) =>
  ({ row }: Row<SellOrderSummary>) => (
    <div className={css.title}>
      <Link to={paths.sellOrder(role, row.id)} className="title-link">
        <strong>{row.title}</strong>
      </Link>
      <span className={css.quiet}>
        <CompanyName of={row.seller} />
      </span>
    </div>
  );

/** Returns the cell with the status and the time until the status changes. */
const statusFor =
  (role: Role) =>
  ({ row }: Row<SellOrderSummary>) => (
    <div className={css.status}>
      <SellOrderBadge order={row} role={role} />
      <SellOrderTime order={row} />
    </div>
  );

const Price = ({ row }: Row<SellOrderSummary>) => (
  <span className="figure">{formatMoney(row.unitPrice, env().currency)}</span>
);

/** Shows the remaining RECs, and the minimum and maximum quantity of one buy order. */
const Remaining = ({ row }: Row<SellOrderSummary>) => (
  <div className={css.remaining}>
    <QuantityMeter order={row} />
    <span className={css.quiet}>{useOrderBounds(row)}</span>
  </div>
);

const Items = ({ row }: Row<SellOrderSummary>) => <ItemNames names={row.itemNames} count={row.itemCount} most={1} />;

/** Returns the columns of a list of sell orders. `Ways` shows the links of each order. */
export const sellOrderColumns = <Order extends SellOrderSummary>(
  role: Role,
  Ways: ComponentType<Row<Order>>,
): readonly Column<Order>[] => [
  { id: 'title', title: 'marketplace.title', Cell: titleFor(role) },
  { id: 'status', title: 'marketplace.status', width: '170px', Cell: statusFor(role) },
  { id: 'price', title: 'marketplace.unitPrice', align: 'end', Cell: Price },
  { id: 'remaining', title: 'marketplace.remainingQuantity', width: '200px', Cell: Remaining },
  { id: 'items', title: 'marketplace.items', Cell: Items },
  { id: 'actions', title: 'auction.actions', width: '1%', Cell: Ways },
];

/** Shows a sell order as a card. `children` are the links, which differ between lists. */
function SellOrderCard({ order, role, children }: { order: SellOrderSummary; role: Role; children: ReactNode }) {
  const say = useSay();
  const detail = paths.sellOrder(role, order.id);
  return (
    <article className={cardCss.card}>
      {/* Screen readers and the keyboard skip this link, because the title is the same link. */}
      <Link to={detail} className={cardCss.picture} tabIndex={-1} aria-hidden>
        <AuctionPicture auction={order} />
      </Link>
      <header className={cardCss.head}>
        <SellOrderBadge order={order} role={role} />
        <SellOrderTime order={order} />
      </header>
      <h2 className={cardCss.title}>
        <Link to={detail} className="title-link">
          {order.title}
        </Link>
      </h2>
      <p className={cardCss.quiet}>
        <CompanyName of={order.seller} />
      </p>
      <p className={cardCss.price}>
        {env().currency} <strong>{formatAmount(order.unitPrice)}</strong>{' '}
        <span className={cardCss.quiet}>{say('sellOrder.perRec')}</span>
      </p>
      <QuantityMeter order={order} />
      <p className={cardCss.quiet}>{useOrderBounds(order)}</p>
      <ItemNames names={order.itemNames} count={order.itemCount} />
      <footer className={cardCss.foot}>{children}</footer>
    </article>
  );
}

/** Returns the minimum and maximum quantity of one buy order, as text. */
function useOrderBounds(order: Pick<SellOrderSummary, 'minimumPurchaseQuantity' | 'maxBuyOrderRecQuantity'>): string {
  return useSay()('sellOrder.boundsPerOrder', {
    minimum: formatQuantity(order.minimumPurchaseQuantity),
    maximum: order.maxBuyOrderRecQuantity,
  });
}

/** Selects the sort order of a list of sell orders. The URL holds the choice. The default is newest first. */
export function SortSelect() {
  const say = useSay();
  const others = SELL_ORDER_SORTS.filter((sort) => sort !== 'newest');
  return (
    <FilterSelect
      name="sort"
      label="sellOrder.sort"
      all="sellOrder.sortBy.newest"
      choices={others.map((value) => ({ value, label: say(`sellOrder.sortBy.${value}`) }))}
    />
  );
}
