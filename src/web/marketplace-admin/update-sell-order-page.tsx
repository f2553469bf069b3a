import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { IconLock } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import {
  type AdminSellOrder,
  updateSellOrderDetails,
  uploadSellOrderImage,
  deleteSellOrderItem,
  type AdminSellOrderItem,
} from '#contract/marketplace/sell-order.ts';
import { SELL_ORDER_IMAGES_MAX } from '#domain/auction/images.ts';
import { SELL_ORDER_ITEMS_MAX } from '#domain/marketplace/judge-sell-order-item.ts';
import { isOver } from '#domain/marketplace/sell-order-status.ts';
import itemCss from '#web/auction-editor/items/item-columns.module.css';
import { addItemClosed } from '#web/auction-editor/items/item-form.ts';
import { ItemList } from '#web/auction-editor/items/item-list.tsx';
import { ImagesCard } from '#web/auction-editor/thumbnail-card.tsx';
import { useAction } from '#web/design/dialogs/use-action.ts';
import { useUploads } from '#web/design/fields/use-uploads.ts';
import { EditorSkeleton } from '#web/design/forms/editor-skeleton.tsx';
import type { EditorTab } from '#web/auction-editor/editor-tab.ts';
import { EditorTabs } from '#web/auction-editor/editor-tabs.tsx';
import { Loaded } from '#web/design/feedback/loaded.tsx';
import { Notice } from '#web/design/feedback/notice.tsx';
import { toast } from '#web/design/feedback/toast.tsx';
import { useDocumentTitle } from '#web/design/layout/use-document-title.ts';
import type { Column } from '#web/design/lists/data-table.tsx';
import { editColumn } from '#web/design/lists/edit-column.tsx';
import { ItemDialog } from '#web/marketplace-admin/item-dialog.tsx';
import { SellOrderHead } from '#web/marketplace/sell-order-head.tsx';
import { useSellOrderStatus } from '#web/marketplace/order-badges.tsx';
import { sellOrderQuery, useSellOrder, useSellOrderChanged } from '#web/marketplace/sell-order-queries.ts';
import { PublishPanel, PublishButton } from '#web/marketplace-admin/publish-panel.tsx';
import { SellOrderActions } from '#web/marketplace-admin/sell-order-actions.tsx';
import { SettingsTab } from '#web/marketplace-admin/settings-tab.tsx';
import { api } from '#web/platform/calls/api.ts';
import { useChange } from '#web/platform/calls/use-change.ts';
import { CompanyName } from '#web/platform/format/company-name.tsx';
import { formatQuantity } from '#web/platform/format/format.ts';
import { useItemWords } from '#web/platform/format/item-words.ts';
import { useSay, useErrorText, type PhraseKey } from '#web/platform/phrases/phrase.ts';
import { TermsForm } from '#web/settlement/terms-form.tsx';
import css from './update-sell-order-page.module.css';

type Props = { id: string; tab: EditorTab };

/** Lets an admin edit a sell order: settings, images and items. */
export function UpdateSellOrderPage({ id, tab }: Props) {
  const say = useSay();
  const query = useSellOrder(id);
  useDocumentTitle(query.data?.title ?? say('sellOrder.edit'));
  return (
    <Loaded query={query} skeleton={<EditorSkeleton />}>
      {(order) => <Editor order={order} tab={tab} />}
    </Loaded>
  );
}

/** Shows the settings, the images and the items. Everything is read-only when the order is over. */
function Editor({ order, tab }: { order: AdminSellOrder; tab: EditorTab }) {
  const say = useSay();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [isDirty, setIsDirty] = useState(false);
  const status = useSellOrderStatus(order);
  const isClosed = isOver(status);
  const choose = (next: EditorTab) =>
    void navigate({ to: '.', search: next === 'settings' ? {} : { tab: next }, replace: true, resetScroll: false });
  const takeSaved = (saved: AdminSellOrder) => {
    queryClient.setQueryData(sellOrderQuery(saved.id).queryKey, saved);
    void queryClient.invalidateQueries({ queryKey: ['sell-orders'] });
    toast('good', say('auction.saved'));
  };
  return (
    <>
      <SellOrderHead
        order={order}
        role="admin"
        note={<CompanyName of={order.seller} />}
        actions={
          <>
            <SellOrderActions order={order} />
            {status === 'unpublished' && <PublishButton order={order} isDirty={isDirty} />}
          </>
        }
      />
      {isClosed && order.cancelRemark === null && <Notice tone="quiet" icon={IconLock} title="error.sell_order_over" />}
      <EditorTabs
        tab={tab === 'items' ? 'items' : 'settings'}
        onTab={choose}
        itemCount={order.items.length}
        settings={
          <div className={css.settings}>
            <SettingsTab order={order} isClosed={isClosed} onSaved={takeSaved} onDirty={setIsDirty} />
            <TermsForm owner="sellOrder" id={order.id} isLocked={order.publishTime !== null} />
            <SellOrderImages order={order} isClosed={isClosed} />
          </div>
        }
        items={<ItemsTab order={order} closed={isClosed ? 'error.sell_order_over' : undefined} />}
      />
      {status === 'unpublished' && <PublishPanel order={order} isDirty={isDirty} onTab={choose} />}
    </>
  );
}

type ImagesProps = { order: AdminSellOrder; /** True if the order is over. */ isClosed: boolean };

/** The images of a sell order. The first image is its thumbnail in lists. Each change is saved immediately. */
function SellOrderImages({ order, isClosed }: ImagesProps) {
  const say = useSay();
  const textOf = useErrorText();
  const changed = useSellOrderChanged();
  const params = { id: order.id };
  const { images, title } = order;
  // Uploads run one after another. Each adds its id to the chosen ids, which may be newer than the loaded order.
  const [chosen, setChosen] = useState<readonly string[]>();
  const ids = chosen ?? images.map(({ id }) => id);
  const { run } = useChange({
    send: (imageIds: readonly string[]) =>
      api(updateSellOrderDetails, {
        params,
        body: { imageIds: [...imageIds], thumbnailId: imageIds[0] ?? null },
      }),
    onDone: async () => {
      await changed();
      toast('good', say('sellOrder.imagesSaved'));
    },
    onRefused: (error) => {
      setChosen(undefined);
      toast('bad', textOf(error));
    },
  });
  const choose = (next: readonly string[]) => {
    setChosen(next);
    run(next);
  };
  const uploads = useUploads({
    upload: (File) => api(uploadSellOrderImage, { params, body: { File, Type: 'SellOrderDetail' } }),
    onUploaded: ({ id }) => choose([...ids, id]),
  });
  return (
    <ImagesCard
      title="sellOrder.images"
      label="sellOrder.imagesLabel"
      help={{ text: say('image.itemHelp', { maximum: SELL_ORDER_IMAGES_MAX }) }}
      uploads={uploads}
      known={images}
      maximum={SELL_ORDER_IMAGES_MAX}
      subject={title}
      value={ids}
      onChange={choose}
      isClosed={isClosed}
    />
  );
}

const SellOrderItemsImport = lazy(async () => ({
  default: (await import('#web/marketplace-admin/sell-order-items-import.tsx')).SellOrderItemsImport,
}));

type ItemsProps = {
  order: AdminSellOrder;
  /** Why the items cannot be changed; undefined if they can be. */
  closed: PhraseKey | undefined;
};

/** Shows the items of the sell order and the sum of their quantities. */
function ItemsTab({ order, closed }: ItemsProps) {
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
