import { sql } from 'kysely';
import { decimalOfCents } from '#domain/basics/price.ts';
import type { HistoryLine } from '#domain/bidding/history.ts';
import { companyNameIn } from '#domain/company/company-name.ts';
import { type CancelledBid, settleChange, type Change } from '#server/room/judging/settle-change.ts';
import {
  sayCause,
  tellCancelled,
  type CancelledIn,
  type ItemNames,
  type TitledCancelled,
} from '#server/auction/settling/tell-cancelled.ts';
import { loadSealedRoom } from '#server/room/store/load-room.ts';
import { sha256 } from '#server/room/room-state.ts';
import { itemNames } from '#server/auction/items/stored-items.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Call } from '#server/platform/http/operation.ts';
import { Refused, type RefusalDetails } from '#server/platform/http/refused.ts';

export type EditOf = Pick<Call, 'db' | 'caller' | 'confirmation'>;

/**
 * Settles an edit by an administrator or the owner, in its transaction (decision 56). An administrator first confirms
 * the sealed bids that it cancels; then their bidders are told. `names`: of the items as they were before the edit.
 * Rehearsals neither ask nor tell.
 * @throws Refused bids_would_be_cancelled, which rolls the edit back
 */
export async function settleEdit(publicUrl: string, call: EditOf, change: Change, names?: ItemNames): Promise<void> {
  const { db, caller } = call;
  const by: HistoryLine['by'] = caller.role === 'Admin' ? 'admin' : 'owner';
  const cancelled = await settleChange(change, caller.userId, by);
  await confirmAndTell(publicUrl, call, {
    auctionId: change.auctionId,
    cancelled,
    names: await namesOf(db, cancelled, names),
  });
}

/**
 * Settles a change that by itself cancels no bid. It can meet bids that an earlier change of their company left without
 * room, before that one was settled here: then their bidders are told here.
 */
export async function settleAndTell(
  db: Db,
  publicUrl: string,
  change: Change,
  ...who: readonly [userId: string, by?: HistoryLine['by']]
): Promise<void> {
  const { auctionId } = change;
  const cancelled = await settleChange(change, ...who);
  await tellCancellations(db, publicUrl, [{ auctionId, cancelled, names: await namesOf(db, cancelled) }]);
}

/** Makes an administrator confirm the bids that an edit cancels in one or more auctions, like `settleEdit`. */
export async function confirmCancellations(call: EditOf, all: readonly CancelledIn[]): Promise<void> {
  if (call.caller.role === 'Admin') requireConfirmed(call.confirmation, await realOnes(call.db, all));
}

/** Tells bidders what was cancelled in one or more auctions. */
export async function tellCancellations(db: Db, publicUrl: string, all: readonly CancelledIn[]): Promise<void> {
  for (const one of await realOnes(db, all)) await tellCancelled(db, publicUrl, one);
}

/** Returns the auctions in which bids are cancelled, with their titles, without rehearsals. */
async function realOnes(db: Db, all: readonly CancelledIn[]): Promise<TitledCancelled[]> {
  const some = all.filter(({ cancelled }) => cancelled.length > 0);
  if (some.length === 0) return [];
  const { rows } = await sql<{ id: string; title: string }>`
    select id, title from auction
    where id = any(${some.map(({ auctionId }) => auctionId)}::uuid[]) and rehearsal_of is null`.execute(db);
  const titles = new Map(rows.map(({ id, title }) => [id, title]));
  return some.flatMap((one) => {
    const title = titles.get(one.auctionId);
    return title === undefined ? [] : [{ ...one, title }];
  });
}

async function confirmAndTell(publicUrl: string, call: EditOf, one: CancelledIn): Promise<void> {
  await confirmCancellations(call, [one]);
  await tellCancellations(call.db, publicUrl, [one]);
}

/**
 * The same for the deletion of an auction before its start, which cancels all its bids. Call it before the deletion.
 */
export async function settleDeletion(publicUrl: string, call: EditOf, change: Change, names: ItemNames): Promise<void> {
  const room = await loadSealedRoom(change.rows, change.auctionId);
  if (!room) return;
  const cancelled = [...room.bids.values()].flatMap((bid) => {
    const bidder = room.settings.bidders.get(bid.bidderId);
    return bidder ? [{ bid, bidder, cause: { code: 'auction_deleted' as const } }] : [];
  });
  await confirmAndTell(publicUrl, call, { auctionId: change.auctionId, cancelled, names });
}

/** Names of the items of cancelled bids, as far as `known` lacks them. */
export async function namesOf(db: Db, cancelled: readonly CancelledBid[], known?: ItemNames): Promise<ItemNames> {
  const itemIds = cancelled.map(({ bid }) => bid.itemId);
  return known ?? itemNames(db, itemIds);
}

/**
 * The confirmation covers each bid in its present state, so a bid placed or revised meanwhile makes the server ask
 * again.
 */
function requireConfirmed(confirmation: string, all: readonly TitledCancelled[]): void {
  const seen = all.flatMap(({ cancelled }) => cancelled.map(({ bid }) => `${bid.bidId}:${bid.seq}`)).toSorted();
  const needed = sha256(seen.join()).slice(0, 32);
  if (seen.length === 0 || confirmation === needed) return;
  const details: RefusalDetails = (language) =>
    all.flatMap(({ title, cancelled, names }) =>
      cancelled.map(({ bid, bidder, cause }) => ({
        bidId: bid.bidId,
        auction: title,
        company: companyNameIn(language, bidder),
        item: names.get(bid.itemId) ?? '',
        price: decimalOfCents(bid.priceCents),
        quantity: bid.quantity,
        cause: sayCause(language, cause),
      })),
    );
  throw new Refused('bids_would_be_cancelled', { count: seen.length, confirmation: needed }, undefined, details);
}
