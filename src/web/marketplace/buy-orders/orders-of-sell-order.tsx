import { Link } from '@tanstack/react-router';
import { Card } from '#web/design/layout/facts.tsx';
import { BuyOrderBadge } from '#web/marketplace/order-badges.tsx';
import { useBuyOrders } from '#web/marketplace/buy-orders/buy-order-queries.ts';
import { paths } from '#web/paths.ts';
import { CompanyName } from '#web/platform/format/company-name.tsx';
import { useSay } from '#web/platform/phrases/phrase.ts';
import type { Role } from '#web/platform/session/session.ts';
import css from './orders-of-sell-order.module.css';

const SHOWN = 10;

/** The latest buy orders for a sell order: all of them for admins, one's own for buyers; nothing where there are none. */
export function OrdersOfSellOrder({ role, id }: { role: Role; id: string }) {
  const say = useSay();
  const { data } = useBuyOrders(role, { sellOrderId: id, currentPage: 1, limit: SHOWN, search: '' });
  if (!data || data.items.length === 0) return null;
  return (
    <Card title={role === 'admin' ? 'buyOrder.list' : 'buyOrder.own'}>
      <ul className={css.orders}>
        {data.items.map((order) => (
          <li key={order.id}>
            <span className={css.words}>
              <Link to={paths.buyOrder(role, order.id)} className={css.link}>
                {order.reference}
              </Link>
              <span className={css.quiet}>
                <CompanyName of={order.buyer} />
              </span>
            </span>
            <span className="figure">{say('unit.recCount', { quantity: order.quantity })}</span>
            <BuyOrderBadge status={order.status} />
          </li>
        ))}
      </ul>
      {data.total > data.items.length && (
        <Link to={paths.marketplace(role)} search={{ tab: 'buy-orders' }} className={css.link}>
          {say('buyOrder.showAll')}
        </Link>
      )}
    </Card>
  );
}
