import { sql, type RawBuilder } from 'kysely';
import type { BidderRelation } from '#contract/bidder/related-bidder.ts';
import type { AccountStatus } from '#domain/company/account.ts';
import type { BidderId } from '#domain/basics/ids.ts';
import { companyNameFor } from '#server/platform/database/company-name.ts';
import type { Call } from '#server/platform/http/operation.ts';
import type { Db } from '#server/platform/database/database.ts';

/** A user who is informed about an auction. */
export type AuctionReader = { readonly auctionId: string; readonly userId: string };

type Row = { auction_id: string; user_id: string };

/**
 * SQL: the users who watch these auctions and may still see them: administrators, and members of Active companies that
 * own the auction, bid in it, or see it because it is public.
 */
const watchers = (auctionIds: readonly string[]): RawBuilder<Row> => sql<Row>`
  select watch.auction_id, watch.user_id from watch
  join auction on auction.id = watch.auction_id
  join app_user reader on reader.id = watch.user_id
  where watch.auction_id = any(${[...auctionIds]}::uuid[]) and (
    reader.auction_user_role = 'Admin'
    or exists (
      select 1 from account_member member
      join account on account.id = member.account_id and account.status = 'Active'
      where member.user_id = watch.user_id and (
        not auction.is_private or account.id = auction.owner_account_id
        or exists (select 1 from bidder where auction_id = auction.id and account_id = account.id))))`;

/** SQL: the users through whom companies bid, if they are still members and the companies are Active. */
const ACTING = sql`
  from bidder
  join account_member member on member.account_id = bidder.account_id and member.user_id = bidder.user_id
  join account on account.id = bidder.account_id and account.status = 'Active'`;

const actingUsers = (auctionIds: readonly string[]): RawBuilder<Row> => sql<Row>`
  select bidder.auction_id, bidder.user_id ${ACTING} where bidder.auction_id = any(${[...auctionIds]}::uuid[])`;

/** Returns the bidders of this list that may be informed, each with the user through whom it bids. */
export async function actingBidders(
  db: Db,
  bidderIds: readonly BidderId[],
): Promise<{ bidderId: BidderId; userId: string }[]> {
  const { rows } = await sql<{ bidderId: BidderId; userId: string }>`
    select bidder.id as "bidderId", bidder.user_id as "userId" ${ACTING}
    where bidder.id = any(${[...bidderIds]}::uuid[])`.execute(db);
  return rows;
}

const readersOf = ({ rows }: { rows: Row[] }): AuctionReader[] =>
  rows.map((row) => ({ auctionId: row.auction_id, userId: row.user_id }));

/** Returns the users who watch these auctions and may still see them. */
export const watchersOf = async (db: Db, auctionIds: readonly string[]): Promise<AuctionReader[]> =>
  readersOf(await watchers(auctionIds).execute(db));

/**
 * Returns the users who are informed of an auction's start and end: the users through whom companies bid, and those who
 * watch the auction.
 */
export const actingUsersAndWatchers = async (db: Db, auctionIds: readonly string[]): Promise<AuctionReader[]> =>
  readersOf(await sql<Row>`${actingUsers(auctionIds)} union ${watchers(auctionIds)}`.execute(db));

/** A user who bids in an auction or belongs to its owner, with the bidders for which the user bids. */
export type Participant = { readonly title: string; readonly email: string; readonly bidderIds: readonly string[] };

/** Returns the users who bid in an auction, and the owner's members, if they have an email address. */
export async function participantsOf(db: Db, auctionId: string): Promise<Participant[]> {
  const { rows } = await sql<Participant>`
    select a.title, u.email, array(select id from bidder where auction_id = a.id and user_id = u.id)::text[] as "bidderIds"
    from auction a
    join app_user u on u.id in (select user_id from bidder where auction_id = a.id)
                    or u.id in (select user_id from account_member where account_id = a.owner_account_id)
    where a.id = ${auctionId} and u.email <> '' order by u.email`.execute(db);
  return rows;
}

export type CompanyInAuction = BidderRelation['companies'][number];

/** Returns the companies of the owner and of all bidders. Leaves out the simulated companies of a rehearsal. */
export async function companiesIn(
  { db, language }: Pick<Call, 'db' | 'language'>,
  auctionId: string,
): Promise<ReadonlyMap<string, CompanyInAuction>> {
  const name = companyNameFor(language, sql`account`);
  const { rows } = await sql<CompanyInAuction>`
    select account.id as "accountId", ${name} as "companyName", bidder.id as "bidderId"
    from bidder join account on account.id = bidder.account_id
    where bidder.auction_id = ${auctionId} and not account.is_simulated
    union all
    select account.id, ${name}, null from auction join account on account.id = auction.owner_account_id
    where auction.id = ${auctionId}`.execute(db);
  return new Map(rows.map((row) => [row.accountId, row]));
}

/** Returns the status of the company that a bidder bids for. */
export async function companyStatusOf(db: Db, bidderId: string): Promise<AccountStatus | undefined> {
  const account = await db
    .selectFrom('bidder')
    .innerJoin('account', 'account.id', 'bidder.account_id')
    .select('account.status')
    .where('bidder.id', '=', bidderId)
    .executeTakeFirst();
  return account?.status;
}
