import { Link, useSearch } from '@tanstack/react-router';
import type { Retirement } from '#contract/holding/retirement.ts';
import { Moment } from '#web/design/dates/moment.tsx';
import type { Column } from '#web/design/lists/data-table.tsx';
import { GoodsLines } from '#web/holding/goods-line.tsx';
import { paths } from '#web/paths.ts';
import { formatQuantity } from '#web/platform/format/format.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import type { Role } from '#web/platform/session/session.ts';
import css from './holding.module.css';

type Props = { row: Retirement };

/** Leads to the retirement's page, which leads back to the list as it stands now. */
function Number({ row, role }: Props & { role: Role }) {
  const list = useSearch({ strict: false });
  return (
    <Link to={paths.retirement(role, row.id)} state={{ list }} className={css.number}>
      {row.number}
    </Link>
  );
}
const UserNumber = ({ row }: Props) => <Number row={row} role="user" />;
const AdminNumber = ({ row }: Props) => <Number row={row} role="admin" />;
const At = ({ row }: Props) => <Moment at={row.retiredAt} />;
const Quantity = ({ row }: Props) => <strong>{formatQuantity(row.quantity)}</strong>;
const Goods = ({ row }: Props) => <GoodsLines lines={row.lines} />;
const Holder = ({ row }: Props) => <span className={css.strong}>{row.companyName}</span>;

function For({ row: { beneficiary } }: Props) {
  const say = useSay();
  return (
    <>
      <span className={css.strong}>{beneficiary.name}</span>
      <span className={css.under}>{say(`beneficiary.${beneficiary.accountType}`)}</span>
    </>
  );
}

const columnsWith = (Cell: Column<Retirement>['Cell']): readonly Column<Retirement>[] => [
  { id: 'number', title: 'retirement.number', width: '210px', Cell },
  { id: 'at', title: 'retirement.retiredAt', width: '200px', Cell: At },
  { id: 'quantity', title: 'retirement.quantity', align: 'end', width: '130px', Cell: Quantity },
  { id: 'goods', title: 'holding.goods', Cell: Goods },
  { id: 'for', title: 'beneficiary.title', Cell: For },
  { id: 'holder', title: 'holding.holder', Cell: Holder },
];
export const RETIREMENT_COLUMNS: Readonly<Record<Role, readonly Column<Retirement>[]>> = {
  user: columnsWith(UserNumber),
  admin: columnsWith(AdminNumber),
};
