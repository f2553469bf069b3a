import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { createAuction, deleteAuction, updateAuction, confirmDraft } from '#contract/auction/auction.ts';
import type { BodyOf } from '#contract/basics/route.ts';
import type { MinimumQuantities } from '#domain/auction/judge-item.ts';
import { judgeSettings, type AcceptedSettings, type SettingsContext } from '#domain/auction/judge-settings.ts';
import { recurrenceOf } from '#domain/auction/recurrence.ts';
import { percentOfHundredths } from '#domain/basics/amount.ts';
import { defaultTickCents } from '#domain/basics/price.ts';
import type { AuctionId } from '#domain/basics/ids.ts';
import {
  findAuction,
  itemsOf,
  type AuctionRow,
  isDraft,
  scheduleOf,
  timeColumns,
} from '#server/auction/auction-rows.ts';
import { queuePublished } from '#server/auction/auction-webhooks.ts';
import { insertAuction, deleteAuctions } from '#server/auction/stored-auctions.ts';
import { copyItems, refuseItems, storedItemNames } from '#server/auction/items/stored-items.ts';
import { leaveOwner, refuseBiddingOwner, tellOwners } from '#server/auction/owner-change.ts';
import { announceChange, type AuctionParts } from '#server/auction/parts.ts';
import { keepAuction } from '#server/auction/restore-auction.ts';
import { readAuction } from '#server/auction/read-auctions.ts';
import { beginChangeBeforeStart } from '#server/room/judging/settle-change.ts';
import { settleDeletion, settleEdit, settleAndTell } from '#server/auction/settling/settle-edit.ts';
import { settleAuctionListing } from '#server/auction/book-auction.ts';
import { roomRows } from '#server/room/store/sql-room-store.ts';
import { writeEvent } from '#server/room/store/write-event.ts';
import { databaseNowMs } from '#server/platform/runtime/clock.ts';
import type { Db } from '#server/platform/database/database.ts';
import { operation, type Call, type Operation } from '#server/platform/http/operation.ts';
import { Refused, refuseFields, requireAccepted } from '#server/platform/http/refused.ts';
import { nextVersion, refuseOlderSettings } from '#server/platform/database/setting-versions.ts';
import { settleWaiting } from '#server/notice/store-notices.ts';

type Settings = BodyOf<typeof createAuction>;

async function columnsOf(db: Db, settings: AcceptedSettings, tickSizeId: string | null, present?: AuctionRow) {
  const tickCents = await findTick(db, tickSizeId);
  const recurrence = recurrenceOf(settings, settings.startsAtMs, present?.recurrence ?? null);
  return {
    title: settings.title,
    auction_type: settings.auctionType,
    is_private: settings.isPrivate,
    ...timeColumns(settings, { asDraft: present !== undefined && isDraft(present) }),
    minimum_rec_quantity: settings.minimumRecQuantity,
    minimum_bidding_rec_quantity: settings.minimumBiddingRecQuantity,
    seller_fee_hundredths: settings.sellerFeeHundredths,
    buyer_fee_hundredths: settings.buyerFeeHundredths,
    spot_recs: settings.spotRecs,
    owner_account_id: settings.ownerAccountId,
    tick_size_id: tickSizeId,
    tick_cents: tickCents,
    soft_close_minutes: settings.softCloseMinutes,
    soft_close_max: settings.softCloseMaximum,
    recurrence: recurrence && JSON.stringify(recurrence),
  };
}

/** Returns the settings of a stored auction in the form of a request. */
export const auctionSettingsOf = (row: AuctionRow): Settings => ({
  title: row.title,
  auctionType: row.auction_type,
  isPrivate: row.is_private,
  startTime: new Date(scheduleOf(row).startsAtMs).toISOString(),
  endTime: new Date(scheduleOf(row).endsAtMs).toISOString(),
  minimumRecQuantity: row.minimum_rec_quantity,
  minimumBiddingRecQuantity: row.minimum_bidding_rec_quantity,
  sellerProcessingFee: percentOfHundredths(row.seller_fee_hundredths),
  buyerProcessingFee: percentOfHundredths(row.buyer_fee_hundredths),
  spotRecs: row.spot_recs,
  ownerAccountId: row.owner_account_id,
  tickSizeId: row.tick_size_id,
  softCloseMinutes: row.soft_close_minutes,
  softCloseMaximum: row.soft_close_max,
  recurrenceTimeZone: row.recurrence?.timeZone ?? null,
  recurrenceUntil: row.recurrence?.until ?? null,
  recurrenceTimes: row.recurrence?.times ?? null,
});

async function findTick(db: Db, tickSizeId: string | null): Promise<number> {
  if (tickSizeId === null) return defaultTickCents();
  const tick = await db
    .selectFrom('tick_size')
    .select('price_step_cents')
    .where('id', '=', tickSizeId)
    // Locks the tick size, so that its step stays the same until the auction is stored with a copy of the step.
    .forShare()
    .executeTakeFirst();
  if (!tick) refuseFields({ tickSizeId: { code: 'field_required' } });
  return tick?.price_step_cents ?? defaultTickCents();
}

/**
 * Checks the settings and returns them in the form in which they are stored.
 * @throws Refused with every field that breaks a rule
 */
export async function requireSettings(db: Db, body: Settings, context: SettingsContext): Promise<AcceptedSettings> {
  const settings = requireAccepted(judgeSettings(body, context));
  const owner = await db
    .selectFrom('account')
    .select('status')
    .where('id', '=', settings.ownerAccountId)
    .executeTakeFirst();
  if (owner?.status !== 'Active') refuseFields({ ownerAccountId: { code: 'bidder_account_unknown' } });
  return settings;
}

function refuseReverse(parts: AuctionParts, settings: Settings): void {
  if (settings.auctionType === 'Reverse' && !parts.allowsReverse) throw new Refused('feature_disabled');
}

/** Returns the columns that an edit of a rehearsal must not change, so that the rehearsal stays hidden. */
const staysOf = ({ rehearsal_of, title, is_private, owner_account_id }: AuctionRow) =>
  rehearsal_of === null ? {} : { title, is_private, owner_account_id, recurrence: null };

/** Copies the items of another auction to a new one, with the same effects as an admin's edit. */
async function takeItems(
  { db, caller }: Call<typeof createAuction>,
  way: { from: string; to: string },
  minimums: MinimumQuantities,
): Promise<void> {
  if (!(await findAuction(db, caller, way.from))) throw new Refused('not_found');
  await copyItems(db, way);
  refuseItems(await itemsOf(db, [way.to]), minimums);
  await settleAuctionListing(db, way.to, [], { userId: caller.userId });
  await writeEvent(roomRows(db), way.to as AuctionId, 'changed', caller.userId);
}

/** Stores the new version of the settings, if the edit changed any. */
async function countVersion({ db, caller, params }: Call<typeof updateAuction>, before: AuctionRow): Promise<void> {
  const after = await findAuction(db, caller, params.id);
  const next = after && nextVersion(before, auctionSettingsOf(before), auctionSettingsOf(after));
  if (next) await db.updateTable('auction').set(next).where('id', '=', params.id).execute();
}

export const editOperations = (parts: AuctionParts): Operation[] => [
  operation(createAuction, async (call) => {
    const { db, body, caller } = call;
    refuseReverse(parts, body);
    const settings = await requireSettings(db, body, { nowMs: await databaseNowMs(db), hasItems: false });
    const id = randomUUID();
    const columns = await columnsOf(db, settings, body.tickSizeId);
    await insertAuction(db, { id, ...columns, created_by: caller.userId }, caller.userId);
    if (body.itemsOf !== undefined) await takeItems(call, { from: body.itemsOf, to: id }, settings);
    await queuePublished(db, id);
    call.afterCommit(announceChange(parts, id));
    return readAuction(parts, { ...call, params: { id } });
  }),

  operation(updateAuction, async (call) => {
    const { db, body, caller, params } = call;
    refuseReverse(parts, body);
    const change = await beginChangeBeforeStart(roomRows(db), params.id);
    const present = await findAuction(db, caller, params.id);
    if (!present) throw new Refused('not_found');
    refuseOlderSettings(present, body.version);
    const items = await itemsOf(db, [params.id]);
    const settings = await requireSettings(db, body, {
      nowMs: change.nowMs,
      hasItems: items.length > 0,
      present: auctionSettingsOf(present),
    });
    if (settings.ownerAccountId !== present.owner_account_id) {
      await refuseBiddingOwner(db, params.id, settings.ownerAccountId);
      await leaveOwner(db, params.id, present.owner_account_id);
    }
    await db
      .updateTable('auction')
      .set({ ...(await columnsOf(db, settings, body.tickSizeId, present)), ...staysOf(present) })
      .where('id', '=', params.id)
      .execute();
    await countVersion(call, present);
    await settleEdit(parts.publicUrl, call, change);
    await tellOwners(db, parts.publicUrl, present, settings);
    call.afterCommit(announceChange(parts, params.id));
    return readAuction(parts, call);
  }),

  operation(deleteAuction, async (call) => {
    const { db, params, caller, afterCommit } = call;
    const change = await beginChangeBeforeStart(roomRows(db), params.id);
    const items = await itemsOf(db, [params.id]);
    await settleDeletion(parts.publicUrl, call, change, storedItemNames(items));
    await keepAuction(db, params.id, items, caller.userId);
    await deleteAuctions(db, sql`id = ${params.id} or rehearsal_of = ${params.id}`);
    const gone = items.map(({ id }) => id);
    await settleAuctionListing(db, params.id, gone, { userId: caller.userId });
    afterCommit(announceChange(parts, params.id));
    return {};
  }),
];

/** Confirms a draft. The draft is checked like a new auction, and becomes an upcoming one. */
export const confirmOperation = (parts: AuctionParts): Operation =>
  operation(confirmDraft, async (call) => {
    const { db, caller, params } = call;
    const change = await beginChangeBeforeStart(roomRows(db), params.id);
    const draft = await findAuction(db, caller, params.id);
    if (!draft) throw new Refused('not_found');
    if (!isDraft(draft)) throw new Refused('auction_is_no_draft');
    const items = await itemsOf(db, [params.id]);
    if (items.length === 0) throw new Refused('auction_has_no_items');
    const settings = await requireSettings(db, auctionSettingsOf(draft), { nowMs: change.nowMs, hasItems: false });
    refuseItems(items, settings);
    const times = timeColumns(scheduleOf(draft), { asDraft: false });
    await db.updateTable('auction').set(times).where('id', '=', params.id).execute();
    await settleWaiting(db, 'draftWaits', [params.id]);
    await settleAuctionListing(db, params.id, [], { userId: caller.userId });
    await settleAndTell(db, parts.publicUrl, change, caller.userId);
    await queuePublished(db, params.id);
    call.afterCommit(announceChange(parts, params.id));
    return readAuction(parts, call);
  });
