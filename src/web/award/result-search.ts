import { listSearch, type ListSearch } from '#web/design/lists/list-search.ts';

/** The search parameters of the results page: the tab, and the page of the history. */
export type ResultSearch = ListSearch & { tab?: 'history' };

/** Reads the search parameters of the result page: its tab, and the list of the history. */
export const resultSearch = (raw: Record<string, unknown>): ResultSearch => ({
  ...listSearch(raw),
  ...(raw.tab === 'history' && { tab: 'history' }),
});
