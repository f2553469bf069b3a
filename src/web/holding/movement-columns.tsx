import { Link } from '@tanstack/react-router';
import type { HoldingMovement } from '#contract/holding/holding.ts';
import { Moment } from '#web/design/dates/moment.tsx';
import type { Column } from '#web/design/lists/data-table.tsx';
import { paths } from '#web/paths.ts';
import { formatQuantity } from '#web/platform/format/format.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import type { Role } from '#web/platform/session/session.ts';
import css from './holding.module.css';

type Props = { row: HoldingMovement };

const At = ({ row }: Props) => <Moment at={row.at} />;
const Quantity = ({ row }: Props) => `${row.quantity > 0 ? '+' : ''}${formatQuantity(row.quantity)}`;
const After = ({ row }: Props) => <strong>{formatQuantity(row.balanceAfter)}</strong>;
const By = ({ row }: Props) => row.by ?? '–';

function Kind({ row, role }: Props & { role: Role }) {
  const say = useSay();
  return (
    <>
      <span className={css.strong}>{say(`holding.movement_${row.kind}`)}</span>
      {row.remark !== '' && <span className={css.under}>{row.remark}</span>}
      {row.retirement && (
        <Link to={paths.retirement(role, row.retirement.id)} className={`${css.number} ${css.below}`}>
          {row.retirement.number}
        </Link>
      )}
    </>
  );
}
const UserKind = ({ row }: Props) => <Kind row={row} role="user" />;
const AdminKind = ({ row }: Props) => <Kind row={row} role="admin" />;

const columnsWith = (Cell: Column<HoldingMovement>['Cell']): readonly Column<HoldingMovement>[] => [
  { id: 'at', title: 'holding.movedAt', width: '200px', Cell: At },
  { id: 'kind', title: 'holding.movement', Cell },
  { id: 'quantity', title: 'holding.moved', align: 'end', width: '140px', Cell: Quantity },
  { id: 'after', title: 'holding.balanceAfter', align: 'end', width: '140px', Cell: After },
  { id: 'by', title: 'holding.movedBy', width: '160px', Cell: By },
];
export const MOVEMENT_COLUMNS: Readonly<Record<Role, readonly Column<HoldingMovement>[]>> = {
  user: columnsWith(UserKind),
  admin: columnsWith(AdminKind),
};
