import type { Auction } from '#contract/auction/auction.ts';
import { judgeBidding, type BiddingRefusal } from '#domain/access/may.ts';
import { useProfile } from '#web/platform/session/profile.ts';

/**
 * Returns the reason why this person may not bid in an auction for the person's company; undefined if the person may
 * bid. The server applies the same rule.
 */
export function useBiddingRefusal({ own }: Pick<Auction, 'own'>): BiddingRefusal | undefined {
  const person = useProfile();
  return own ? judgeBidding(person, own) : undefined;
}

/**
 * Returns true if the reader's company, as bidder or owner, is blacklisted. A blacklisted company may follow only
 * auctions that have ended (docs/rules.md#business-accounts, docs/rules.md#realtime).
 */
export function useIsBarred({ relation, own, sellerInformation }: Auction): boolean {
  const through = relation === 'owner' ? sellerInformation.accountId : own?.accountId;
  return useProfile().accounts.some(({ id, status }) => id === through && status === 'Blacklisted');
}
