import { addSellOrderItems, deleteSellOrderItem, type AdminSellOrder } from '#contract/marketplace/sell-order.ts';
import { refusalsOf } from '#domain/basics/accept.ts';
import { SELL_ORDER_ITEM_COLUMNS } from '#domain/import/item-columns.ts';
import { judgeSellOrderItem } from '#domain/marketplace/judge-sell-order-item.ts';
import { nameOfForm, productForm } from '#web/auction-editor/items/item-form.ts';
import { placeOfTexts, productOfTexts } from '#web/auction-editor/items/item-texts.ts';
import { useUndo } from '#web/design/feedback/use-undo.ts';
import { ItemsImportDialog } from '#web/import/items-import-dialog.tsx';
import type { ItemForm } from '#web/marketplace-admin/item-dialog.tsx';
import { useSellOrderChanged } from '#web/marketplace/sell-order-queries.ts';
import { api } from '#web/platform/calls/api.ts';
import { useRequestKeys } from '#web/platform/calls/request-key.ts';
import { env } from '#web/platform/page/env.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';

/** Adds items of a file to a sell order. A message offers to delete them again. */
export function SellOrderItemsImport({ order, onClose }: { order: AdminSellOrder; onClose: () => void }) {
  const say = useSay();
  const keys = useRequestKeys();
  const changed = useSellOrderChanged();
  const offerUndo = useUndo(changed);
  const remove = async (ids: readonly string[]) => {
    for (const itemId of ids) await api(deleteSellOrderItem, { params: { id: order.id, itemId } });
  };
  return (
    <ItemsImportDialog
      kind="sellOrderItems"
      columns={SELL_ORDER_ITEM_COLUMNS}
      formOf={formOf}
      judge={(item, before) => judgeAmong(order, before, item)}
      nameOf={nameOfForm}
      send={(items) => {
        const body = { items: [...items] };
        return api(addSellOrderItems, { params: { id: order.id }, body, key: keys.keyFor(body) });
      }}
      onDone={async (added) => {
        await changed();
        onClose();
        const ids = added.map(({ sellOrderItemId }) => sellOrderItemId);
        offerUndo(say('import.itemsDone', { count: ids.length }), {
          send: () => remove(ids),
          done: say('import.itemsUndone'),
        });
      }}
      onClose={onClose}
    />
  );
}

const formOf = (values: Readonly<Record<string, string>>): ItemForm => ({
  ...productOfTexts(values),
  ...placeOfTexts(values),
  holdingId: null,
});

/** Judges an item among the items of the sell order and those of the lines above. */
const judgeAmong = ({ items }: AdminSellOrder, before: readonly ItemForm[], item: ItemForm) =>
  refusalsOf(
    judgeSellOrderItem(item, {
      others: [...items.map(productForm), ...before],
      countries: env().regions.recCountries,
      othersQuantity:
        items.reduce((sum, { totalQuantity }) => sum + totalQuantity, 0) +
        before.reduce((sum, { recQuantity }) => sum + (recQuantity ?? 0), 0),
    }),
  );
