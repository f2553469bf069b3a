import { addItem, deleteItem, updateItem, type AuctionItem } from '#contract/auction/auction.ts';
import {
  addOwnItem,
  deleteOwnItem,
  requestAddItems,
  requestDeleteItems,
  requestUpdateItems,
  updateOwnItem,
} from '#contract/auction/change-request.ts';
import { uploadImage, uploadOwnImage } from '#contract/auction/image.ts';
import type { Image } from '#contract/auction/image-link.ts';
import type { ItemForm } from '#web/auction-editor/items/item-form.ts';
import { api } from '#web/platform/calls/api.ts';
import type { PhraseKey } from '#web/platform/phrases/phrase.ts';
import type { Role } from '#web/platform/session/session.ts';

/** The texts of the buttons, dialogs and toasts for one way of changing items. */
type Words = Readonly<
  Record<'open' | 'addTitle' | 'editTitle' | 'add' | 'save' | 'added' | 'changed', PhraseKey> &
    Record<'delete' | 'deleteTitle' | 'deleteText' | 'deleted', PhraseKey>
>;

/**
 * The calls and texts for one way of changing items: by an admin, directly by the owner, or by the owner's change
 * request (docs/rules.md#change-requests).
 */
export type ItemCalls = {
  readonly words: Words;
  /** True if the changes take effect immediately. */
  readonly isDirect: boolean;
  readonly add: (body: ItemForm, key: string) => Promise<unknown>;
  readonly update: (itemId: string, body: ItemForm) => Promise<unknown>;
  readonly remove: (item: AuctionItem) => Promise<unknown>;
  readonly upload: (file: File) => Promise<Image>;
};

/** The texts for changes that take effect immediately. */
const DIRECT_WORDS: Words = {
  open: 'item.add',
  addTitle: 'item.addTitle',
  editTitle: 'item.editTitle',
  add: 'item.add',
  save: 'action.save',
  added: 'item.added',
  changed: 'item.changed',
  delete: 'action.delete',
  deleteTitle: 'item.deleteTitle',
  deleteText: 'item.deleteText',
  deleted: 'item.deleted',
};

/** The texts for changes that an admin must approve first. */
const REQUEST_WORDS: Words = {
  open: 'changeRequest.askForItem',
  addTitle: 'changeRequest.askForItem',
  editTitle: 'changeRequest.askForChange',
  add: 'changeRequest.ask',
  save: 'changeRequest.ask',
  added: 'changeRequest.askedFor',
  changed: 'changeRequest.askedFor',
  delete: 'changeRequest.askDelete',
  deleteTitle: 'changeRequest.askDeleteTitle',
  deleteText: 'changeRequest.askDeleteText',
  deleted: 'changeRequest.askedFor',
};

/** The routes for direct changes, by the role of the person who makes them. */
const DIRECT_ROUTES = {
  admin: { add: addItem, update: updateItem, remove: deleteItem, upload: uploadImage },
  user: { add: addOwnItem, update: updateOwnItem, remove: deleteOwnItem, upload: uploadOwnImage },
};

/** Returns the calls that change items directly, for an admin or the owner. */
export function directItemCalls(role: Role, id: string): ItemCalls {
  const { add, update, remove, upload } = DIRECT_ROUTES[role];
  return {
    words: DIRECT_WORDS,
    isDirect: true,
    add: (body, key) => api(add, { params: { id }, body, key }),
    update: (itemId, body) => api(update, { params: { id, itemId }, body }),
    remove: ({ auctionItemId: itemId }) => api(remove, { params: { id, itemId } }),
    upload: (File) => api(upload, { params: { id }, body: { File, Type: 'AuctionDetail' } }),
  };
}

/**
 * Returns the calls that add changes to a request. `version` is the version of the open request on screen; null if no
 * request is open.
 */
export const requestItemCalls = (auctionId: string, version: number | null): ItemCalls => ({
  words: REQUEST_WORDS,
  isDirect: false,
  add: (item, key) => api(requestAddItems, { body: { auctionId, version, items: [item] }, key }),
  update: (auctionItemId, item) =>
    api(requestUpdateItems, { body: { auctionId, version, items: [{ auctionItemId, ...item }] } }),
  remove: ({ auctionItemId }) =>
    api(requestDeleteItems, { body: { auctionId, version, auctionItemIds: [auctionItemId] } }),
  upload: directItemCalls('user', auctionId).upload,
});
