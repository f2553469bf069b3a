import { useState } from 'react';
import { deleteSellOrderItem, type AdminSellOrder, type AdminSellOrderItem } from '#contract/marketplace/sell-order.ts';
import { SELL_ORDER_ITEMS_MAX } from '#domain/marketplace/judge-sell-order-item.ts';
import { addItemClosed } from '#web/auction-editor/items/item-form.ts';
import { ItemList } from '#web/auction-editor/items/item-list.tsx';
import { ITEM_COLUMNS, ItemActions } from '#web/marketplace-admin/item-columns.tsx';
import { ItemDialog } from '#web/marketplace-admin/item-dialog.tsx';
import { useSellOrderChanged } from '#web/marketplace-admin/use-sell-order-changed.ts';
import { api } from '#web/platform/calls/api.ts';
import { useAct } from '#web/design/dialogs/use-act.ts';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';

type Props = {
  order: AdminSellOrder;
  /** Why nothing can be changed. */
  closed: PhraseKey | undefined;
};

/** The sell order's items: the sum of them is what is offered. */
export function ItemsTab({ order, closed }: Props) {
  const [shown, show] = useState<{ readonly item?: AdminSellOrderItem }>();
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
        }}
      />
      {shown && <ItemDialog order={order} item={shown.item} onClose={() => show(undefined)} />}
    </>
  );
}

function useDeleteItem(id: string): (item: AdminSellOrderItem) => void {
  const say = useSay();
  const { act } = useAct({
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
  });
  return act;
}
