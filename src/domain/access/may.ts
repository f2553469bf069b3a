import type { AccountStatus } from '#domain/company/account.ts';

/**
 * A person. The rules of this file decide whether a person may see an auction, and what a person may do in the auction
 * or for a company (docs/rules.md#bidders, docs/rules.md#who-sees-a-result, docs/rules.md#business-accounts,
 * docs/rules.md#roles). The browser uses these rules to explain a disabled button. The server uses the same rules to
 * decide.
 */
export type Person = {
  readonly userId: string;
  readonly role: 'User' | 'Admin';
  readonly accounts: readonly Membership[];
};

export const MEMBER_ROLES = ['owner', 'trader', 'viewer'] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];

/** A business account that a person belongs to, with the person's role in it. */
export type Membership = { readonly id: string; readonly status: AccountStatus; readonly role: MemberRole };

export const ACTING_REFUSALS = ['account_blacklisted', 'viewer_cannot_act'] as const;
export type ActingRefusal = (typeof ACTING_REFUSALS)[number];

/**
 * Returns why a member may not act (bid, register, buy) for its account (docs/rules.md#business-accounts). A problem of
 * the company affects all members, so it is reported before a problem of the person.
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
 * Returns why a person may not bid in an auction for the bidder, which is a company; undefined if the person may bid.
 * In an auction, a company bids through one user (decision 69). The company's other members only watch.
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

/** Returns why a member may not manage members and API access. Only the company's owners may. */
export const judgeManaging = (account: Pick<Membership, 'status' | 'role'>): ManagingRefusal | undefined =>
  judgeActing(account) ?? (account.role === 'owner' ? undefined : 'owner_required');

export const UPDATING_REFUSALS = ['account_blacklisted', 'no_permission_to_update'] as const;
export type UpdatingRefusal = (typeof UPDATING_REFUSALS)[number];

/** Returns why a member may not update the company's information. Only the company's owners may. */
export function judgeUpdating(account: Pick<Membership, 'status' | 'role'>): UpdatingRefusal | undefined {
  if (account.status !== 'Active') return 'account_blacklisted';
  return account.role === 'owner' ? undefined : 'no_permission_to_update';
}

/** A person's relation to an auction. A `stranger` must not learn that the auction exists. */
export type AuctionRelation = 'admin' | 'owner' | 'bidder' | 'visitor' | 'stranger';

export type AuctionFacts = {
  readonly ownerAccountId: string;
  readonly isPrivate: boolean;
  /** Whether one of the caller's companies is a bidder of the auction. */
  readonly isBidder: boolean;
};

/**
 * Returns a person's relation to an auction. If several relations apply, the first one of `AuctionRelation` is
 * returned.
 */
export function relationOf(person: Person, auction: AuctionFacts): AuctionRelation {
  if (person.role === 'Admin') return 'admin';
  if (person.accounts.some((account) => account.id === auction.ownerAccountId)) return 'owner';
  if (auction.isBidder) return 'bidder';
  const hasActive = person.accounts.some((account) => account.status === 'Active');
  return !auction.isPrivate && hasActive ? 'visitor' : 'stranger';
}

/**
 * Returns whether a person may enter the room. Before the start every bidder may enter, because bids are sealed. After
 * the start a bidder may enter only with a bid of its own, because everyone in the room sees all bids.
 */
export function mayEnterRoom(
  relation: AuctionRelation,
  room: { readonly isStarted: boolean; readonly hasBid: boolean },
): boolean {
  if (relation === 'admin' || relation === 'owner') return true;
  return relation === 'bidder' && (room.hasBid || !room.isStarted);
}

/**
 * Returns whether a person may see the result: administrators, the owner, and bidders that placed a bid
 * (docs/rules.md#who-sees-a-result).
 */
export const maySeeResult = (relation: AuctionRelation, hasEverBid: boolean): boolean =>
  relation === 'admin' || relation === 'owner' || (relation === 'bidder' && hasEverBid);
