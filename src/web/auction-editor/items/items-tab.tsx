import { useState, type ReactNode } from 'react';
import type { Auction, AuctionItem } from '#contract/auction/auction.ts';
import type { ChangeRequest } from '#contract/auction/change-request.ts';
import type { KnownItem } from '#domain/auction/item-changes.ts';
import { ITEMS_MAX } from '#domain/auction/judge-item.ts';
import { openRequestOf } from '#web/auction-editor/change-request/asked-changes.ts';
import { addItemClosed, itemFormOf, newItem } from '#web/auction-editor/items/item-form.ts';
import { ItemDialog, type Edited } from '#web/auction-editor/items/item-dialog.tsx';
import { ITEM_COLUMNS, ItemActions, RequestedContext } from '#web/auction-editor/items/item-columns.tsx';
import type { ItemWay } from '#web/auction-editor/items/item-way.ts';
import { useAuctionChanged } from '#web/auction-editor/use-auction.ts';
import { ItemList } from '#web/auction-editor/items/item-list.tsx';
import { useAct } from '#web/design/dialogs/use-act.ts';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';

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
  const [edited, setEdited] = useState<Edited>();
  const remove = useDeleteItem(auction.id, way);
  const formOf = (item: AuctionItem) =>
    known.find(({ itemId }) => itemId === item.auctionItemId)?.item ?? itemFormOf(item);
  const { totalQuantity, items } = auction;
  const images = [...items.flatMap((item) => item.images), ...(request?.images ?? [])];
  const requested = new Map(openRequestOf(request)?.changes.map(({ auctionItemId, kind }) => [auctionItemId, kind]));
  return (
    <>
      {children}
      <RequestedContext value={requested}>
        <ItemList
          caption="item.list"
          hint="item.noneHint"
          items={items}
          keyOf={({ auctionItemId }) => auctionItemId}
          maximum={ITEMS_MAX}
          quantity={totalQuantity}
          columns={ITEM_COLUMNS}
          Actions={ItemActions}
          actions={{
            closed,
            onEdit: (item) => setEdited({ itemId: item.auctionItemId, form: formOf(item) }),
            onDelete: remove,
          }}
          add={{
            label: way.words.open,
            closed: addItemClosed(known.length, closed),
            onClick: () => setEdited({ form: newItem(items.at(-1)) }),
          }}
        />
      </RequestedContext>
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

function useDeleteItem(id: string, { words, remove }: ItemWay): (item: AuctionItem) => void {
  const say = useSay();
  const { act } = useAct({
    question: ({ name }: AuctionItem) => ({
      title: words.deleteTitle,
      text: words.deleteText,
      params: { name },
      yes: words.delete,
      isDangerous: true,
    }),
    send: remove,
    changed: useAuctionChanged(id),
    done: ({ name }) => say(words.deleted, { name }),
  });
  return act;
}
