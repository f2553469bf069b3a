import { deleteRehearsal, startRehearsal } from '#contract/rehearsal.ts';
import { findAuction, itemsOf } from '#server/auction/auction-rows.ts';
import { isDraft } from '#server/auction/draft.ts';
import { announceChange, type AuctionParts } from '#server/auction/parts.ts';
import { readAuction } from '#server/auction/read-auctions.ts';
import { operation, type Operation } from '#server/platform/http/operation.ts';
import { Refused } from '#server/platform/http/refused.ts';
import { copyAuction } from '#server/rehearsal/copy-auction.ts';
import { deleteRehearsalsOf } from '#server/rehearsal/delete-rehearsals.ts';
import { beginChangeBeforeStart } from '#server/room/judging/settle-change.ts';
import { roomRows } from '#server/room/store/sql-room-store.ts';

/** An admin tries an upcoming auction out. One rehearsal at a time: a new one takes the place of the one before. */
export const rehearsalOperations = (parts: AuctionParts): Operation[] => [
  operation(startRehearsal, async (call) => {
    const { db, body, caller, params } = call;
    // The lock is on what is rehearsed: of two admins who begin at once, the later one's rehearsal stands.
    const { nowMs } = await beginChangeBeforeStart(roomRows(db), params.id);
    const rehearsed = await findAuction(db, caller, params.id);
    if (!rehearsed || rehearsed.rehearsal_of !== null) throw new Refused('not_found');
    if (isDraft(rehearsed)) throw new Refused('auction_is_draft');
    if ((await itemsOf(db, [params.id])).length === 0) throw new Refused('auction_has_no_items');
    await deleteRehearsalsOf(db, params.id);
    const id = await copyAuction(db, { of: params.id, ...body, startedBy: caller.userId }, nowMs);
    call.afterCommit(announceChange(parts, id));
    return readAuction(parts, { ...call, params: { id } });
  }),

  operation(deleteRehearsal, async ({ db, params, afterCommit }) => {
    for (const id of await deleteRehearsalsOf(db, params.id)) afterCommit(announceChange(parts, id));
    return {};
  }),
];
