import { useCallback } from 'react';
import type { AuctionItem } from '#contract/auction/auction.ts';
import { countryName } from '#web/platform/format/country-name.ts';
import { useLanguage, useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';

/**
 * Returns a function that names an item in the reader's language, such as `Malaysia · Hydro · 2024 Q3` for the item
 * `MY.Hydro.2024 Q3`.
 */
export function useItemWords(): (item: Pick<AuctionItem, 'recCountry' | 'recFuelType' | 'recVintage'>) => string {
  const say = useSay();
  const language = useLanguage();
  return useCallback(
    ({ recCountry, recFuelType, recVintage }) =>
      [
        countryName(recCountry, language),
        say(`fuel.${recFuelType}` satisfies PhraseKey),
        say(`vintage.${recVintage.period}` satisfies PhraseKey, { year: recVintage.year }),
      ].join(' · '),
    [say, language],
  );
}
