import { dayOf, filteredSearch, textOf } from '#web/design/lists/list-search.ts';

/**
 * The state of the audit trail in the URL. Only its page knows the names of actions, because the list would enlarge
 * every page.
 */
export const auditSearch = filteredSearch({ act: textOf(/^[A-Za-z]{3,40}$/), from: dayOf, to: dayOf });
