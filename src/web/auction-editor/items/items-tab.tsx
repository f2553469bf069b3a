import { IconPackage, IconPlus } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { Auction, AuctionItem } from '#contract/auction/auction.ts';
import type { ChangeRequest } from '#contract/auction/change-request.ts';
import type { KnownItem } from '#domain/auction/item-changes.ts';
import { ITEMS_MAX } from '#domain/auction/judge-item.ts';
import { openRequestOf } from '#web/auction-editor/change-request/asked-changes.ts';
import { addItemClosed, itemFormOf, newItem } from '#web/auction-editor/items/item-form.ts';
import { ItemDialog, type Edited } from '#web/auction-editor/items/item-dialog.tsx';
import { ITEM_COLUMNS, ItemActionsContext } from '#web/auction-editor/items/item-columns.tsx';
import type { ItemWay } from '#web/auction-editor/items/item-way.ts';
import { useAuctionChanged } from '#web/auction-editor/use-auction.ts';
import { confirm } from '#web/design/dialogs/confirm.tsx';
import { DataTable } from '#web/design/lists/data-table.tsx';
import { EmptyState } from '#web/design/feedback/empty-state.tsx';
import { ReasonButton } from '#web/design/forms/reason-button.tsx';
import { toast } from '#web/design/feedback/toast.tsx';
import { useErrorText, useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';
import { useChange } from '#web/platform/calls/use-change.ts';
import css from './items-tab.module.css';

type Props = {
  auction: Auction;
  way: ItemWay;
  /** The newest request: its images are beside the items' own, and its open changes are marked at their rows. */
  request: ChangeRequest | null | undefined;
  /** The items as they will be, where changes are asked for; else as they are. */
  known: readonly KnownItem[];
  /** Why nothing can be changed. */
  closed: PhraseKey | undefined;
  /** Above the table: a choice of ways. */
  children?: ReactNode;
};

/** The auction's items: added, edited and deleted before the start. */
export function ItemsTab({ auction, way, known, request, closed, children }: Props) {
  const say = useSay();
  const [edited, setEdited] = useState<Edited>();
  const remove = useDeleteItem(auction.id, way);
  const formOf = (item: AuctionItem) =>
    known.find(({ itemId }) => itemId === item.auctionItemId)?.item ?? itemFormOf(item);
  const actions = {
    closed,
    requested: new Map(openRequestOf(request)?.changes.map(({ auctionItemId, kind }) => [auctionItemId, kind])),
    onEdit: (item: AuctionItem) => setEdited({ itemId: item.auctionItemId, form: formOf(item) }),
    onDelete: (item: AuctionItem) => void remove(item),
  };
  const { totalQuantity: quantity, items } = auction;
  const images = [...items.flatMap((item) => item.images), ...(request?.images ?? [])];
  const add = (
    <ReasonButton
      reason={addItemClosed(known.length, closed)}
      onClick={() => setEdited({ form: newItem(items.at(-1)) })}
      leftSection={<IconPlus size={16} aria-hidden />}
    >
      {say(way.words.open)}
    </ReasonButton>
  );
  return (
    <>
      {children}
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
          edited={edited}
          known={known}
          way={way}
          images={images}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  );
}

function useDeleteItem(id: string, way: ItemWay): (item: AuctionItem) => Promise<void> {
  const say = useSay();
  const textOf = useErrorText();
  const changed = useAuctionChanged(id);
  const { run } = useChange({
    send: async (item: AuctionItem) => {
      await way.remove(item);
      return item;
    },
    onDone: async ({ name }) => {
      await changed();
      toast('good', say(way.words.deleted, { name }));
    },
    onRefused: (error) => {
      void changed();
      toast('bad', textOf(error));
    },
  });
  return async (item) => {
    const isSure = await confirm({
      title: way.words.deleteTitle,
      text: way.words.deleteText,
      params: { name: item.name },
      yes: way.words.delete,
      isDangerous: true,
    });
    if (isSure) run(item);
  };
}
