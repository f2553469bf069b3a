import { randomInt, randomUUID } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import { judgeActing, type ActingRefusal, type Membership } from '#domain/access/may.ts';
import type { SettlementTerms } from '#domain/settlement/terms.ts';
import { acceptedTermsText } from '#server/settlement-terms/stored-terms.ts';
import { sharesMember } from '#server/platform/database/related-accounts.ts';
import type { Db } from '#server/platform/database/database.ts';

/**
 * An alias gets a random number out of at least this many numbers. So the alias reveals neither how many bidders there
 * are nor which bidders came late.
 */
const ALIASES_MIN = 999;

/** The terms that a bidder accepted. `settlement` is null if the client did not send the terms of settlement. */
export type AcceptedTerms = {
  readonly version: string;
  readonly acceptedAt: Date;
  readonly settlement: SettlementTerms | null;
};

/** Adds a bidder with a random free alias. The caller holds the lock of the auction's row. */
export async function insertBidder(
  db: Db,
  bidder: {
    auctionId: string;
    userId: string;
    accountId: string;
    maxQuantity: number | null;
    terms: AcceptedTerms | null;
  },
): Promise<string> {
  const taken = await db
    .selectFrom('bidder')
    .select('alias_number')
    .where('auction_id', '=', bidder.auctionId)
    .execute();
  const used = new Set(taken.map((row) => row.alias_number));
  const free = Array.from({ length: Math.max(ALIASES_MIN, used.size * 2) }, (_, index) => index + 1).filter(
    (number) => !used.has(number),
  );
  const id = randomUUID();
  const auction = db.selectFrom('auction').where('id', '=', bidder.auctionId);
  await db
    .insertInto('bidder')
    .values({
      id,
      auction_id: bidder.auctionId,
      user_id: bidder.userId,
      account_id: bidder.accountId,
      alias_number: free[randomInt(free.length)] ?? used.size + 1,
      max_quantity: bidder.maxQuantity,
      ...columnsOfAccepted(bidder.terms),
      start_time: auction.select('start_time'),
      auction_end_time: auction.select('auction_end_time'),
    })
    .execute();
  return id;
}

const columnsOfAccepted = (terms: AcceptedTerms | null) => ({
  terms_version: terms?.version ?? null,
  terms_accepted_at: terms?.acceptedAt ?? null,
  settlement_terms: terms?.settlement ? acceptedTermsText(terms.settlement) : null,
});

/**
 * Stores that a bidder accepted the terms: an administrator had added it without an acceptance, or the terms of
 * settlement changed.
 */
export async function storeAcceptedTerms(db: Db, bidderId: string, terms: AcceptedTerms): Promise<void> {
  await db.updateTable('bidder').set(columnsOfAccepted(terms)).where('id', '=', bidderId).execute();
}

/**
 * Locks accounts until the caller's transaction ends. Until then, no member can be removed: a removal waits for the
 * lock, and then finds the new bidder. Call it before locking the auction's row (decision 76).
 */
export async function lockCandidates(db: Db, candidates: readonly { readonly accountId: string }[]): Promise<void> {
  const accountIds = candidates.map(({ accountId }) => accountId);
  await sql`select from account where id = any(${accountIds}::uuid[]) order by id for share`.execute(db);
}

export type CandidateRefusal = ActingRefusal | 'bidder_is_owner' | 'bidder_related_to_owner' | 'bidder_exists';
export type CandidateFacts = Pick<Membership, 'status' | 'role'> & {
  is_owner: boolean;
  /** Whether the company shares a member with the owner (docs/rules.md#owner). */
  is_related: boolean;
  exists: boolean;
};

/** SQL: the facts that decide whether an account `a` may become a bidder of an auction `x` through its member `m`. */
export const candidateFacts = sql`
  a.status, m.role, a.id = x.owner_account_id as is_owner,
  ${sharesMember(sql`a.id`, sql`x.owner_account_id`)} as is_related,
  exists (select 1 from bidder b where b.auction_id = x.id and (b.account_id = a.id or b.user_id = m.user_id)) as exists`;

/** SQL: joins the auction `x` of `candidateFacts`. It excludes rehearsals, which admit no real companies. */
export const joinAuction = (auctionId: string): RawBuilder<unknown> =>
  sql`join auction x on x.id = ${auctionId} and x.rehearsal_of is null`;

/**
 * SQL: whether the account `a` is free to bid: it is not the owner, not related to the owner, and not a bidder. In
 * `candidateFacts`, these facts are separate columns.
 */
export const isFreeToBid = (auctionId: string): RawBuilder<boolean> => sql<boolean>`
  (a.id <> (select owner_account_id from auction where id = ${auctionId} and rehearsal_of is null)
    and not ${sharesMember(sql`a.id`, sql`(select owner_account_id from auction where id = ${auctionId})`)}
    and not exists (select 1 from bidder b where b.auction_id = ${auctionId}
                    and (b.account_id = a.id or b.user_id = m.user_id)))`;

/** SQL: the account that a bidder bids for. */
export const accountOfBidder = (bidderId: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`(select account_id from bidder where id = ${bidderId})`;

/**
 * Returns why an account may not become a bidder, or undefined if it may. The order of the checks decides which reason
 * is shown.
 */
export function refusalOfCandidate(facts: CandidateFacts): CandidateRefusal | undefined {
  const refused = judgeActing(facts);
  if (refused) return refused;
  if (facts.is_owner) return 'bidder_is_owner';
  if (facts.is_related) return 'bidder_related_to_owner';
  return facts.exists ? 'bidder_exists' : undefined;
}

/**
 * Returns why an account may not become a bidder through this user, or undefined if it may. A rehearsal admits no real
 * companies.
 */
export async function judgeCandidate(
  db: Db,
  auctionId: string,
  candidate: { userId: string; accountId: string },
): Promise<'bidder_account_unknown' | CandidateRefusal | undefined> {
  const { rows } = await sql<CandidateFacts>`
    select ${candidateFacts}
    from account_member m join account a on a.id = m.account_id ${joinAuction(auctionId)}
    where m.user_id = ${candidate.userId} and m.account_id = ${candidate.accountId}`.execute(db);
  return rows[0] ? refusalOfCandidate(rows[0]) : 'bidder_account_unknown';
}
