import { sql, type RawBuilder, type Selectable } from 'kysely';
import { relationOf, type AuctionRelation } from '#domain/access/may.ts';
import type { OpenRequestStatus } from '#domain/auction/change-request.ts';
import { statusAt, type AuctionStatus } from '#domain/auction/status.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import type { Tables } from '#server/platform/database/tables.gen.ts';
import { hasEverBid, standingBidCount } from '#server/room/store/history-facts.ts';
import type { Times } from '#domain/auction/recurrence.ts';

export type AuctionRow = Selectable<Tables['auction']> & {
  owner_name: string;
  owner_english_name: string;
  bidder_count: number;
  /** A company of the caller's as a bidder here, and through whom it bids. */
  own_bidder_id: string | null;
  own_user_id: string | null;
  own_username: string | null;
  own_alias_number: number | null;
  own_account_id: string | null;
  own_company: string | null;
  own_english_company: string | null;
  own_maximum: number | null;
  own_terms_version: string | null;
  /** Holds a standing bid now. */
  own_has_bid: boolean;
  /** Has ever placed one: what the result asks for (docs/rules.md#who-sees-a-result). */
  own_has_ever_bid: boolean;
  /** The copy in which it is rehearsed, if there is one. */
  rehearsal_id: string | null;
  /** Of the owner's change request that isn't approved, if there is one. */
  open_request: OpenRequestStatus | null;
  is_watched: boolean;
};

export type ItemRow = Selectable<Tables['auction_item']>;

const accountIdsOf = (caller: Caller): string[] => caller.accounts.map(({ id }) => id);

/**
 * Auctions with the caller's place in them: what a company may see, all its members see, and nobody who left it. Where
 * two of one's companies bid, one's own seat comes first.
 */
const auctionsSeenBy = (caller: Caller): RawBuilder<AuctionRow> => sql<AuctionRow>`
  select a.*, owner.company_name as owner_name, owner.english_company_name as owner_english_name,
         (select count(*)::int from bidder where auction_id = a.id) as bidder_count,
         own.id as own_bidder_id, own.user_id as own_user_id, seat.username as own_username, own.alias_number as own_alias_number, own.account_id as own_account_id,
         company.company_name as own_company, company.english_company_name as own_english_company,
         coalesce(own.max_quantity, company.max_bid_quantity) as own_maximum,
         own.terms_version as own_terms_version,
         ${standingBidCount(sql`own`)} > 0 as own_has_bid,
         ${hasEverBid(sql`own`)} as own_has_ever_bid,
         (select id from auction where rehearsal_of = a.id) as rehearsal_id,
         (select status from change_request where auction_id = a.id and status <> 'Approved') as open_request,
         exists (select 1 from watch where auction_id = a.id and user_id = ${caller.userId}) as is_watched
  from auction a
  join account owner on owner.id = a.owner_account_id
  left join lateral (
    select * from bidder where auction_id = a.id and account_id = any(${accountIdsOf(caller)}::uuid[])
    order by user_id = ${caller.userId} desc, id limit 1
  ) own on true
  left join account company on company.id = own.account_id
  left join app_user seat on seat.id = own.user_id`;

/** What a caller may know of: everything for admins; else its own auctions, those it bids in, and public ones, no drafts. */
const visibleTo = (caller: Caller): RawBuilder<boolean> =>
  caller.role === 'Admin'
    ? sql`true`
    : sql`a.planned_start_time is null and (a.owner_account_id = any(${accountIdsOf(caller)}::uuid[]) or own.id is not null
          or (not a.is_private and ${caller.accounts.some(({ status }) => status === 'Active')}::boolean))`;

export async function findAuction(db: Db, caller: Caller, auctionId: string): Promise<AuctionRow | undefined> {
  const [row] = await visibleAuctions(db, caller, [auctionId]);
  return row;
}

/** Those of these auctions that the caller may see, in any order. */
export async function visibleAuctions(db: Db, caller: Caller, auctionIds: readonly string[]): Promise<AuctionRow[]> {
  const { rows } = await sql<AuctionRow>`
    ${auctionsSeenBy(caller)} where a.id = any(${[...auctionIds]}::uuid[]) and ${visibleTo(caller)}`.execute(db);
  return rows;
}

/** Auctions that the caller is known to see, in the order of their ids. */
export async function auctionsById(db: Db, caller: Caller, auctionIds: readonly string[]): Promise<AuctionRow[]> {
  const ids = [...auctionIds];
  const { rows } = await sql<AuctionRow>`
    ${auctionsSeenBy(caller)} where a.id = any(${ids}::uuid[])
    order by array_position(${ids}::uuid[], a.id)`.execute(db);
  return rows;
}

/** Admitted to a public auction by an administrator: the terms come before the first bid. */
export const mustAcceptTerms = (auction: AuctionRow, caller: Caller): boolean =>
  !auction.is_private && auction.own_user_id === caller.userId && auction.own_terms_version === null;

/** What the caller is to an auction. */
export const relationIn = (auction: AuctionRow, caller: Caller): AuctionRelation =>
  relationOf(caller, {
    ownerAccountId: auction.owner_account_id,
    isPrivate: auction.is_private,
    isBidder: auction.own_bidder_id !== null,
  });

/** The end that counts; of a paused auction the one that stood. */
export const auctionEndOf = (auction: Pick<AuctionRow, 'auction_end_time' | 'end_when_paused'>): Date =>
  auction.end_when_paused ?? auction.auction_end_time;

export const statusOf = (auction: AuctionRow, nowMs: number): AuctionStatus =>
  statusAt(
    {
      startsAtMs: auction.start_time.getTime(),
      auctionEndsAtMs: auctionEndOf(auction).getTime(),
      pausedAtMs: auction.paused_at?.getTime() ?? null,
    },
    nowMs,
  );

export async function itemsOf(db: Db, auctionIds: readonly string[]): Promise<ItemRow[]> {
  const { rows } = await sql<ItemRow>`
    select * from auction_item where auction_id = any(${[...auctionIds]}::uuid[])
    order by auction_id, position, id`.execute(db);
  return rows;
}

/**
 * A draft stands outside time (decision 27): it never begins, is over for nobody, and nothing that looks at the clock finds
 * it. The times that it is to have are its planned ones.
 */
const DRAFT_START = new Date('9999-12-31T00:00:00.000Z');
const DRAFT_END = new Date('9999-12-31T23:59:59.999Z');
const OUTSIDE_TIME = { start_time: DRAFT_START, end_time: DRAFT_END, auction_end_time: DRAFT_END };

type Stored = Pick<
  AuctionRow,
  'start_time' | 'end_time' | 'auction_end_time' | 'planned_start_time' | 'planned_end_time'
>;

export const isDraft = ({ planned_start_time }: Pick<AuctionRow, 'planned_start_time'>): boolean =>
  planned_start_time !== null;

/** The columns of an auction's times, before and after it is confirmed. */
export function timeColumns({ startsAtMs, endsAtMs }: Times, { asDraft }: { asDraft: boolean }): Stored {
  const [start, end] = [new Date(startsAtMs), new Date(endsAtMs)];
  if (asDraft) return { ...OUTSIDE_TIME, planned_start_time: start, planned_end_time: end };
  const inTime = { start_time: start, end_time: end, auction_end_time: end };
  return { ...inTime, planned_start_time: null, planned_end_time: null };
}

/** The scheduled times, of a draft those that it is to have. */
export const scheduleOf = (row: Stored): Times => ({
  startsAtMs: (row.planned_start_time ?? row.start_time).getTime(),
  endsAtMs: (row.planned_end_time ?? row.end_time).getTime(),
});

/** Of a start that a query reads, in an index: whether it is in time at all. */
export const isInTime = (start: RawBuilder<unknown>): RawBuilder<unknown> => sql`${start} < ${DRAFT_START}`;
