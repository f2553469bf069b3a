import { Link, useSearch } from '@tanstack/react-router';
import type { Holding } from '#contract/holding/holding.ts';
import { Moment } from '#web/design/dates/moment.tsx';
import type { Column } from '#web/design/lists/data-table.tsx';
import { GoodsLine } from '#web/holding/goods-line.tsx';
import { paths } from '#web/paths.ts';
import { formatMoney, formatQuantity } from '#web/platform/format/format.ts';
import { env } from '#web/platform/page/env.ts';
import type { Role } from '#web/platform/session/session.ts';
import css from './holding.module.css';

type Props = { row: Holding };

/** Leads to the holding's page, which leads back to the list as it stands now. */
function Goods({ row, role }: Props & { role: Role }) {
  const list = useSearch({ strict: false });
  return (
    <Link to={paths.holding(role, row.id)} state={{ list }} className={`${css.strong} ${css.goods}`}>
      <GoodsLine goods={row} />
    </Link>
  );
}

const UserGoods = ({ row }: Props) => <Goods row={row} role="user" />;
const AdminGoods = ({ row }: Props) => <Goods row={row} role="admin" />;
const Holder = ({ row }: Props) => <div className={`${css.strong} ${css.holder}`}>{row.companyName}</div>;
const Balance = ({ row }: Props) => <strong>{formatQuantity(row.balance)}</strong>;
const Quantity = ({ row }: Props) => formatQuantity(row.quantity);
const Retired = ({ row }: Props) => formatQuantity(row.retired);
const Released = ({ row }: Props) => formatQuantity(row.released);
const Price = ({ row }: Props) => formatMoney(row.price, env().currency);
const At = ({ row }: Props) => <Moment at={row.acquiredAt} />;

const From = ({ row }: Props) => (
  <div className={css.source}>
    {row.source.title}
    <span className={css.under}>{row.acquiredFrom}</span>
  </div>
);

const figures: readonly Column<Holding>[] = [
  { id: 'balance', title: 'holding.balance', align: 'end', width: '100px', Cell: Balance },
  { id: 'quantity', title: 'holding.quantity', align: 'end', width: '95px', Cell: Quantity },
  { id: 'retired', title: 'holding.retired', align: 'end', width: '95px', Cell: Retired },
  { id: 'released', title: 'holding.released', align: 'end', width: '95px', Cell: Released },
  { id: 'from', title: 'holding.source', Cell: From },
  { id: 'price', title: 'holding.price', align: 'end', width: '130px', Cell: Price },
  { id: 'at', title: 'holding.acquiredAt', width: '190px', Cell: At },
];

export const HOLDING_COLUMNS: Readonly<Record<Role, readonly Column<Holding>[]>> = {
  user: [{ id: 'goods', title: 'holding.goods', Cell: UserGoods }, ...figures],
  admin: [
    { id: 'goods', title: 'holding.goods', Cell: AdminGoods },
    { id: 'holder', title: 'holding.holder', Cell: Holder },
    ...figures,
  ],
};
/** Of companies that one acts for, whose holding it is matters as soon as there are several. */
export const HOLDING_COLUMNS_OF_SEVERAL: readonly Column<Holding>[] = [
  { id: 'goods', title: 'holding.goods', Cell: UserGoods },
  { id: 'holder', title: 'holding.holder', Cell: Holder },
  ...figures,
];
