import { confirmDraft } from '#contract/auction/auction.ts';
import { findAuction, itemsOf } from '#server/auction/auction-rows.ts';
import { isDraft, scheduleOf, timeColumns } from '#server/auction/draft.ts';
import { requireSettings, settingsOf } from '#server/auction/edit-auction.ts';
import { refuseItems } from '#server/auction/items/item-rows.ts';
import { announceChange, type AuctionParts } from '#server/auction/parts.ts';
import { readAuction } from '#server/auction/read-auctions.ts';
import { settleAndTell } from '#server/auction/settling/settle-edit.ts';
import { settleListing } from '#server/auction/book-auction.ts';
import { settleWaiting } from '#server/notice/tell-admins.ts';
import { operation, type Operation } from '#server/platform/http/operation.ts';
import { Refused } from '#server/platform/http/refused.ts';
import { beginChangeBeforeStart } from '#server/room/judging/settle-change.ts';
import { roomRows } from '#server/room/store/sql-room-store.ts';

/** An admin has looked at a draft: judged as a new auction is, it becomes an upcoming one. */
export const confirmOperation = (parts: AuctionParts): Operation =>
  operation(confirmDraft, async (call) => {
    const { db, caller, params } = call;
    const change = await beginChangeBeforeStart(roomRows(db), params.id);
    const draft = await findAuction(db, caller, params.id);
    if (!draft) throw new Refused('not_found');
    if (!isDraft(draft)) throw new Refused('auction_is_no_draft');
    const items = await itemsOf(db, [params.id]);
    if (items.length === 0) throw new Refused('auction_has_no_items');
    const settings = await requireSettings(db, settingsOf(draft), { nowMs: change.nowMs, hasItems: false });
    refuseItems(items, settings);
    const times = timeColumns(scheduleOf(draft), { asDraft: false });
    await db.updateTable('auction').set(times).where('id', '=', params.id).execute();
    await settleWaiting(db, 'draftWaits', [params.id]);
    await settleListing(db, params.id, [], { userId: caller.userId });
    await settleAndTell(db, parts.publicUrl, change, caller.userId);
    call.afterCommit(announceChange(parts, params.id));
    return readAuction(parts, call);
  });
