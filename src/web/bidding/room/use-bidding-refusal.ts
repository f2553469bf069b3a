import type { Auction } from '#contract/auction/auction.ts';
import { judgeBidding, type BiddingRefusal } from '#domain/access/may.ts';
import { useProfile } from '#web/platform/session/profile.ts';

/** Why the person may not bid in an auction that its company takes part in; the same rule as the server's. */
export function useBiddingRefusal({ own }: Pick<Auction, 'own'>): BiddingRefusal | undefined {
  const person = useProfile();
  return own ? judgeBidding(person, own) : undefined;
}

/**
 * A blacklisted company, bidder or owner, follows no auction that isn't over (docs/rules.md#business-accounts,
 * docs/rules.md#realtime).
 */
export function useIsBarred({ relation, own, sellerInformation }: Auction): boolean {
  const through = relation === 'owner' ? sellerInformation.accountId : own?.accountId;
  return useProfile().accounts.some(({ id, status }) => id === through && status === 'Blacklisted');
}
