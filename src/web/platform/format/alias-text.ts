import { useCallback } from 'react';
import { numberOfAlias } from '#domain/bidding/alias.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';

/**
 * Returns a function that translates an alias. Aliases are stored and sent in English (`Bidder 7`). Administrators see
 * usernames instead of aliases. A username is returned unchanged.
 */
export function useAliasText(): (alias: string) => string {
  const say = useSay();
  return useCallback(
    (alias) => {
      const number = numberOfAlias(alias);
      return number === undefined ? alias : say('unit.bidderAlias', { number });
    },
    [say],
  );
}
