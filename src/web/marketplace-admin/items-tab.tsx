import { IconPackage, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { deleteSellOrderItem, type AdminSellOrder, type AdminSellOrderItem } from '#contract/marketplace/sell-order.ts';
import { SELL_ORDER_ITEMS_MAX } from '#domain/marketplace/judge-sell-order-item.ts';
import css from '#web/auction-editor/items/items-tab.module.css';
import { confirm } from '#web/design/dialogs/confirm.tsx';
import { EmptyState } from '#web/design/feedback/empty-state.tsx';
import { toast } from '#web/design/feedback/toast.tsx';
import { ReasonButton } from '#web/design/forms/reason-button.tsx';
import { DataTable } from '#web/design/lists/data-table.tsx';
import { ITEM_COLUMNS, ItemActionsContext } from '#web/marketplace-admin/item-columns.tsx';
import { ItemDialog } from '#web/marketplace-admin/item-dialog.tsx';
import { useSellOrderChanged } from '#web/marketplace-admin/use-sell-order-changed.ts';
import { api } from '#web/platform/calls/api.ts';
import { useChange } from '#web/platform/calls/use-change.ts';
import { useErrorText, useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';

type Props = {
  order: AdminSellOrder;
  /** Why nothing can be changed. */
  closed: PhraseKey | undefined;
};

/** The sell order's items: the sum of them is what is offered. */
export function ItemsTab({ order, closed }: Props) {
  const say = useSay();
  const [shown, show] = useState<{ readonly item?: AdminSellOrderItem }>();
  const remove = useDeleteItem(order.id);
  const { items, totalQuantity: quantity } = order;
  const isFull = items.length >= SELL_ORDER_ITEMS_MAX;
  const add = (
    <ReasonButton
      reason={closed ?? (isFull ? 'error.maximum_items_reached' : undefined)}
      onClick={() => show({})}
      leftSection={<IconPlus size={16} aria-hidden />}
    >
      {say('item.add')}
    </ReasonButton>
  );
  return (
    <>
      {items.length > 0 && (
        <div className={css.head}>
          <p className={css.count}>
            {say('item.count', { count: items.length, maximum: SELL_ORDER_ITEMS_MAX, quantity })}
          </p>
          {add}
        </div>
      )}
      <ItemActionsContext value={{ closed, onEdit: (item) => show({ item }), onDelete: (item) => void remove(item) }}>
        <DataTable
          caption="sellOrder.items"
          columns={ITEM_COLUMNS}
          rows={items}
          rowKey={({ sellOrderItemId }) => sellOrderItemId}
          empty={
            <EmptyState title="item.none" hint="sellOrder.noItemsHint" icon={IconPackage}>
              {add}
            </EmptyState>
          }
        />
      </ItemActionsContext>
      {shown && <ItemDialog order={order} item={shown.item} onClose={() => show(undefined)} />}
    </>
  );
}

function useDeleteItem(id: string): (item: AdminSellOrderItem) => Promise<void> {
  const say = useSay();
  const textOf = useErrorText();
  const changed = useSellOrderChanged();
  const { run } = useChange({
    send: async (item: AdminSellOrderItem) => {
      await api(deleteSellOrderItem, { params: { id, itemId: item.sellOrderItemId } });
      return item;
    },
    onDone: async ({ name }) => {
      await changed();
      toast('good', say('item.deleted', { name }));
    },
    onRefused: (error) => {
      void changed();
      toast('bad', textOf(error));
    },
  });
  return async (item) => {
    const isSure = await confirm({
      title: 'item.deleteTitle',
      text: 'sellOrder.deleteItemText',
      params: { name: item.name },
      yes: 'action.delete',
      isDangerous: true,
    });
    if (isSure) run(item);
  };
}
