import type { Auction } from '#contract/auction.ts';
import { judgeActing, type ActingRefusal } from '#domain/access/may.ts';
import { useProfile } from '#web/platform/profile.ts';

/** Why the person may not act in an auction for the company that it takes part for; the same rule as the server's. */
export function useActingRefusal({ own }: Pick<Auction, 'own'>): ActingRefusal | undefined {
  const account = useProfile().accounts.find(({ id }) => id === own?.accountId);
  return account && judgeActing(account);
}
