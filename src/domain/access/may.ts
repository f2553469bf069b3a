/**
 * Who may see and do what with an auction (rules 3, 3.3, specification 6): small yes/no rules over plain facts, the same
 * in the browser, where they explain a disabled button, and on the server, where they decide.
 */
export type Person = {
  readonly userId: string;
  readonly role: 'User' | 'Admin';
  readonly accounts: readonly { readonly id: string; readonly status: 'Active' | 'Blacklisted' }[];
};

/** What a person is to an auction; `stranger` must not learn that it exists. */
export type AuctionRelation = 'admin' | 'owner' | 'bidder' | 'visitor' | 'stranger';

export type AuctionFacts = {
  readonly ownerAccountId: string;
  readonly isPrivate: boolean;
  /** The caller has been admitted as a bidder. */
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

/** Results are for admins, the owner, and bidders that placed a bid (rules 3.3). */
export const maySeeResult = (relation: AuctionRelation, hasEverBid: boolean): boolean =>
  relation === 'admin' || relation === 'owner' || (relation === 'bidder' && hasEverBid);
