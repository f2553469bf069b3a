import {
  availableOwnItems,
  getOwnChangeRequest,
  requestAddItems,
  requestDeleteItems,
  requestUpdateItems,
  sendRequestAgain,
  takeBackChange,
  type ChangeRequest,
  approveRequest,
  getChangeRequest,
  returnRequest,
} from '#contract/auction/change-request.ts';
import { mergeChange, type ItemChange } from '#domain/auction/item-changes.ts';
import { judgeReturn } from '#domain/auction/change-request.ts';
import { isTooLateForRequest, LAST_CHANGE_MINUTES } from '#domain/bidding/cancellation.ts';
import { itemsOf } from '#server/auction/auction-rows.ts';
import {
  beginEdit,
  findForEdit,
  refuseUnknownImages,
  requireChangesRight,
  requireItems,
  type Edit,
  type NameField,
  makeChanges,
  addition,
  revision,
  deletion,
} from '#server/auction/items/edit-items.ts';
import {
  mailAboutRequest,
  readerAt,
  readRequest,
  presentRequest,
  changesOf,
  deleteChange,
  findChange,
  insertRequest,
  knownChange,
  openRequest,
  saveChange,
  settleRequest,
  type RequestRow,
} from '#server/auction/change-request/change-request-rows.ts';
import { knownItem } from '#server/auction/items/stored-items.ts';
import type { AuctionParts } from '#server/auction/parts.ts';
import { presentItems } from '#server/auction/present-auction.ts';
import type { Db } from '#server/platform/database/database.ts';
import { operation, type Call, type Operation } from '#server/platform/http/operation.ts';
import { settleWaiting } from '#server/notice/store-notices.ts';
import { Refused, refuseFields } from '#server/platform/http/refused.ts';
import { hasStandingBids } from '#server/room/store/history-facts.ts';

type AskCall = Pick<Call, 'db' | 'caller' | 'afterCommit' | 'nowMs'>;
type RequestedVersion = { readonly auctionId: string; readonly version?: number | null | undefined };

/**
 * Merges the owner's changes into the open request, or creates a request. A returned request stays returned until the
 * owner sends it again.
 */
async function ask(
  { images, publicUrl }: AuctionParts,
  call: AskCall,
  { auctionId, version }: RequestedVersion,
  wishes: readonly ItemChange[],
): Promise<ChangeRequest | null> {
  const { db, caller } = call;
  const edit = await beginEdit(call, auctionId);
  const open = await openRequest(db, auctionId);
  if (version !== undefined && (open?.version ?? null) !== version) throw new Refused('change_request_changed');
  const asked = open ? (await changesOf(db, open.id)).map(knownChange) : [];
  requireKnown(edit, asked, wishes);
  const merged = new Map(asked.map((change) => [change.itemId, change]));
  const presentOf = new Map(edit.items.map((row) => [row.id, knownItem(row).item]));
  const sentAt = new Date(edit.change.nowMs);
  const request =
    open ?? (await insertRequest(db, { auction_id: auctionId, requested_by: caller.userId, sent_at: sentAt }));
  for (const wish of wishes) {
    const change = mergeChange(merged.get(wish.itemId), wish, presentOf.get(wish.itemId));
    if (change) {
      merged.set(wish.itemId, change);
      await saveChange(db, request.id, change);
    } else {
      merged.delete(wish.itemId);
      await deleteChange(db, request.id, wish.itemId);
    }
  }
  const named = [[...merged.values()], nameAmong(wishes)] as const;
  await requireChangesRight(db, edit, ...named);
  await refuseUnknownImages(db, auctionId, ...named);
  await settleRequest(db, request.id);
  if (!open && merged.size > 0) await mailAboutRequest(db, { event: 'asked', auction: edit.auction, publicUrl });
  return readRequest(db, edit.auction, readerAt(images, edit.change.nowMs));
}

/**
 * Requires that changes and deletions concern items of the auction or items that the request adds.
 * @throws Refused not_found
 */
function requireKnown(edit: Edit, asked: readonly ItemChange[], wishes: readonly ItemChange[]): void {
  const requested = asked.flatMap(({ kind, itemId }) => (kind === 'added' ? [{ id: itemId }] : []));
  const named = wishes.flatMap(({ kind, itemId }) => (kind === 'added' ? [] : [itemId]));
  requireItems([...edit.items, ...requested], named);
}

/**
 * Returns a function that returns the prefix of a change's fields in a refusal. If the change belongs to this call, the
 * prefix has the index of the change. If it is an earlier change that this call makes invalid, the prefix has the id of
 * the item.
 */
const nameAmong =
  (wishes: readonly ItemChange[]): NameField =>
  ({ itemId }) => {
    const at = wishes.findIndex((wish) => wish.itemId === itemId);
    return at < 0 ? `${itemId}.` : `items.${at}.`;
  };

async function takeBack({ images }: AuctionParts, { db, caller, params, afterCommit }: Call<typeof takeBackChange>) {
  const found = await findChange(db, params.id);
  // Same steps for a missing change and for another owner's change: the response time must not tell which one it is.
  const edit = await beginEdit({ db, caller, afterCommit }, found?.auction_id ?? params.id);
  if (!found) throw new Refused('not_found');
  const open = await openRequest(db, found.auction_id);
  if (open?.id !== found.request_id) throw new Refused('change_request_changed');
  await deleteChange(db, open.id, found.item_id);
  await settleRequest(db, open.id);
  if (!(await openRequest(db, found.auction_id))) await settleWaiting(db, 'changeRequestWaits', [found.auction_id]);
  return readRequest(db, edit.auction, readerAt(images, edit.change.nowMs));
}

async function sendAgain({ images, publicUrl }: AuctionParts, call: Call<typeof sendRequestAgain>) {
  const { db, caller, params, body, afterCommit } = call;
  const edit = await beginEdit({ db, caller, afterCommit }, params.id);
  const open = await openRequest(db, params.id);
  if (open?.status !== 'Returned' || open.version !== body.version) throw new Refused('change_request_changed');
  const changes = (await changesOf(db, open.id)).map(knownChange);
  await requireChangesRight(db, edit, changes, ({ itemId }) => `${itemId}.`);
  await markSent(db, open, new Date(edit.change.nowMs));
  await mailAboutRequest(db, { event: 'askedAgain', auction: edit.auction, publicUrl });
  return readRequest(db, edit.auction, readerAt(images, edit.change.nowMs));
}

async function markSent(db: Db, { id, version }: RequestRow, sentAt: Date): Promise<void> {
  const columns = { status: 'Pending', message: '', version: version + 1, sent_at: sentAt } as const;
  await db.updateTable('change_request').set(columns).where('id', '=', id).execute();
}

/**
 * Returns the pending request if it is the one that the caller saw. If two admins decide at the same time, the later
 * decision is refused.
 * @throws Refused change_request_changed
 */
async function findWaiting(db: Db, auctionId: string, wasSeen: (request: RequestRow) => boolean): Promise<RequestRow> {
  const open = await openRequest(db, auctionId);
  if (open?.status !== 'Pending' || !wasSeen(open)) throw new Refused('change_request_changed');
  return open;
}

async function approve(parts: AuctionParts, call: Call<typeof approveRequest>) {
  const { db, params, body } = call;
  const edit = await beginEdit(call, params.id);
  const request = await findWaiting(db, params.id, ({ version }) => version === (body.version ?? version));
  await refuseLate(db, edit);
  await keepBefore(db, request, edit);
  // Decide before the changes are applied, because the deletion of an item deletes its changes from an open request.
  const decided = await decide(db, request, { status: 'Approved', message: '' }, edit);
  const changes = (await changesOf(db, request.id)).map(knownChange);
  await makeChanges(parts, call, edit, changes, ({ itemId }) => `${itemId}.`);
  await mailAboutRequest(db, { event: 'approved', auction: edit.auction, publicUrl: parts.publicUrl });
  return presentRequest(db, edit.auction, decided, readerAt(parts.images, edit.change.nowMs));
}

/**
 * Refuses a late approval while sealed bids exist, because bidders need time to bid again. A request that is not
 * approved in time expires at the start.
 * @throws Refused change_request_too_late
 */
async function refuseLate(db: Db, { auction, change }: Edit): Promise<void> {
  const isLate = isTooLateForRequest(change.nowMs, auction.start_time.getTime());
  if (isLate && (await hasStandingBids(db, auction.id)))
    throw new Refused('change_request_too_late', { minutes: LAST_CHANGE_MINUTES });
}

/** Stores each changed item as it is before the approval, so that readers can still see the effect of the request. */
async function keepBefore(db: Db, request: RequestRow, edit: Edit): Promise<void> {
  for (const { itemId, item } of edit.items.map(knownItem)) {
    await db
      .updateTable('item_change')
      .set({ before: JSON.stringify(item) })
      .where('request_id', '=', request.id)
      .where('item_id', '=', itemId)
      .execute();
  }
}

const decide = (
  db: Db,
  { id, version }: RequestRow,
  decision: { readonly status: 'Approved' | 'Returned'; readonly message: string },
  { change }: Edit,
): Promise<RequestRow> =>
  db
    .updateTable('change_request')
    .set({ ...decision, version: version + 1, decided_at: new Date(change.nowMs) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

async function sendBack(parts: AuctionParts, call: Call<typeof returnRequest>) {
  const { db, params, body } = call;
  refuseFields(judgeReturn(body.message));
  const edit = await beginEdit(call, body.auctionId);
  const request = await findWaiting(db, body.auctionId, ({ id }) => id === params.id);
  const message = body.message.trim();
  const decided = await decide(db, request, { status: 'Returned', message }, edit);
  await mailAboutRequest(db, { event: 'returned', auction: edit.auction, message, publicUrl: parts.publicUrl });
  return presentRequest(db, edit.auction, decided, readerAt(parts.images, edit.change.nowMs));
}

/** Operations for the owner's change requests and the administrators' decisions. */
export const requestOperations = (parts: AuctionParts): Operation[] => [
  operation(availableOwnItems, async ({ db, caller, params, nowMs }) => {
    const auction = await findForEdit(db, caller, params.id);
    return presentItems(auction, await itemsOf(db, [auction.id]), parts.images.linksAt(nowMs));
  }),
  operation(getOwnChangeRequest, async ({ db, caller, params, nowMs }) =>
    readRequest(db, await findForEdit(db, caller, params.id), readerAt(parts.images, nowMs)),
  ),
  operation(requestAddItems, (call) => ask(parts, call, call.body, call.body.items.map(addition))),
  operation(requestUpdateItems, (call) => ask(parts, call, call.body, call.body.items.map(revision))),
  operation(requestDeleteItems, (call) => ask(parts, call, call.body, call.body.auctionItemIds.map(deletion))),
  operation(takeBackChange, (call) => takeBack(parts, call)),
  operation(sendRequestAgain, (call) => sendAgain(parts, call)),
  operation(getChangeRequest, async ({ db, caller, params, nowMs }) =>
    readRequest(db, await findForEdit(db, caller, params.id), readerAt(parts.images, nowMs)),
  ),
  operation(approveRequest, (call) => approve(parts, call)),
  operation(returnRequest, (call) => sendBack(parts, call)),
];
