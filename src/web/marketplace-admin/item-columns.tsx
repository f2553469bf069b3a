import { IconPencil, IconTrash } from '@tabler/icons-react';
import { createContext, use } from 'react';
import type { AdminSellOrderItem } from '#contract/marketplace/sell-order.ts';
import css from '#web/auction-editor/items/item-columns.module.css';
import { ReasonButton } from '#web/design/forms/reason-button.tsx';
import type { Column } from '#web/design/lists/data-table.tsx';
import { formatQuantity } from '#web/platform/format/format.ts';
import { useItemWords } from '#web/platform/format/item-words.ts';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';

type Props = { row: AdminSellOrderItem };

/** Columns are constants, so what their buttons do comes to them by context. */
type ItemActions = {
  /** Why nothing can be changed. */
  closed: PhraseKey | undefined;
  onEdit: (item: AdminSellOrderItem) => void;
  onDelete: (item: AdminSellOrderItem) => void;
};
export const ItemActionsContext = createContext<ItemActions | undefined>(undefined);

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

function Buttons({ row }: Props) {
  const say = useSay();
  const actions = use(ItemActionsContext);
  const looks = { size: 'xs', variant: 'subtle' } as const;
  const isOrdered = row.remainingQuantity < row.totalQuantity;
  return (
    <div className={css.actions}>
      <ReasonButton
        {...looks}
        reason={actions?.closed}
        name={`${say('action.edit')}: ${row.name}`}
        onClick={() => actions?.onEdit(row)}
        leftSection={<IconPencil size={15} aria-hidden />}
      >
        {say('action.edit')}
      </ReasonButton>
      <ReasonButton
        {...looks}
        reason={actions?.closed ?? (isOrdered ? 'error.item_in_buy_orders' : undefined)}
        name={`${say('action.delete')}: ${row.name}`}
        isDangerous
        onClick={() => actions?.onDelete(row)}
        leftSection={<IconTrash size={15} aria-hidden />}
      >
        {say('action.delete')}
      </ReasonButton>
    </div>
  );
}

export const ITEM_COLUMNS: readonly Column<AdminSellOrderItem>[] = [
  { id: 'name', title: 'item.item', Cell: Name },
  { id: 'total', title: 'marketplace.totalQuantity', align: 'end', Cell: quantityCell('totalQuantity') },
  { id: 'remaining', title: 'marketplace.remainingQuantity', align: 'end', Cell: quantityCell('remainingQuantity') },
  { id: 'reserved', title: 'marketplace.reservedQuantity', align: 'end', Cell: quantityCell('reservedQuantity') },
  { id: 'sold', title: 'marketplace.soldQuantity', align: 'end', Cell: quantityCell('soldQuantity') },
  { id: 'actions', title: 'auction.actions', width: '200px', Cell: Buttons },
];
