import { useCallback } from 'react';
import type { AuctionItem } from '#contract/auction/auction.ts';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';

/**
 * Returns a function that names an item in the reader's language, such as `Malaysia · Hydro · 2024 Q3` for the item
 * `MY.Hydro.2024 Q3`.
 */
export function useItemWords(): (item: Pick<AuctionItem, 'recCountry' | 'recFuelType' | 'recVintage'>) => string {
  const say = useSay();
  return useCallback(
    ({ recCountry, recFuelType, recVintage }) =>
      [
        say(`country.${recCountry}` satisfies PhraseKey),
        say(`fuel.${recFuelType}` satisfies PhraseKey),
        say(`vintage.${recVintage.period}` satisfies PhraseKey, { year: recVintage.year }),
      ].join(' · '),
    [say],
  );
}
