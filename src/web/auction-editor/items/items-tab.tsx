import { useMemo, useState, type ReactNode, createContext, use } from 'react';
import { IconHourglass } from '@tabler/icons-react';
import type { Auction, AuctionItem } from '#contract/auction/auction.ts';
import type { ChangeRequest, RequestedChange } from '#contract/auction/change-request.ts';
import type { KnownItem } from '#domain/auction/item-changes.ts';
import { ITEMS_MAX } from '#domain/auction/judge-item.ts';
import { addItemClosed, itemFormOf, newItem, openRequestOf } from '#web/auction-editor/items/item-form.ts';
import { ItemDialog, type Edited } from '#web/auction-editor/items/item-dialog.tsx';
import type { ItemCalls } from '#web/auction-editor/items/item-calls.ts';
import { useAuctionChanged } from '#web/auction-editor/use-auction.ts';
import { ItemList } from '#web/auction-editor/items/item-list.tsx';
import { newKey } from '#web/platform/calls/api.ts';
import { useAction } from '#web/design/dialogs/use-action.ts';
import { StatusBadge } from '#web/design/feedback/status-badge.tsx';
import { Pictures } from '#web/design/layout/pictures.tsx';
import type { Column } from '#web/design/lists/data-table.tsx';
import { editColumn } from '#web/design/lists/edit-column.tsx';
import { formatAmount, formatQuantity } from '#web/platform/format/format.ts';
import { countryName } from '#web/platform/format/country-name.ts';
import { env } from '#web/platform/page/env.ts';
import { useLanguage, useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';
import css from './item-columns.module.css';

type Props = {
  auction: Auction;
  way: ItemCalls;
  /** The newest change request. Items may use its images, and its open changes are marked in the list. */
  request: ChangeRequest | null | undefined;
  /**
   * The items with which the rules compare an edited item. If the owner uses requests, these are the items after the
   * requested changes.
   */
  known: readonly KnownItem[];
  /** The reason why no item can be changed; undefined if items can be changed. */
  closed: PhraseKey | undefined;
  /** Opens the import of a file. Undefined if this person cannot import items. */
  onFile?: () => void;
  /** Content above the table: the choice between direct changes and requests. */
  children?: ReactNode;
};

/** The auction's items, which can be added, edited and deleted before the start. */
export function ItemsTab({ auction, way, known, request, closed, onFile, children }: Props) {
  const [edited, setEdited] = useState<Edited>();
  const remove = useDeleteItem(auction.id, way);
  const formOf = (item: AuctionItem) =>
    known.find(({ itemId }) => itemId === item.auctionItemId)?.item ?? itemFormOf(item);
  const { totalQuantity, items } = auction;
  const images = [...items.flatMap((item) => item.images), ...(request?.images ?? [])];
  const requested = useMemo(
    () => new Map(openRequestOf(request)?.changes.map(({ auctionItemId, kind }) => [auctionItemId, kind])),
    [request],
  );
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
            onFile,
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

/** Returns a function that asks, and then deletes an item or requests its deletion. */
function useDeleteItem(id: string, { words, remove, isDirect, add }: ItemCalls): (item: AuctionItem) => void {
  const say = useSay();
  const { act } = useAction({
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
    // A request is undone in its own list of changes.
    undo: (item) =>
      isDirect
        ? { send: () => add(itemFormOf(item), newKey()), done: say('item.addedAgain', { name: item.name }) }
        : undefined,
  });
  return act;
}

type CellProps = { row: AuctionItem };
/** The kinds of change in the open request, by item. Columns are constants, so their cells get this map by context. */
const RequestedContext = createContext<ReadonlyMap<string, RequestedChange['kind']>>(new Map());

/** Shows an item's name, product, description and images, and whether a change to it has been requested. */
function Name({ row }: CellProps) {
  const say = useSay();
  const language = useLanguage();
  const kind = use(RequestedContext).get(row.auctionItemId);
  const vintage = say(`vintage.${row.recVintage.period}`, { year: row.recVintage.year });
  const words = [countryName(row.recCountry, language), say(`fuel.${row.recFuelType}`), vintage];
  return (
    <>
      <div className={css.name}>{row.name}</div>
      {kind && (
        <StatusBadge
          tone="info"
          label={kind === 'deleted' ? 'changeRequest.rowDeleted' : 'changeRequest.rowUpdated'}
          icon={IconHourglass}
        />
      )}
      <div className={css.words}>{words.join(' · ')}</div>
      {row.description && <p className={css.description}>{row.description}</p>}
      <Pictures images={row.images} subject={row.name} />
    </>
  );
}

const Quantity = ({ row }: CellProps) => <span className="figure">{formatQuantity(row.recQuantity)}</span>;

/** Shows whether an item can be sold in parts, and the quantities allowed per bid. */
function Partial({ row }: CellProps) {
  const say = useSay();
  const { partialFulfillment, minQuantity, maxQuantity, recQuantity } = row;
  const isBounded = minQuantity !== null || maxQuantity !== null;
  return (
    <>
      {say(partialFulfillment ? 'item.partialYes' : 'item.wholeOnly')}
      {isBounded && (
        <div className={css.words}>
          {say('item.boundsPerBid', { least: minQuantity ?? 1, most: maxQuantity ?? recQuantity })}
        </div>
      )}
    </>
  );
}

function Prices({ row }: CellProps) {
  return (
    <span className="figure">
      {env().currency} {formatAmount(row.minimumBidPrice)} – {formatAmount(row.maximumBidPrice)}
    </span>
  );
}

const { Actions, column } = editColumn<AuctionItem>();
const ItemActions = Actions;

const ITEM_COLUMNS: readonly Column<AuctionItem>[] = [
  { id: 'name', title: 'item.item', Cell: Name },
  { id: 'quantity', title: 'item.quantity', align: 'end', Cell: Quantity },
  { id: 'partial', title: 'item.fulfilment', Cell: Partial },
  { id: 'prices', title: 'item.prices', align: 'end', Cell: Prices },
  column,
];
