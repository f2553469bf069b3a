import { IconPackage, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { deleteItem, type Auction, type AuctionItem } from '#contract/auction.ts';
import { ITEMS_MAX } from '#domain/auction/judge-item.ts';
import { addItemClosed } from '#web/auction-editor/item-form.ts';
import { ItemDialog } from '#web/auction-editor/item-dialog.tsx';
import { ITEM_COLUMNS, ItemActionsContext } from '#web/auction-editor/item-columns.tsx';
import { useAuctionChanged } from '#web/auction-editor/use-auction.ts';
import { confirm } from '#web/design/confirm.tsx';
import { DataTable } from '#web/design/data-table.tsx';
import { EmptyState } from '#web/design/empty-state.tsx';
import { ReasonButton } from '#web/design/reason-button.tsx';
import { toast } from '#web/design/toast.tsx';
import { api } from '#web/platform/api.ts';
import { useErrorText, useSay } from '#web/platform/phrase.ts';
import { useChange } from '#web/platform/use-change.ts';
import css from './items-tab.module.css';

type Props = { auction: Auction; isClosed: boolean };

/** The auction's items: added, edited and deleted before the start. */
export function ItemsTab({ auction, isClosed }: Props) {
  const say = useSay();
  const [edited, setEdited] = useState<AuctionItem | 'new'>();
  const remove = useDeleteItem(auction.id);
  const actions = { isClosed, onEdit: setEdited, onDelete: (item: AuctionItem) => void remove(item) };
  const reason = addItemClosed(auction, !isClosed);
  const add = (
    <ReasonButton reason={reason} onClick={() => setEdited('new')} leftSection={<IconPlus size={16} aria-hidden />}>
      {say('item.add')}
    </ReasonButton>
  );
  const { totalQuantity: quantity, items } = auction;
  return (
    <>
      {items.length > 0 && (
        <div className={css.head}>
          <p className={css.count}>{say('item.count', { count: items.length, maximum: ITEMS_MAX, quantity })}</p>
          {add}
        </div>
      )}
      <ItemActionsContext value={actions}>
        <DataTable
          caption="item.list"
          columns={ITEM_COLUMNS}
          rows={items}
          rowKey={({ auctionItemId }) => auctionItemId}
          empty={
            <EmptyState title="item.none" hint="item.noneHint" icon={IconPackage}>
              {add}
            </EmptyState>
          }
        />
      </ItemActionsContext>
      {edited && (
        <ItemDialog
          auction={auction}
          item={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  );
}

function useDeleteItem(id: string): (item: AuctionItem) => Promise<void> {
  const say = useSay();
  const textOf = useErrorText();
  const changed = useAuctionChanged(id);
  const { run } = useChange({
    send: async (item: AuctionItem) => {
      await api(deleteItem, { params: { id, itemId: item.auctionItemId } });
      return item;
    },
    onDone: async ({ name }) => {
      await changed();
      toast('good', say('item.deleted', { name }));
    },
    onRefused: (error) => toast('bad', textOf(error)),
  });
  return async (item) => {
    const params = { name: item.name };
    const isSure = await confirm({
      title: 'item.deleteTitle',
      text: 'item.deleteText',
      params,
      yes: 'action.delete',
      isDangerous: true,
    });
    if (isSure) run(item);
  };
}
