import type { Holding } from '#contract/holding/holding.ts';
import { judgeActing } from '#domain/access/may.ts';
import type { PhraseKey } from '#web/platform/phrases/phrase.ts';
import { useProfile } from '#web/platform/session/profile.ts';

/** Returns why the user cannot retire RECs of a holding of the user's company; undefined if the user can. */
export function useRetireReason({ accountId, balance }: Holding): PhraseKey | undefined {
  const account = useProfile().accounts.find(({ id }) => id === accountId);
  const refusal = account && judgeActing(account);
  if (refusal) return `error.${refusal}`;
  return balance === 0 ? 'holding.nothingLeft' : undefined;
}
