import type { AccountStatus } from '#domain/company/account.ts';

/**
 * Who may see and do what with an auction and for a company (docs/rules.md#bidders, docs/rules.md#who-sees-a-result,
 * docs/rules.md#business-accounts, docs/rules.md#roles): small yes/no rules over plain facts, the same in the browser,
 * where they explain a disabled button, and on the server, where they decide.
 */
export type Person = {
  readonly userId: string;
  readonly role: 'User' | 'Admin';
  readonly accounts: readonly Membership[];
};

export const MEMBER_ROLES = ['owner', 'trader', 'viewer'] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];

/** A business account that a person belongs to, and as what. */
export type Membership = { readonly id: string; readonly status: AccountStatus; readonly role: MemberRole };

export const ACTING_REFUSALS = ['account_blacklisted', 'viewer_cannot_act'] as const;
export type ActingRefusal = (typeof ACTING_REFUSALS)[number];

/**
 * Why a member may not act for its account: bid, register, buy (docs/rules.md#business-accounts). What is wrong with
 * the company comes before what is wrong with the person: another member would be refused as well.
 */
export function judgeActing(account: Pick<Membership, 'status' | 'role'>): ActingRefusal | undefined {
  if (account.status !== 'Active') return 'account_blacklisted';
  return account.role === 'viewer' ? 'viewer_cannot_act' : undefined;
}

export const BIDDING_REFUSALS = [
  'no_permission_to_join_auction',
  ...ACTING_REFUSALS,
  'bids_through_colleague',
] as const;
export type BiddingRefusal = (typeof BIDDING_REFUSALS)[number];

/**
 * Why a person may not bid where a company of its is admitted: the company bids there through one of its users
 * (decision 5), and its other members look on.
 */
export function judgeBidding(
  person: Pick<Person, 'userId' | 'accounts'>,
  bidder: { readonly userId: string; readonly accountId: string },
): BiddingRefusal | undefined {
  const account = person.accounts.find(({ id }) => id === bidder.accountId);
  if (!account) return 'no_permission_to_join_auction';
  return judgeActing(account) ?? (bidder.userId === person.userId ? undefined : 'bids_through_colleague');
}

export const MANAGING_REFUSALS = [...ACTING_REFUSALS, 'owner_required'] as const;
export type ManagingRefusal = (typeof MANAGING_REFUSALS)[number];

/** Why a member may not decide who belongs to the company, nor on its programs: that is its owners' matter. */
export const judgeManaging = (account: Pick<Membership, 'status' | 'role'>): ManagingRefusal | undefined =>
  judgeActing(account) ?? (account.role === 'owner' ? undefined : 'owner_required');

export const UPDATING_REFUSALS = ['account_blacklisted', 'no_permission_to_update'] as const;
export type UpdatingRefusal = (typeof UPDATING_REFUSALS)[number];

/** Why a member may not update what the company says of itself: that is its owners' matter, too. */
export function judgeUpdating(account: Pick<Membership, 'status' | 'role'>): UpdatingRefusal | undefined {
  if (account.status !== 'Active') return 'account_blacklisted';
  return account.role === 'owner' ? undefined : 'no_permission_to_update';
}

/** What a person is to an auction; `stranger` must not learn that it exists. */
export type AuctionRelation = 'admin' | 'owner' | 'bidder' | 'visitor' | 'stranger';

export type AuctionFacts = {
  readonly ownerAccountId: string;
  readonly isPrivate: boolean;
  /** A company of the caller's has been admitted as a bidder. */
  readonly isBidder: boolean;
};

export function relationOf(person: Person, auction: AuctionFacts): AuctionRelation {
  if (person.role === 'Admin') return 'admin';
  if (person.accounts.some((account) => account.id === auction.ownerAccountId)) return 'owner';
  if (auction.isBidder) return 'bidder';
  const hasActive = person.accounts.some((account) => account.status === 'Active');
  return !auction.isPrivate && hasActive ? 'visitor' : 'stranger';
}

/** Bids are sealed until the start; then everybody in the room sees them, and a bidder needs a bid to be in it. */
export function mayEnterRoom(
  relation: AuctionRelation,
  room: { readonly isStarted: boolean; readonly hasBid: boolean },
): boolean {
  if (relation === 'admin' || relation === 'owner') return true;
  return relation === 'bidder' && (room.hasBid || !room.isStarted);
}

/** Results are for admins, the owner, and bidders that placed a bid (docs/rules.md#who-sees-a-result). */
export const maySeeResult = (relation: AuctionRelation, hasEverBid: boolean): boolean =>
  relation === 'admin' || relation === 'owner' || (relation === 'bidder' && hasEverBid);
