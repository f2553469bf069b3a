import { lazy, Suspense, useState } from 'react';
import {
  addSellOrderItem,
  deleteSellOrderItem,
  type AdminSellOrder,
  type AdminSellOrderItem,
} from '#contract/marketplace/sell-order.ts';
import { SELL_ORDER_ITEMS_MAX } from '#domain/marketplace/judge-sell-order-item.ts';
import itemCss from '#web/auction-editor/items/item-columns.module.css';
import { addItemClosed } from '#web/auction-editor/items/item-form.ts';
import { ItemList } from '#web/auction-editor/items/item-list.tsx';
import { useAction } from '#web/design/dialogs/use-action.ts';
import type { Column } from '#web/design/lists/data-table.tsx';
import { editColumn } from '#web/design/lists/edit-column.tsx';
import { ItemDialog, itemFormOf } from '#web/marketplace-admin/item-dialog.tsx';
import { useSellOrderChanged } from '#web/marketplace/sell-order-queries.ts';
import { api, newKey } from '#web/platform/calls/api.ts';
import { formatQuantity } from '#web/platform/format/format.ts';
import { useItemWords } from '#web/platform/format/item-words.ts';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';

const SellOrderItemsImport = lazy(async () => ({
  default: (await import('#web/marketplace-admin/sell-order-items-import.tsx')).SellOrderItemsImport,
}));

type ItemsProps = {
  order: AdminSellOrder;
  /** Why the items cannot be changed; undefined if they can be. */
  closed: PhraseKey | undefined;
};

/** Shows the items of the sell order and the sum of their quantities. */
export function SellOrderItemsTab({ order, closed }: ItemsProps) {
  const [shown, show] = useState<{ readonly item?: AdminSellOrderItem }>();
  const [isImporting, setIsImporting] = useState(false);
  const remove = useDeleteItem(order.id);
  const { items, totalQuantity } = order;
  return (
    <>
      <ItemList
        caption="sellOrder.items"
        hint="sellOrder.noItemsHint"
        items={items}
        keyOf={({ sellOrderItemId }) => sellOrderItemId}
        maximum={SELL_ORDER_ITEMS_MAX}
        quantity={totalQuantity}
        columns={ITEM_COLUMNS}
        Actions={ItemActions}
        actions={{ closed, onEdit: (item) => show({ item }), onDelete: remove }}
        add={{
          label: 'item.add',
          closed: addItemClosed(items.length, closed, SELL_ORDER_ITEMS_MAX),
          onClick: () => show({}),
          onFile: () => setIsImporting(true),
        }}
      />
      {shown && <ItemDialog order={order} item={shown.item} onClose={() => show(undefined)} />}
      {isImporting && (
        <Suspense fallback={null}>
          <SellOrderItemsImport order={order} onClose={() => setIsImporting(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Returns a function that deletes an item after a confirmation. */
function useDeleteItem(id: string): (item: AdminSellOrderItem) => void {
  const say = useSay();
  const { act } = useAction({
    question: ({ name }: AdminSellOrderItem) => ({
      title: 'item.deleteTitle',
      text: 'sellOrder.deleteItemText',
      params: { name },
      yes: 'action.delete',
      isDangerous: true,
    }),
    send: ({ sellOrderItemId: itemId }) => api(deleteSellOrderItem, { params: { id, itemId } }),
    changed: useSellOrderChanged(),
    done: ({ name }) => say('item.deleted', { name }),
    undo: (item) => ({
      send: () => api(addSellOrderItem, { params: { id }, body: itemFormOf(item), key: newKey() }),
      done: say('item.added', { name: item.name }),
    }),
  });
  return act;
}

type CellProps = { row: AdminSellOrderItem };

/** Shows an item with its product and its source: the seller's supply or a holding. */
function Name({ row }: CellProps) {
  const say = useSay();
  const wordsOf = useItemWords();
  return (
    <>
      <div className={itemCss.name}>{row.name}</div>
      <div className={itemCss.words}>{wordsOf(row)}</div>
      <div className={itemCss.words}>
        {say(row.holdingId === null ? 'sellOrder.supply' : 'sellOrder.presentHolding')}
      </div>
      {row.listedElsewhere > 0 && (
        <div className={itemCss.words}>{say('sellOrder.listedElsewhere', { quantity: row.listedElsewhere })}</div>
      )}
      {row.description && <p className={itemCss.description}>{row.description}</p>}
    </>
  );
}

const quantityCell = (name: 'totalQuantity' | 'remainingQuantity' | 'reservedQuantity' | 'soldQuantity') =>
  function Quantity({ row }: CellProps) {
    return <span className="figure">{formatQuantity(row[name])}</span>;
  };

const { Actions, column } = editColumn<AdminSellOrderItem>((item) =>
  item.remainingQuantity < item.totalQuantity ? 'error.item_in_buy_orders' : undefined,
);
const ItemActions = Actions;

const ITEM_COLUMNS: readonly Column<AdminSellOrderItem>[] = [
  { id: 'name', title: 'item.item', Cell: Name },
  { id: 'total', title: 'marketplace.totalQuantity', align: 'end', Cell: quantityCell('totalQuantity') },
  { id: 'remaining', title: 'marketplace.remainingQuantity', align: 'end', Cell: quantityCell('remainingQuantity') },
  { id: 'reserved', title: 'marketplace.reservedQuantity', align: 'end', Cell: quantityCell('reservedQuantity') },
  { id: 'sold', title: 'marketplace.soldQuantity', align: 'end', Cell: quantityCell('soldQuantity') },
  column,
];
