import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { deleteRehearsal, startRehearsal } from '#contract/rehearsal.ts';
import { REHEARSAL_STARTS_IN_MS, rehearsalTitle } from '#domain/auction/rehearsal.ts';
import type { AuctionId } from '#domain/basics/ids.ts';
import { findAuction, itemsOf, isDraft } from '#server/auction/auction-rows.ts';
import { announceChange, type AuctionParts } from '#server/auction/parts.ts';
import { readAuction } from '#server/auction/read-auctions.ts';
import { operation, type Operation } from '#server/platform/http/operation.ts';
import { Refused } from '#server/platform/http/refused.ts';
import { beginChangeBeforeStart } from '#server/room/judging/settle-change.ts';
import { roomRows } from '#server/room/store/sql-room-store.ts';
import { insertAuction, requireAuction, deleteAuctions } from '#server/auction/stored-auctions.ts';
import { insertBidder } from '#server/auction/admit-bidder.ts';
import { copyItems } from '#server/auction/items/stored-items.ts';
import type { Db } from '#server/platform/database/database.ts';
import { writeEvent } from '#server/room/store/write-event.ts';

/**
 * Operations by which an admin rehearses an upcoming auction. An auction has one rehearsal at a time. A new rehearsal
 * replaces the previous one.
 */
export const rehearsalOperations = (parts: AuctionParts): Operation[] => [
  operation(startRehearsal, async (call) => {
    const { db, body, caller, params } = call;
    // Locks the rehearsed auction. If two admins start rehearsals in parallel, the later replaces the earlier one.
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

/**
 * A rehearsal to create: `of` is the auction's id, `minutes` the duration, `bidders` the number of simulated
 * companies.
 */
export type Rehearsal = {
  readonly of: string;
  readonly minutes: number;
  readonly bidders: number;
  readonly startedBy: string;
};

/** Creates the copy of an auction for a rehearsal, with its items and simulated companies, and returns its id. */
export async function copyAuction(
  db: Db,
  { of, minutes, bidders, startedBy }: Rehearsal,
  nowMs: number,
): Promise<string> {
  const id = randomUUID();
  const startsAtMs = nowMs + REHEARSAL_STARTS_IN_MS;
  const [start, end] = [new Date(startsAtMs), new Date(startsAtMs + minutes * 60_000)];
  const { title_lower: _, ...auction } = await requireAuction(db, of);
  await insertAuction(
    db,
    {
      ...auction,
      id,
      title: rehearsalTitle(auction.title),
      is_private: true,
      start_time: start,
      end_time: end,
      auction_end_time: end,
      owner_account_id: (await simulatedCompany(db, 0)).accountId,
      created_by: startedBy,
      created_at: new Date(nowMs),
      // The auction may lose its image during the rehearsal.
      thumbnail_id: null,
      closing_waits_until: null,
      rehearsal_of: of,
      next_simulated_bid_at: new Date(nowMs),
      // A rehearsal belongs to no series.
      recurrence: null,
      follows: null,
    },
    startedBy,
  );
  await copyItems(db, { from: of, to: id });
  for (let number = 1; number <= bidders; number += 1) {
    const company = await simulatedCompany(db, number);
    await insertBidder(db, { auctionId: id, ...company, maxQuantity: null, terms: null });
  }
  await writeEvent(roomRows(db), id as AuctionId, 'changed', startedBy);
  return id;
}

/**
 * Returns the simulated owner (`number` 0) or a simulated bidder. All rehearsals share these companies. Each company is
 * created at its first use.
 */
async function simulatedCompany(db: Db, number: number): Promise<{ userId: string; accountId: string }> {
  // Usernames from sign-up cannot contain a space, so no person has this name.
  const username = `Simulated ${number}`;
  // No password matches this hash. A message without an address is never sent.
  const nobody = { email: '', password_hash: '-', phone_code: null, phone_number: null };
  await db
    .insertInto('app_user')
    .values({ id: randomUUID(), username, ...nobody })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { id: userId } = await db
    .selectFrom('app_user')
    .select('id')
    .where('username', '=', username)
    .executeTakeFirstOrThrow();
  // The company's id is its user's id. So the company is found again and is created only once.
  await db
    .insertInto('account')
    .values({
      id: userId,
      company_name: number === 0 ? 'Simulated owner' : `Simulated company ${number}`,
      country: 'MY',
      is_simulated: true,
      max_bid_quantity: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return { userId, accountId: userId };
}

/** Rehearsals are kept for a day, so that users can discuss them. */
const KEPT_MS = 24 * 60 * 60_000;

/** Deletes the rehearsal of an auction with everything in it, and returns its id if there was one. */
export const deleteRehearsalsOf = (db: Db, auctionId: string): Promise<string[]> =>
  deleteAuctions(db, sql`rehearsal_of = ${auctionId}`);

/** Deletes rehearsals that were closed more than a day ago. */
export async function deleteOldRehearsals(db: Db, nowMs: number): Promise<void> {
  const endedBefore = new Date(nowMs - KEPT_MS);
  const isOld = sql`rehearsal_of is not null and closed_at < ${endedBefore}`;
  await db.transaction().execute((transaction) => deleteAuctions(transaction, isOld));
}
