import { addItem, deleteItem, updateItem, type AuctionItem } from '#contract/auction/auction.ts';
import {
  addItems,
  addOwnItem,
  deleteItems,
  deleteOwnItem,
  updateItems,
  updateOwnItem,
} from '#contract/auction/change-request.ts';
import type { ItemChange } from '#domain/auction/item-changes.ts';
import {
  beginEdit,
  makeChanges,
  refuseOwnerUnderBids,
  requireItems,
  type ItemEditCall,
  type NameField,
  addition,
  revision,
  deletion,
} from '#server/auction/items/change-items.ts';
import type { AuctionParts } from '#server/auction/parts.ts';
import { presentItems } from '#server/auction/present-auction.ts';
import { operation, type Call, type Operation } from '#server/platform/http/operation.ts';
import { Refused } from '#server/platform/http/refused.ts';

/** One item's fields are the request's own; those of several are numbered. */
const ONE: NameField = () => '';
const SEVERAL: NameField = (_change, at) => `items.${at}.`;

/** Changes items at once: an admin's edit, and the owner's without asking. */
async function edit(
  parts: AuctionParts,
  call: ItemEditCall & Pick<Call, 'nowMs'>,
  auctionId: string,
  changes: readonly ItemChange[],
  nameOf: NameField = ONE,
): Promise<AuctionItem[]> {
  const begun = await beginEdit(call, auctionId);
  await refuseOwnerUnderBids(call.db, call.caller, auctionId);
  const present = changes.filter(({ kind }) => kind !== 'added').map(({ itemId }) => itemId);
  requireItems(begun.items, present);
  const rows = await makeChanges(parts, call, begun, changes, nameOf);
  return presentItems(begun.auction, rows, parts.images.linksAt(call.nowMs));
}

function theOne(items: readonly AuctionItem[]): AuctionItem {
  const [item] = items;
  if (!item) throw new Refused('not_found');
  return item;
}

/** The same for admins and owners: `beginEdit` tells them apart. */
const one = (parts: AuctionParts) => ({
  add: async (call: Call<typeof addItem>) => theOne(await edit(parts, call, call.params.id, [addition(call.body)])),
  update: async (call: Call<typeof updateItem>) => {
    const change = revision({ ...call.body, auctionItemId: call.params.itemId });
    return theOne(await edit(parts, call, call.params.id, [change]));
  },
  remove: async (call: Call<typeof deleteItem>) => {
    await edit(parts, call, call.params.id, [deletion(call.params.itemId)]);
    return {};
  },
});

export const itemOperations = (parts: AuctionParts): Operation[] => {
  const { add, update, remove } = one(parts);
  return [
    operation(addItem, add),
    operation(updateItem, update),
    operation(deleteItem, remove),
    operation(addOwnItem, add),
    operation(updateOwnItem, update),
    operation(deleteOwnItem, remove),

    operation(addItems, (call) => edit(parts, call, call.body.auctionId, call.body.items.map(addition), SEVERAL)),
    operation(updateItems, (call) => edit(parts, call, call.body.auctionId, call.body.items.map(revision), SEVERAL)),
    operation(deleteItems, async (call) => {
      await edit(parts, call, call.body.auctionId, call.body.auctionItemIds.map(deletion));
      return {};
    }),
  ];
};
