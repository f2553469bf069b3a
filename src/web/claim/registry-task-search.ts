import { filteredSearch } from '#web/design/lists/list-search.ts';

/** The choices of the list's filter. Retirements that wait are shown without it. */
export const SHOWN = ['done', 'all'] as const;

/** Reads the search parameters of the list of retirements that sellers record at the registry. */
export const registryTaskSearch = filteredSearch({ show: SHOWN });
