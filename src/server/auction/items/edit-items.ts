import { addItem, deleteItem, updateItem, type AuctionItem } from '#contract/auction/auction.ts';
import {
  addItems,
  addOwnItem,
  deleteItems,
  deleteOwnItem,
  updateItems,
  updateOwnItem,
} from '#contract/auction/change-request.ts';
import { type ItemChange, judgeChanges, type AcceptedChange } from '#domain/auction/item-changes.ts';
import { type AuctionParts, announceChange } from '#server/auction/parts.ts';
import { presentItems } from '#server/auction/present-auction.ts';
import { operation, type Call, type Operation } from '#server/platform/http/operation.ts';
import { Refused, refuseFields, requireAccepted } from '#server/platform/http/refused.ts';
import { randomUUID } from 'node:crypto';
import { judgeActing } from '#domain/access/may.ts';
import { ITEMS_MAX, type ProposedItem } from '#domain/auction/judge-item.ts';
import { refuse } from '#domain/basics/accept.ts';
import { findAuction, itemsOf, type AuctionRow, type ItemRow } from '#server/auction/auction-rows.ts';
import { deleteMootChanges } from '#server/auction/change-request/change-request-rows.ts';
import { unknownImages } from '#server/auction/items/image-rows.ts';
import { knownItem, storeChanges, storedItemNames } from '#server/auction/items/stored-items.ts';
import { hasStandingBids } from '#server/room/store/history-facts.ts';
import { beginChangeBeforeStart, type Change } from '#server/room/judging/settle-change.ts';
import { settleEdit } from '#server/auction/settling/settle-edit.ts';
import { roomRows } from '#server/room/store/sql-room-store.ts';
import { settleAuctionListing } from '#server/auction/book-auction.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import type { Db } from '#server/platform/database/database.ts';
import { settingIn } from '#server/platform-setting/stored-settings.ts';

type EditCall = Pick<Call, 'db' | 'caller' | 'afterCommit'>;
/** A call that changes items directly. If the call cancels sealed bids, an administrator must confirm this. */
type ItemEditCall = EditCall & Pick<Call, 'confirmation'>;

/** An edit of items that is in progress. The auction's row is locked. */
export type Edit = {
  readonly change: Change;
  readonly auction: AuctionRow;
  readonly items: readonly ItemRow[];
};

/**
 * Returns the auction if the caller may edit its items: admins and members of its owner.
 * @throws Refused not_found for everyone else
 */
export async function findForEdit(db: Db, caller: Caller, auctionId: string): Promise<AuctionRow> {
  const auction = await findAuction(db, caller, auctionId);
  const isOwner = caller.accounts.some(({ id }) => id === auction?.owner_account_id);
  if (!auction || !(caller.role === 'Admin' || isOwner)) throw new Refused('not_found');
  return auction;
}

/** Refuses a member of the owner who may not act for the owner. */
export function refuseOwnerActing(caller: Caller, auction: AuctionRow): void {
  const account = caller.accounts.find(({ id }) => id === auction.owner_account_id);
  const refusal = caller.role === 'User' && account && judgeActing(account);
  if (refusal) throw new Refused(refusal);
}

export const addition = (item: ProposedItem): ItemChange => ({ kind: 'added', itemId: randomUUID(), item });
export const revision = ({ auctionItemId: itemId, ...item }: ProposedItem & { auctionItemId: string }): ItemChange => ({
  kind: 'updated',
  itemId,
  item,
});
export const deletion = (itemId: string): ItemChange => ({ kind: 'deleted', itemId });

/**
 * Begins an edit before the start (docs/rules.md#auction-settings) by an admin, or by a member who may act for the
 * owner.
 */
export async function beginEdit({ db, caller }: EditCall, auctionId: string): Promise<Edit> {
  // Check before the lock: strangers must not hold the row, or learn from the answer that the auction started.
  await findForEdit(db, caller, auctionId);
  const change = await beginChangeBeforeStart(roomRows(db), auctionId);
  const auction = await findForEdit(db, caller, auctionId);
  refuseOwnerActing(caller, auction);
  return { change, auction, items: await itemsOf(db, [auctionId]) };
}

/**
 * Refuses the owner's own edit of items while sealed bids exist, so that an owner cannot cancel bids just before the
 * start. The owner sends a change request instead (docs/rules.md#owner). Call it with the auction's row locked.
 */
async function refuseOwnerUnderBids(db: Db, caller: Caller, auctionId: string): Promise<void> {
  if (caller.role === 'User' && (await hasStandingBids(db, auctionId))) throw new Refused('change_request_required');
}

/** Returns the prefix of a change's fields in a refusal, as the request names these fields. */
export type NameField = (change: ItemChange, at: number) => string;

/**
 * Returns the changes in the form in which they are stored. The changed items must exist.
 * @throws Refused with every field of every change that breaks a rule
 */
export async function requireChangesRight(
  db: Db,
  edit: Pick<Edit, 'auction' | 'items'>,
  changes: readonly ItemChange[],
  nameOf: NameField,
): Promise<readonly AcceptedChange[]> {
  const judged = judgeChanges(edit.items.map(knownItem), changes, {
    minimumRecQuantity: edit.auction.minimum_rec_quantity,
    minimumBiddingRecQuantity: edit.auction.minimum_bidding_rec_quantity,
    countries: (await settingIn(db, 'regions')).recCountries,
  });
  if (judged.ok) return judged.value;
  const { isTooMany, wrong } = judged.refused;
  if (isTooMany) throw new Refused('maximum_items_reached', { maximum: ITEMS_MAX });
  const fields = changes.flatMap((change, at) =>
    Object.entries(wrong.get(change.itemId) ?? {}).map(([field, refusal]) => {
      return [nameOf(change, at) + field, refusal] as const;
    }),
  );
  return requireAccepted(refuse(Object.fromEntries(fields)));
}

/**
 * Refuses items with images that were not uploaded for this auction. Another auction's image gets the same refusal as
 * a missing one.
 */
export async function refuseUnknownImages(
  db: Db,
  auctionId: string,
  changes: readonly ItemChange[],
  nameOf: NameField,
): Promise<void> {
  const named = changes.map((change) => (change.kind === 'deleted' ? [] : change.item.imageIds));
  const unknown = new Set(await unknownImages(db, auctionId, { type: 'AuctionDetail', ids: named.flat() }));
  const wrong = changes.flatMap((change, at) =>
    named[at]?.some((id) => unknown.has(id)) ? [[`${nameOf(change, at)}imageIds`, { code: 'image_unknown' }]] : [],
  );
  refuseFields(Object.fromEntries(wrong));
}

/** Makes all changes or none. Adds a line to the history, and updates everyone who follows the auction. */
export async function makeChanges(
  parts: AuctionParts,
  call: ItemEditCall,
  edit: Edit,
  changes: readonly ItemChange[],
  nameOf: NameField,
): Promise<ItemRow[]> {
  const { db, caller, afterCommit } = call;
  const { auctionId } = edit.change;
  const accepted = await requireChangesRight(db, edit, changes, nameOf);
  await refuseUnknownImages(db, auctionId, changes, nameOf);
  await storeChanges(db, auctionId, edit.items, accepted);
  const deleted = changes.flatMap(({ kind, itemId }) => (kind === 'deleted' ? [itemId] : []));
  if (deleted.length > 0) await deleteMootChanges(db, auctionId, deleted);
  await settleAuctionListing(db, auctionId, deleted, { userId: caller.userId });
  await settleEdit(parts.publicUrl, call, edit.change, storedItemNames(edit.items));
  afterCommit(announceChange(parts, auctionId));
  const rows = new Map((await itemsOf(db, [auctionId])).map((row) => [row.id, row]));
  return changes.flatMap(({ itemId }) => rows.get(itemId) ?? []);
}

/**
 * Requires that all named items belong to the auction.
 * @throws Refused not_found
 */
export function requireItems(items: readonly { readonly id: string }[], wanted: readonly string[]): void {
  if (!wanted.every((itemId) => items.some(({ id }) => id === itemId))) throw new Refused('not_found');
}

/** For a call with a single item: its fields have no prefix. */
const ONE: NameField = () => '';
/** For a call with several items: the prefix is the item's index. */
const SEVERAL: NameField = (_change, at) => `items.${at}.`;

/** Changes items directly: an admin's edit, or the owner's edit without a change request. */
async function editAtOnce(
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

/** The operations on a single item, for admins and owners. `beginEdit` checks whether the caller may edit. */
const one = (parts: AuctionParts) => ({
  add: async (call: Call<typeof addItem>) =>
    theOne(await editAtOnce(parts, call, call.params.id, [addition(call.body)])),
  update: async (call: Call<typeof updateItem>) => {
    const change = revision({ ...call.body, auctionItemId: call.params.itemId });
    return theOne(await editAtOnce(parts, call, call.params.id, [change]));
  },
  remove: async (call: Call<typeof deleteItem>) => {
    await editAtOnce(parts, call, call.params.id, [deletion(call.params.itemId)]);
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

    operation(addItems, (call) => editAtOnce(parts, call, call.body.auctionId, call.body.items.map(addition), SEVERAL)),
    operation(updateItems, (call) =>
      editAtOnce(parts, call, call.body.auctionId, call.body.items.map(revision), SEVERAL),
    ),
    operation(deleteItems, async (call) => {
      await editAtOnce(parts, call, call.body.auctionId, call.body.auctionItemIds.map(deletion));
      return {};
    }),
  ];
};
