import { randomUUID } from 'node:crypto';
import { REHEARSAL_STARTS_IN_MS, rehearsalTitle } from '#domain/auction/rehearsal.ts';
import type { AuctionId } from '#domain/basics/ids.ts';
import { insertAuction, requireAuction } from '#server/auction/stored-auctions.ts';
import { insertBidder } from '#server/auction/admit-bidder.ts';
import { copyItems } from '#server/auction/items/copy-items.ts';
import type { Db } from '#server/platform/database/database.ts';
import { roomRows } from '#server/room/store/sql-room-store.ts';
import { writeEvent } from '#server/room/store/write-event.ts';

export type Rehearsal = {
  readonly of: string;
  readonly minutes: number;
  readonly bidders: number;
  readonly startedBy: string;
};

/** Writes the copy in which an auction is rehearsed, with its items and companies that bid by themselves. */
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
      // The image can be taken away from the auction while it is rehearsed.
      thumbnail_id: null,
      closing_waits_until: null,
      rehearsal_of: of,
      next_simulated_bid_at: new Date(nowMs),
      // A rehearsal brings about nothing that stays.
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

/** The simulated owner (0) and bidders are the same in every rehearsal; each is made when it is first needed. */
async function simulatedCompany(db: Db, number: number): Promise<{ userId: string; accountId: string }> {
  // A space can't be in a name that anybody signs up with.
  const username = `Simulated ${number}`;
  // No password has this hash, and a message to no address is never sent.
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
  // The company has the id of the one who bids for it: so it is found again, and made once.
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
