import { findPlaces, listMainPlaces } from '#contract/place.ts';
import { loadGazetteer } from '#server/place/gazetteer.ts';
import { operation, type Operation } from '#server/platform/http/operation.ts';
import { Refused } from '#server/platform/http/refused.ts';

export const placeOperations: readonly Operation[] = [
  operation(findPlaces, async ({ query, language }) => {
    const found = (await loadGazetteer()).find(query.search, { country: query.country, language });
    if (found.length === 0) throw new Refused('location_undetermined');
    return found;
  }),
  operation(listMainPlaces, async ({ language }) => (await loadGazetteer()).main(language)),
];
