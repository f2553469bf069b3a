import { sql } from 'kysely';
import type { Db } from '#server/platform/database/database.ts';

/** Whether the seat's user may no longer bid for its company, or has another seat here. */
const IS_VACANT = sql`(bidder.is_double or not exists (
  select from account_member m
  where m.account_id = bidder.account_id and m.user_id = bidder.user_id and m.role <> 'viewer'))`;

/** Members `m` who may take the seat: they may bid for the company, and have no seat in the auction. */
const HEIRS = sql`account_member m
  where m.account_id = bidder.account_id and m.role <> 'viewer' and not exists (
    select from bidder other where other.auction_id = bidder.auction_id and other.user_id = m.user_id)`;

type Seat = { readonly auctionId: string; readonly accountId: string; readonly preferredUserId: string };

/**
 * Gives a company's seat in an auction to another member where its user may no longer bid for the company: that member
 * goes on with the bids that stand. The preferred user comes first, then owners, then traders; where nobody can take it,
 * the seat stays as it is. The caller holds the lock of the auction's row, under which all this is asked.
 */
export async function handOverSeat(db: Db, { auctionId, accountId, preferredUserId }: Seat): Promise<void> {
  const heir = sql`(
    select m.user_id from ${HEIRS}
    order by m.user_id = ${preferredUserId} desc, m.role = 'owner' desc, m.created_at, m.user_id limit 1)`;
  await sql`
    update bidder set user_id = ${heir}, is_double = false
    where auction_id = ${auctionId} and account_id = ${accountId} and ${IS_VACANT}
      and exists (select from ${HEIRS})`.execute(db);
}

/** Auctions that are not closed, in which a company has a vacant seat that none of its members can take. */
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
