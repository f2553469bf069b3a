import type { Auction } from '#contract/auction/auction.ts';
import { addItems, deleteItems } from '#contract/auction/change-request.ts';
import { AUCTION_ITEM_COLUMNS } from '#domain/import/item-columns.ts';
import {
  itemRequest,
  judgeItemForm,
  knownItems,
  nameOfForm,
  type ItemForm,
} from '#web/auction-editor/items/item-form.ts';
import { numberOf, placeOfTexts, productOfTexts } from '#web/auction-editor/items/item-texts.ts';
import { useAuctionChanged } from '#web/auction-editor/use-auction.ts';
import { useUndo } from '#web/design/feedback/use-undo.ts';
import { ItemsImportDialog } from '#web/import/items-import-dialog.tsx';
import { api } from '#web/platform/calls/api.ts';
import { useRequestKeys } from '#web/platform/calls/request-key.ts';
import { env } from '#web/platform/page/env.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';

/** Adds items of a file to an auction. A message offers to delete them again. */
export function AuctionItemsImport({ auction, onClose }: { auction: Auction; onClose: () => void }) {
  const say = useSay();
  const keys = useRequestKeys();
  const changed = useAuctionChanged(auction.id);
  const known = knownItems(auction);
  const offerUndo = useUndo(changed);
  return (
    <ItemsImportDialog
      kind="auctionItems"
      columns={AUCTION_ITEM_COLUMNS}
      formOf={formOf}
      judge={(item, before) =>
        judgeItemForm(
          { ...auction, countries: env().regions.recCountries },
          [...known, ...before.map((other, at) => ({ itemId: `line ${at}`, item: other }))],
          undefined,
        )(item)
      }
      nameOf={nameOfForm}
      send={(items) => {
        const body = { auctionId: auction.id, items: items.map(itemRequest) };
        return api(addItems, { body, key: keys.keyFor(body) });
      }}
      onDone={async (added) => {
        await changed();
        onClose();
        const auctionItemIds = added.map(({ auctionItemId }) => auctionItemId);
        offerUndo(say('import.itemsDone', { count: auctionItemIds.length }), {
          send: () => api(deleteItems, { body: { auctionId: auction.id, auctionItemIds } }),
          done: say('import.itemsUndone'),
        });
      }}
      onClose={onClose}
    />
  );
}

/** Returns the form values of a line. A line without an answer may be sold in parts, as in the form. */
const formOf = (values: Readonly<Record<string, string>>): ItemForm => ({
  ...productOfTexts(values),
  ...placeOfTexts(values),
  partialFulfillment: values['partialFulfillment'] !== 'false',
  minQuantity: numberOf(values['minQuantity']),
  maxQuantity: numberOf(values['maxQuantity']),
  minimumBidPrice: numberOf(values['minimumBidPrice']),
  maximumBidPrice: numberOf(values['maximumBidPrice']),
  imageIds: [],
});
