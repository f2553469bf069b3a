import { Link } from '@tanstack/react-router';
import type { BuyOrderSummary } from '#contract/marketplace/buy-order.ts';
import { Moment } from '#web/design/dates/moment.tsx';
import type { Column } from '#web/design/lists/data-table.tsx';
import { BuyOrderBadge } from '#web/marketplace/order-badges.tsx';
import { paths } from '#web/paths.ts';
import { CompanyName } from '#web/platform/format/company-name.tsx';
import { formatMoney, formatQuantity } from '#web/platform/format/format.ts';
import { env } from '#web/platform/page/env.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import type { Role } from '#web/platform/session/session.ts';
import css from './buy-order-columns.module.css';

type Props = { row: BuyOrderSummary };

const Quantity = ({ row }: Props) => <span className="figure">{formatQuantity(row.quantity)}</span>;
const Total = ({ row }: Props) => <span className="figure">{formatMoney(row.total, env().currency)}</span>;
const Placed = ({ row }: Props) => <Moment at={row.placedAt} />;
const Status = ({ row }: Props) => <BuyOrderBadge status={row.status} />;

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

export const BUY_ORDER_COLUMNS: Record<Role, readonly Column<BuyOrderSummary>[]> = {
  admin: columnsOf('admin'),
  user: columnsOf('user'),
};
