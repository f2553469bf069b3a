import { judgeActing } from '#domain/access/may.ts';
import type { PhraseKey } from '#web/platform/phrases/phrase.ts';
import { useProfile } from '#web/platform/session/profile.ts';

/** Why the reader may not act for one of its companies, if it may not. */
export function useActingReason(accountId: string): PhraseKey | undefined {
  const account = useProfile().accounts.find(({ id }) => id === accountId);
  const refusal = account && judgeActing(account);
  return refusal && `error.${refusal}`;
}
