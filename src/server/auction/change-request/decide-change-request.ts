import { approveRequest, getChangeRequest, returnRequest } from '#contract/auction/change-request.ts';
import { judgeReturn } from '#domain/auction/change-request.ts';
import { isTooLateForRequest, LAST_CHANGE_MINUTES } from '#domain/bidding/cancellation.ts';
import { mailAboutRequest } from '#server/auction/change-request/change-request-mails.ts';
import {
  changesOf,
  knownChange,
  openRequest,
  type RequestRow,
} from '#server/auction/change-request/change-request-rows.ts';
import { presentRequest, readerAt, readRequest } from '#server/auction/change-request/present-change-request.ts';
import { beginEdit, findForEdit, makeChanges, type Edit } from '#server/auction/items/change-items.ts';
import { knownItem } from '#server/auction/items/item-rows.ts';
import type { AuctionParts } from '#server/auction/parts.ts';
import type { Db } from '#server/platform/database/database.ts';
import { operation, type Call, type Operation } from '#server/platform/http/operation.ts';
import { Refused, refuseFields } from '#server/platform/http/refused.ts';
import { hasStandingBids } from '#server/room/store/history-facts.ts';

/** The request that waits, as it was seen. Of two admins at once the second finds it decided. */
async function findWaiting(db: Db, auctionId: string, wasSeen: (request: RequestRow) => boolean): Promise<RequestRow> {
  const open = await openRequest(db, auctionId);
  if (open?.status !== 'Pending' || !wasSeen(open)) throw new Refused('change_request_changed');
  return open;
}

async function approve(parts: AuctionParts, publicUrl: string, call: Call<typeof approveRequest>) {
  const { db, params, body } = call;
  const edit = await beginEdit(call, params.id);
  const request = await findWaiting(db, params.id, ({ version }) => version === (body.version ?? version));
  await refuseLate(db, edit);
  await keepBefore(db, request, edit);
  // Decided before it is carried out: what it deletes is not for it to forget.
  const decided = await decide(db, request, { status: 'Approved', message: '' }, edit);
  const changes = (await changesOf(db, request.id)).map(knownChange);
  await makeChanges(parts, call, edit, changes, ({ itemId }) => `${itemId}.`);
  await mailAboutRequest(db, { event: 'approved', auction: edit.auction, publicUrl });
  return presentRequest(db, edit.auction, decided, readerAt(parts.images, edit.change.nowMs));
}

/** Bidders need time to bid again, so a request that comes too late under sealed bids lapses at the start. */
async function refuseLate(db: Db, { auction, change }: Edit): Promise<void> {
  const isLate = isTooLateForRequest(change.nowMs, auction.start_time.getTime());
  if (isLate && (await hasStandingBids(db, auction.id)))
    throw new Refused('change_request_too_late', { minutes: LAST_CHANGE_MINUTES });
}

/** The items as they are before the request is carried out: what it did stays readable. */
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

async function sendBack(parts: AuctionParts, publicUrl: string, call: Call<typeof returnRequest>) {
  const { db, params, body } = call;
  refuseFields(judgeReturn(body.message));
  const edit = await beginEdit(call, body.auctionId);
  const request = await findWaiting(db, body.auctionId, ({ id }) => id === params.id);
  const message = body.message.trim();
  const decided = await decide(db, request, { status: 'Returned', message }, edit);
  await mailAboutRequest(db, { event: 'returned', auction: edit.auction, message, publicUrl });
  return presentRequest(db, edit.auction, decided, readerAt(parts.images, edit.change.nowMs));
}

export const decideRequestOperations = (parts: AuctionParts, publicUrl: string): Operation[] => [
  operation(getChangeRequest, async ({ db, caller, params, nowMs }) =>
    readRequest(db, await findForEdit(db, caller, params.id), readerAt(parts.images, nowMs)),
  ),
  operation(approveRequest, (call) => approve(parts, publicUrl, call)),
  operation(returnRequest, (call) => sendBack(parts, publicUrl, call)),
];
