import type { AdminSellOrderItem } from '#contract/marketplace/sell-order.ts';
import css from '#web/auction-editor/items/item-columns.module.css';
import type { Column } from '#web/design/lists/data-table.tsx';
import { formatQuantity } from '#web/platform/format/format.ts';
import { useItemWords } from '#web/platform/format/item-words.ts';
import { editColumn } from '#web/design/lists/edit-column.tsx';
import { useSay } from '#web/platform/phrases/phrase.ts';

type Props = { row: AdminSellOrderItem };

function Name({ row }: Props) {
  const say = useSay();
  const wordsOf = useItemWords();
  return (
    <>
      <div className={css.name}>{row.name}</div>
      <div className={css.words}>{wordsOf(row)}</div>
      <div className={css.words}>{say(row.holdingId === null ? 'sellOrder.supply' : 'sellOrder.presentHolding')}</div>
      {row.listedElsewhere > 0 && (
        <div className={css.words}>{say('sellOrder.listedElsewhere', { quantity: row.listedElsewhere })}</div>
      )}
      {row.description && <p className={css.description}>{row.description}</p>}
    </>
  );
}

const quantityCell = (name: 'totalQuantity' | 'remainingQuantity' | 'reservedQuantity' | 'soldQuantity') =>
  function Quantity({ row }: Props) {
    return <span className="figure">{formatQuantity(row[name])}</span>;
  };

const { Actions, column } = editColumn<AdminSellOrderItem>((item) =>
  item.remainingQuantity < item.totalQuantity ? 'error.item_in_buy_orders' : undefined,
);
export const ItemActions = Actions;

export const ITEM_COLUMNS: readonly Column<AdminSellOrderItem>[] = [
  { id: 'name', title: 'item.item', Cell: Name },
  { id: 'total', title: 'marketplace.totalQuantity', align: 'end', Cell: quantityCell('totalQuantity') },
  { id: 'remaining', title: 'marketplace.remainingQuantity', align: 'end', Cell: quantityCell('remainingQuantity') },
  { id: 'reserved', title: 'marketplace.reservedQuantity', align: 'end', Cell: quantityCell('reservedQuantity') },
  { id: 'sold', title: 'marketplace.soldQuantity', align: 'end', Cell: quantityCell('soldQuantity') },
  column,
];
