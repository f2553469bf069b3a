import type { AccountStatus } from '#domain/company/account.ts';

/**
 * Decides who may see an auction, and what a person may do with it or for a company (docs/rules.md#bidders,
 * docs/rules.md#who-sees-a-result, docs/rules.md#business-accounts, docs/rules.md#roles). These are small yes/no rules
 * over plain facts. The browser uses them to explain a disabled button. The server uses the same ones to decide.
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
 * Returns why a member may not act (bid, register, buy) for its account (docs/rules.md#business-accounts). Problems of
 * the company come before problems of the person, because they affect every other member as well.
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
 * Returns why a person may not bid although one of its companies is a bidder. A company bids through one user in an
 * auction (decision 69); its other members only watch.
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

/** Returns why a member may not manage members and API access: only the company's owners may. */
export const judgeManaging = (account: Pick<Membership, 'status' | 'role'>): ManagingRefusal | undefined =>
  judgeActing(account) ?? (account.role === 'owner' ? undefined : 'owner_required');

export const UPDATING_REFUSALS = ['account_blacklisted', 'no_permission_to_update'] as const;
export type UpdatingRefusal = (typeof UPDATING_REFUSALS)[number];

/** Returns why a member may not update the company's information: only the company's owners may. */
export function judgeUpdating(account: Pick<Membership, 'status' | 'role'>): UpdatingRefusal | undefined {
  if (account.status !== 'Active') return 'account_blacklisted';
  return account.role === 'owner' ? undefined : 'no_permission_to_update';
}

/** A person's relation to an auction. A `stranger` must not learn that the auction exists. */
export type AuctionRelation = 'admin' | 'owner' | 'bidder' | 'visitor' | 'stranger';

export type AuctionFacts = {
  readonly ownerAccountId: string;
  readonly isPrivate: boolean;
  /** One of the caller's companies is a bidder of the auction. */
  readonly isBidder: boolean;
};

/** Returns a person's relation to an auction. The closest relation applies. */
export function relationOf(person: Person, auction: AuctionFacts): AuctionRelation {
  if (person.role === 'Admin') return 'admin';
  if (person.accounts.some((account) => account.id === auction.ownerAccountId)) return 'owner';
  if (auction.isBidder) return 'bidder';
  const hasActive = person.accounts.some((account) => account.status === 'Active');
  return !auction.isPrivate && hasActive ? 'visitor' : 'stranger';
}

/**
 * Returns whether a person may enter the room. Bids are sealed until the start. Afterwards everybody in the room sees
 * them, and a bidder needs a bid of its own to enter.
 */
export function mayEnterRoom(
  relation: AuctionRelation,
  room: { readonly isStarted: boolean; readonly hasBid: boolean },
): boolean {
  if (relation === 'admin' || relation === 'owner') return true;
  return relation === 'bidder' && (room.hasBid || !room.isStarted);
}

/**
 * Returns whether a person may see the result: admins, the owner, and bidders that placed a bid
 * (docs/rules.md#who-sees-a-result).
 */
export const maySeeResult = (relation: AuctionRelation, hasEverBid: boolean): boolean =>
  relation === 'admin' || relation === 'owner' || (relation === 'bidder' && hasEverBid);
