import type { BuyOrderPartView } from '#contract/buy-order.ts';
import { DataTable, type Column } from '#web/design/data-table.tsx';
import { env } from '#web/platform/env.ts';
import { formatMoney, formatQuantity } from '#web/platform/format.ts';
import { useItemWords } from '#web/platform/item-words.ts';
import css from './sell-order-view.module.css';

function Name({ row }: { row: BuyOrderPartView }) {
  const wordsOf = useItemWords();
  return (
    <div className={css.item}>
      <strong>{row.name}</strong>
      <span className={css.quiet}>{wordsOf(row)}</span>
    </div>
  );
}

const COLUMNS: readonly Column<BuyOrderPartView>[] = [
  { id: 'name', title: 'item.item', Cell: Name },
  {
    id: 'quantity',
    title: 'marketplace.quantity',
    align: 'end',
    Cell: ({ row }) => <span className="figure">{formatQuantity(row.quantity)}</span>,
  },
  {
    id: 'amount',
    title: 'marketplace.amount',
    align: 'end',
    Cell: ({ row }) => <span className="figure">{formatMoney(row.amount, env().currency)}</span>,
  },
];

/** From which items a buy order is filled, the oldest vintage first. */
export const PartTable = ({ parts }: { parts: readonly BuyOrderPartView[] | undefined }) => (
  <DataTable
    caption="buyOrder.parts"
    columns={COLUMNS}
    rows={parts}
    rowKey={({ sellOrderItemId }) => sellOrderItemId}
    empty={null}
  />
);
