import { IconPackage } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Link } from '@tanstack/react-router';
import { listSellOrderCertificates, listSellOrderCertificatesAsAdmin } from '#contract/certificate/backing.ts';
import type { MarketplaceOrder } from '#contract/marketplace/marketplace.ts';
import type { SellOrderItem } from '#contract/marketplace/sell-order.ts';
import { CertificatesCard } from '#web/certificate/certificates-card.tsx';
import columns from '#web/design/layout/detail-columns.module.css';
import { Segments } from '#web/design/layout/segments.tsx';
import { DataTable, type Column } from '#web/design/lists/data-table.tsx';
import { EmptyState } from '#web/design/feedback/empty-state.tsx';
import { Card, Fact, Facts } from '#web/design/layout/facts.tsx';
import { Moment } from '#web/design/dates/moment.tsx';
import { Pictures } from '#web/design/layout/pictures.tsx';
import { useBuyOrders } from '#web/marketplace/buy-orders/buy-order-queries.ts';
import ordersCss from '#web/marketplace/buy-orders/orders-of-sell-order.module.css';
import { COMPOSITION_KINDS, compositionOf, type CompositionKind, type Share } from '#web/marketplace/composition.ts';
import { BuyOrderBadge } from '#web/marketplace/order-badges.tsx';
import { QuantityParts } from '#web/marketplace/quantity-meter.tsx';
import { paths } from '#web/paths.ts';
import { DevicePlaces } from '#web/place/device-places.tsx';
import { CompanyName } from '#web/platform/format/company-name.tsx';
import { countryName } from '#web/platform/format/country-name.ts';
import { env } from '#web/platform/page/env.ts';
import { formatMoney, formatPercent, formatQuantity } from '#web/platform/format/format.ts';
import { useItemWords } from '#web/platform/format/item-words.ts';
import { useLanguage, useSay } from '#web/platform/phrases/phrase.ts';
import type { Role } from '#web/platform/session/session.ts';
import { PricesLink } from '#web/statistic/prices-link.tsx';
import { NamingTerms, TermsCard } from '#web/settlement/terms-text.tsx';
import css from './sell-order-view.module.css';
import compositionCss from './composition-card.module.css';

/** The fields of a sell order that both roles see: all except the user's companies that may buy. */
type Viewed = Omit<MarketplaceOrder, 'buyers'>;
type Props = {
  role: Role;
  order: Viewed;
  /** Facts that only one role sees. */
  facts?: ReactNode;
};

/** A sell order's items and terms, and its remaining quantity. */
export function SellOrderView({ role, order, facts }: Props) {
  const words = useItemWords();
  return (
    <div className={columns.columns}>
      <div className={columns.main}>
        <Card title="sellOrder.offer">
          {order.description && <p className={css.description}>{order.description}</p>}
          <Pictures images={order.images} subject={order.title} />
          <Terms order={order}>{facts}</Terms>
        </Card>
        <Items items={order.items} />
        <TermsCard owner="sellOrder" role={role} id={order.id} />
        <CertificatesCard
          route={role === 'admin' ? listSellOrderCertificatesAsAdmin : listSellOrderCertificates}
          id={order.id}
          nameOf={(itemId) => {
            const item = order.items.find(({ sellOrderItemId }) => sellOrderItemId === itemId);
            return item && words(item);
          }}
          naming={<NamingTerms owner="sellOrder" role={role} id={order.id} />}
        />
        <DevicePlaces devices={order.items.map((item) => ({ ...item, id: item.sellOrderItemId }))} />
      </div>
      <div className={columns.aside}>
        <Card title="sellOrder.quantities">
          <QuantityParts order={order} />
        </Card>
        <OrdersOfSellOrder role={role} id={order.id} />
        <CompositionCard items={order.items} />
      </div>
    </div>
  );
}

/** Shows the price, the quantities per buy order, the fee and the times. `children` are facts that only admins see. */
function Terms({ order, children }: { order: Viewed; children: ReactNode }) {
  const { currency } = env();
  return (
    <Facts>
      <Fact label="marketplace.seller">
        <CompanyName of={order.seller} />
      </Fact>
      <Fact label="marketplace.unitPrice">{formatMoney(order.unitPrice, currency)}</Fact>
      <Fact label="sellOrder.minimumPurchase">{formatQuantity(order.minimumPurchaseQuantity)}</Fact>
      <Fact label="sellOrder.maximumPerOrder">{formatQuantity(order.maxBuyOrderRecQuantity)}</Fact>
      <Fact label="auction.buyerFee">{formatPercent(order.buyerProcessingFee)}</Fact>
      {children}
      <Fact label="marketplace.publishTime">{order.publishTime && <Moment at={order.publishTime} />}</Fact>
      <Fact label="marketplace.endTime">{order.endTime && <Moment at={order.endTime} />}</Fact>
    </Facts>
  );
}

/** Shows the items of a sell order. All items have the same unit price. */
function Items({ items }: { items: readonly SellOrderItem[] }) {
  const say = useSay();
  return (
    <section aria-label={say('marketplace.items')}>
      <DataTable
        caption="marketplace.items"
        columns={COLUMNS}
        rows={items}
        rowKey={({ sellOrderItemId }) => sellOrderItemId}
        empty={<EmptyState title="item.none" icon={IconPackage} />}
      />
    </section>
  );
}

/** Shows an item with its product, description and plant location, and a link to the price history of that product. */
function Name({ row }: { row: SellOrderItem }) {
  const wordsOf = useItemWords();
  return (
    <div className={css.item}>
      <strong>{row.name}</strong>
      <span className={css.quiet}>{wordsOf(row)}</span>
      {row.description && <span className={css.description}>{row.description}</span>}
      {row.address && <span className={css.quiet}>{row.address}</span>}
      <PricesLink goods={row} />
    </div>
  );
}

/** The columns of the items. Quantities are in RECs. */
const COLUMNS: readonly Column<SellOrderItem>[] = [
  { id: 'name', title: 'item.item', Cell: Name },
  {
    id: 'total',
    title: 'marketplace.totalQuantity',
    align: 'end',
    Cell: ({ row }) => <span className="figure">{formatQuantity(row.totalQuantity)}</span>,
  },
  {
    id: 'remaining',
    title: 'marketplace.remainingQuantity',
    align: 'end',
    Cell: ({ row }) => <span className="figure">{formatQuantity(row.remainingQuantity)}</span>,
  },
];

/** The shares of the RECs by country, fuel type or vintage. */
function CompositionCard({ items }: { items: readonly SellOrderItem[] }) {
  const say = useSay();
  const language = useLanguage();
  const [kind, setKind] = useState<CompositionKind>('fuel');
  const shares = compositionOf(items, kind);
  const total = shares.reduce((sum, { quantity }) => sum + quantity, 0);
  const nameOf = ({ key, of }: Share<SellOrderItem>): string =>
    kind === 'fuel' ? say(`fuel.${of.recFuelType}`) : kind === 'country' ? countryName(of.recCountry, language) : key;
  if (total === 0) return null;
  return (
    <Card
      title="sellOrder.composition"
      action={
        <Segments
          label={say('sellOrder.composition')}
          segments={COMPOSITION_KINDS.map((value) => ({ value, label: say(`sellOrder.by.${value}`) }))}
          value={kind}
          onChange={setKind}
        />
      }
    >
      <ul className={compositionCss.shares}>
        {shares.map((share) => (
          <li key={share.key}>
            <span className={compositionCss.name}>{nameOf(share)}</span>
            <span className={compositionCss.figure}>
              {formatQuantity(share.quantity)} <span>{formatPercent((share.quantity / total) * 100)}</span>
            </span>
            <span className={compositionCss.bar} aria-hidden>
              <span style={{ width: `${(share.quantity / total) * 100}%` }} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

const SHOWN = 10;

/**
 * Shows the latest buy orders for a sell order: all of them to admins, those of the user's companies to buyers. Renders
 * nothing if there are none.
 */
function OrdersOfSellOrder({ role, id }: { role: Role; id: string }) {
  const say = useSay();
  const { data } = useBuyOrders(role, { sellOrderId: id, currentPage: 1, limit: SHOWN, search: '' });
  if (!data || data.items.length === 0) return null;
  return (
    <Card title={role === 'admin' ? 'buyOrder.list' : 'buyOrder.own'}>
      <ul className={ordersCss.orders}>
        {data.items.map((order) => (
          <li key={order.id}>
            <span className={ordersCss.words}>
              <Link to={paths.buyOrder(role, order.id)} className={ordersCss.link}>
                {order.reference}
              </Link>
              <span className={ordersCss.quiet}>
                <CompanyName of={order.buyer} />
              </span>
            </span>
            <span className="figure">{say('unit.recCount', { quantity: order.quantity })}</span>
            <BuyOrderBadge status={order.status} />
          </li>
        ))}
      </ul>
      {data.total > data.items.length && (
        <Link to={paths.marketplace(role)} search={{ tab: 'buy-orders' }} className={ordersCss.link}>
          {say('buyOrder.showAll')}
        </Link>
      )}
    </Card>
  );
}
