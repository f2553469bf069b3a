import { listSearch, type ListSearch } from '#web/design/lists/list-search.ts';

/** What of the results page stands in the URL: the tab, and where in the history one is. */
export type ResultSearch = ListSearch & { tab?: 'history' };

export const resultSearch = (raw: Record<string, unknown>): ResultSearch => ({
  ...listSearch(raw),
  ...(raw.tab === 'history' && { tab: 'history' }),
});
