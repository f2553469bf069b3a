import { useCallback } from 'react';
import { numberOfAlias } from '#domain/bidding/alias.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';

/**
 * Aliases travel as they stand in the record, in English (`Bidder 7`); on screen they are in the reader's language.
 * Administrators see usernames in the same place: those stay as they are.
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
