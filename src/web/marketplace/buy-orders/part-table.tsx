import type { BuyOrderPartView } from '#contract/marketplace/buy-order.ts';
import { DataTable, type Column } from '#web/design/lists/data-table.tsx';
import css from '#web/marketplace/sell-order-view.module.css';
import { formatMoney, formatQuantity } from '#web/platform/format/format.ts';
import { useItemWords } from '#web/platform/format/item-words.ts';
import { env } from '#web/platform/page/env.ts';

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
