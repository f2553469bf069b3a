import { sql, type RawBuilder, type Selectable } from 'kysely';
import { relationOf, type AuctionRelation } from '#domain/access/may.ts';
import type { OpenRequestStatus } from '#domain/auction/change-request.ts';
import { statusAt, type AuctionStatus } from '#domain/auction/status.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import type { Tables } from '#server/platform/database/tables.gen.ts';
import { lacksAcceptedTerms } from '#server/settlement-terms/stored-terms.ts';
import { hasEverBid, standingBidCount } from '#server/room/store/history-facts.ts';
import type { Times } from '#domain/auction/recurrence.ts';

export type AuctionRow = Selectable<Tables['auction']> & {
  owner_name: string;
  owner_english_name: string;
  bidder_count: number;
  /** The bidder of one of the caller's companies in this auction. `own_user_id` is the company's user who bids. */
  own_bidder_id: string | null;
  own_user_id: string | null;
  own_username: string | null;
  own_alias_number: number | null;
  own_account_id: string | null;
  own_company: string | null;
  own_english_company: string | null;
  own_maximum: number | null;
  own_terms_version: string | null;
  /** Whether the caller's bidder has not accepted the auction's present terms of settlement. */
  own_lacks_settlement: boolean;
  /** Whether the caller's bidder has a bid that is not deleted. */
  own_has_bid: boolean;
  /**
   * Whether the caller's bidder ever bid. Decides whether this bidder sees the result
   * (docs/rules.md#who-sees-a-result).
   */
  own_has_ever_bid: boolean;
  /** The rehearsal of this auction, if there is one. */
  rehearsal_id: string | null;
  /** The status of the owner's open change request: pending or returned. Null if there is none. */
  open_request: OpenRequestStatus | null;
  is_watched: boolean;
};

export type ItemRow = Selectable<Tables['auction_item']>;

const accountIdsOf = (caller: Caller): string[] => caller.accounts.map(({ id }) => id);

/**
 * SQL: auctions with the caller's own bidder in each. All present members of a company see the same auctions. If two of
 * the caller's companies bid in an auction, the query takes the company that bids through the caller.
 */
const auctionsSeenBy = (caller: Caller): RawBuilder<AuctionRow> => sql<AuctionRow>`
  select a.*, owner.company_name as owner_name, owner.english_company_name as owner_english_name,
         (select count(*)::int from bidder where auction_id = a.id) as bidder_count,
         own.id as own_bidder_id, own.user_id as own_user_id, seat.username as own_username, own.alias_number as own_alias_number, own.account_id as own_account_id,
         company.company_name as own_company, company.english_company_name as own_english_company,
         coalesce(own.max_quantity, company.max_bid_quantity) as own_maximum,
         own.terms_version as own_terms_version,
         ${lacksAcceptedTerms(sql`a.id`, sql`own.settlement_terms`)} as own_lacks_settlement,
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

/**
 * SQL: whether the caller may know of an auction. Admins may know of all. Others may know of the auctions that their
 * companies own or bid in, and of public ones, but not of drafts.
 */
const visibleTo = (caller: Caller): RawBuilder<boolean> =>
  caller.role === 'Admin'
    ? sql`true`
    : sql`a.planned_start_time is null and (a.owner_account_id = any(${accountIdsOf(caller)}::uuid[]) or own.id is not null
          or (not a.is_private and ${caller.accounts.some(({ status }) => status === 'Active')}::boolean))`;

/** Returns an auction if the caller may see it. Hidden and missing auctions are both undefined. */
export async function findAuction(db: Db, caller: Caller, auctionId: string): Promise<AuctionRow | undefined> {
  const [row] = await visibleAuctions(db, caller, [auctionId]);
  return row;
}

/** Returns the auctions of this list that the caller may see, in any order. */
export async function visibleAuctions(db: Db, caller: Caller, auctionIds: readonly string[]): Promise<AuctionRow[]> {
  const { rows } = await sql<AuctionRow>`
    ${auctionsSeenBy(caller)} where a.id = any(${[...auctionIds]}::uuid[]) and ${visibleTo(caller)}`.execute(db);
  return rows;
}

/**
 * Returns these auctions in the order of the ids. The caller of this function has checked that the user may see them.
 */
export async function auctionsById(db: Db, caller: Caller, auctionIds: readonly string[]): Promise<AuctionRow[]> {
  const ids = [...auctionIds];
  const { rows } = await sql<AuctionRow>`
    ${auctionsSeenBy(caller)} where a.id = any(${ids}::uuid[])
    order by array_position(${ids}::uuid[], a.id)`.execute(db);
  return rows;
}

/**
 * Tells whether the caller must accept the terms before the next bid: an administrator added the caller to a public
 * auction, or the auction has terms of settlement that the caller has not accepted yet.
 */
export const mustAcceptTerms = (auction: AuctionRow, caller: Caller): boolean =>
  auction.own_user_id === caller.userId &&
  ((!auction.is_private && auction.own_terms_version === null) || auction.own_lacks_settlement);

/** Returns the caller's relation to an auction. */
export const relationIn = (auction: AuctionRow, caller: Caller): AuctionRelation =>
  relationOf(caller, {
    ownerAccountId: auction.owner_account_id,
    isPrivate: auction.is_private,
    isBidder: auction.own_bidder_id !== null,
  });

/** Returns the current end; for a paused auction, the end at the time of the pause. */
export const auctionEndOf = (auction: Pick<AuctionRow, 'auction_end_time' | 'end_when_paused'>): Date =>
  auction.end_when_paused ?? auction.auction_end_time;

export const auctionStatusOf = (
  auction: Pick<AuctionRow, 'start_time' | 'auction_end_time' | 'end_when_paused' | 'paused_at'>,
  nowMs: number,
): AuctionStatus =>
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
 * The stored start of every draft (decision 27). It is far in the future: a draft never begins, and queries for
 * auctions at the present time do not find it. The columns `planned_…` hold the intended times.
 */
const DRAFT_START = new Date('9999-12-31T00:00:00.000Z');
/** The stored end of every draft. It is far in the future, so a draft never ends. */
const DRAFT_END = new Date('9999-12-31T23:59:59.999Z');
const OUTSIDE_TIME = { start_time: DRAFT_START, end_time: DRAFT_END, auction_end_time: DRAFT_END };

type Stored = Pick<
  AuctionRow,
  'start_time' | 'end_time' | 'auction_end_time' | 'planned_start_time' | 'planned_end_time'
>;

/** Tells whether an auction is a draft, which an admin has not confirmed yet (decision 27). */
export const isDraft = ({ planned_start_time }: Pick<AuctionRow, 'planned_start_time'>): boolean =>
  planned_start_time !== null;

/**
 * Returns the time columns of an auction: those of a draft if `asDraft` is true, otherwise those of a confirmed
 * auction.
 */
export function timeColumns({ startsAtMs, endsAtMs }: Times, { asDraft }: { asDraft: boolean }): Stored {
  const [start, end] = [new Date(startsAtMs), new Date(endsAtMs)];
  if (asDraft) return { ...OUTSIDE_TIME, planned_start_time: start, planned_end_time: end };
  const inTime = { start_time: start, end_time: end, auction_end_time: end };
  return { ...inTime, planned_start_time: null, planned_end_time: null };
}

/** Returns the scheduled times; for a draft, the planned ones. */
export const scheduleOf = (row: Stored): Times => ({
  startsAtMs: (row.planned_start_time ?? row.start_time).getTime(),
  endsAtMs: (row.planned_end_time ?? row.end_time).getTime(),
});

/** SQL: whether `start` is the start of a confirmed auction, not of a draft. Indexes support this condition. */
export const isInTime = (start: RawBuilder<unknown>): RawBuilder<unknown> => sql`${start} < ${DRAFT_START}`;
