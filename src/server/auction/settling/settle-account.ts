import { sql, type RawBuilder } from 'kysely';
import type { AuctionId } from '#domain/basics/ids.ts';
import type { Rooms } from '#server/room/rooms.ts';
import { standingBidCount } from '#server/room/store/history-facts.ts';
import { beginChange, previewChange } from '#server/room/judging/settle-change.ts';
import {
  confirmCancellations,
  findItemNames,
  settleAndTell,
  type EditOf,
  type CancelledIn,
} from '#server/auction/settling/settle-edit.ts';
import { roomRows } from '#server/room/store/sql-room-store.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Timers } from '#server/platform/runtime/timers.ts';
import { Refused } from '#server/platform/http/refused.ts';

/**
 * Queues the auctions in which a business account bids, after its name, maximum or members changed. Closed auctions are
 * left out. Call it in the transaction of the change, which locks the account's row but no auction's row. Afterwards a
 * background job settles each auction: it applies the change in a short transaction (decision 60).
 */
export const queueSettling = (db: Db, accountId: string, userId: string): Promise<void> =>
  queueSeats(db, userId, sql`bidder.account_id = ${accountId}`);

async function queueSeats(db: Db, userId: string, isMeant: RawBuilder<unknown>): Promise<void> {
  await sql`
    insert into auction_settling (auction_id, account_id, user_id)
    select bidder.auction_id, bidder.account_id, ${userId}
    from bidder join auction on auction.id = bidder.auction_id
    where auction.closed_at is null and ${isMeant}`.execute(db);
}

/**
 * Like `queueSettling`, after a user joined or left a company. Queues every auction in which this company is the owner
 * and another company of the user is a bidder, or the other way round. The rooms of these auctions then check again
 * which bidders share a member with the owner. All bids stay (decision 84).
 */
export async function queueRelated(
  db: Db,
  { accountId, userId }: { readonly accountId: string; readonly userId: string },
): Promise<void> {
  const others = sql`(select account_id from account_member where user_id = ${userId} and account_id <> ${accountId})`;
  const isBetween = sql`(
    (auction.owner_account_id = ${accountId} and bidder.account_id in ${others})
    or (bidder.account_id = ${accountId} and auction.owner_account_id in ${others}))`;
  await queueSeats(db, userId, isBetween);
}

/**
 * Makes an administrator confirm the cancellation of initial bids that exceed an account's new maximum. Runs in the
 * transaction of the change, without locking the auctions. A bid that is placed before its auction is settled is
 * cancelled without this confirmation, and its bidder is informed.
 */
export async function confirmMaximum(call: EditOf, accountId: string): Promise<void> {
  const { db } = call;
  const { rows } = await sql<{ auction_id: AuctionId }>`
    select bidder.auction_id from bidder join auction on auction.id = bidder.auction_id
    where bidder.account_id = ${accountId} and bidder.max_quantity is null and auction.start_time > clock_timestamp()
      and ${standingBidCount(sql`bidder`)} > 0
    order by bidder.auction_id`.execute(db);
  const all: CancelledIn[] = [];
  for (const { auction_id: auctionId } of rows) {
    const cancelled = await previewChange(roomRows(db), auctionId);
    all.push({ auctionId, cancelled, names: await findItemNames(db, cancelled) });
  }
  await confirmCancellations(call, all);
}

/** The background job that settles queued auctions. */
export type Settler = {
  /** Starts to settle the queue immediately, instead of at the next periodic check. */
  nudge(): void;
  /** Starts no further auction, and waits for the auction in progress. */
  stop(): Promise<void>;
};

type SettlerParts = {
  readonly db: Db;
  readonly publicUrl: string;
  readonly rooms: Pick<Rooms, 'wake'>;
  readonly timers: Pick<Timers, 'every'>;
  readonly failed: (error: unknown) => void;
};

const LOOK_EVERY_MS = 1_000;

/**
 * Starts a timer that settles queued auctions, beginning with those that end earliest. Every process checks the queue.
 * Exactly one process settles each auction.
 */
export function startSettler({ db, publicUrl, rooms, timers, failed }: SettlerParts): Settler {
  let isStopped = false;
  let isAsked = false;
  let running: Promise<void> | undefined;
  const settleAll = async (): Promise<void> => {
    while (isAsked && !isStopped) {
      isAsked = false;
      for (const auctionId of await findQueued(db).catch(nothingAfter(failed))) {
        if (isStopped) break;
        // A failed auction is tried again at the next check, and does not delay the others.
        const isSettled = await settleAuction(db, publicUrl, auctionId).catch(failed);
        if (isSettled) rooms.wake(auctionId);
      }
    }
    // Must run synchronously with the check above; otherwise a nudge in between would wait for the next timer.
    running = undefined;
  };
  const nudge = (): void => {
    isAsked = true;
    running ??= settleAll();
  };
  const stopLooking = timers.every(LOOK_EVERY_MS, nudge);
  return {
    nudge,
    async stop() {
      isStopped = true;
      stopLooking();
      await running;
    },
  };
}

const nothingAfter =
  (failed: SettlerParts['failed']) =>
  (error: unknown): [] => {
    failed(error);
    return [];
  };

async function findQueued(db: Db): Promise<AuctionId[]> {
  const { rows } = await sql<{ auction_id: AuctionId }>`
    select queued.auction_id from (select distinct auction_id from auction_settling) queued
    left join auction on auction.id = queued.auction_id
    order by auction.auction_end_time, queued.auction_id`.execute(db);
  return rows.map((row) => row.auction_id);
}

/**
 * Settles one auction: transfers the seats of members who left, makes rooms read the bidders again, cancels initial
 * bids that no longer fit, and informs their bidders. Returns false if another process has already settled the auction,
 * or if the auction was deleted.
 */
const settleAuction = (db: Db, publicUrl: string, auctionId: AuctionId): Promise<boolean> =>
  db.transaction().execute(async (transaction) => {
    const change = await beginChange(roomRows(transaction), auctionId).catch(ignoreMissing);
    const { rows } = await sql<{ account_id: string; user_id: string }>`
      delete from auction_settling where auction_id = ${auctionId} returning account_id, user_id`.execute(transaction);
    const [first] = rows;
    if (!change || !first) return false;
    if (!change.isClosed)
      for (const { account_id: accountId, user_id: preferredUserId } of rows)
        await transferBidderSeat(transaction, { auctionId, accountId, preferredUserId });
    await settleAndTell(transaction, publicUrl, change, first.user_id);
    return true;
  });

function ignoreMissing(error: unknown): undefined {
  if (!(error instanceof Refused) || error.code !== 'not_found') throw error;
}

/** SQL: whether a seat is vacant: its user may no longer bid for the company, or has another seat in the auction. */
const IS_VACANT = sql`(bidder.is_double or not exists (
  select from account_member m
  where m.account_id = bidder.account_id and m.user_id = bidder.user_id and m.role <> 'viewer'))`;

/** SQL: members `m` who may take the seat. They may bid for the company, and have no seat in the auction. */
const HEIRS = sql`account_member m
  where m.account_id = bidder.account_id and m.role <> 'viewer' and not exists (
    select from bidder other where other.auction_id = bidder.auction_id and other.user_id = m.user_id)`;

type Seat = { readonly auctionId: string; readonly accountId: string; readonly preferredUserId: string };

/**
 * Gives a company's vacant seat in an auction to another member, who continues with the company's bids. The preferred
 * user comes first, then owners, then traders. If no member can take the seat, its user stays. The caller holds the
 * lock of the auction's row.
 */
export async function transferBidderSeat(db: Db, { auctionId, accountId, preferredUserId }: Seat): Promise<void> {
  const heir = sql`(
    select m.user_id from ${HEIRS}
    order by m.user_id = ${preferredUserId} desc, m.role = 'owner' desc, m.created_at, m.user_id limit 1)`;
  await sql`
    update bidder set user_id = ${heir}, is_double = false
    where auction_id = ${auctionId} and account_id = ${accountId} and ${IS_VACANT}
      and exists (select from ${HEIRS})`.execute(db);
}

/** Returns the auctions that are not closed and in which a company has a vacant seat that no member can take. */
export async function findAuctionsWithoutBidder(
  db: Db,
  accountId: string,
): Promise<{ readonly id: string; readonly title: string }[]> {
  const { rows } = await sql<{ id: string; title: string }>`
    select auction.id, auction.title from bidder join auction on auction.id = bidder.auction_id
    where bidder.account_id = ${accountId} and auction.closed_at is null and ${IS_VACANT}
      and not exists (select from ${HEIRS})
    order by auction.id`.execute(db);
  return rows;
}
