import { dayOf, filteredSearch, textOf } from '#web/design/lists/list-search.ts';

/**
 * The state of the audit trail in the URL. An action's name is only checked by its form: the list of all names would
 * enlarge every page of the application.
 */
export const auditSearch = filteredSearch({ act: textOf(/^[A-Za-z]{3,40}$/), from: dayOf, to: dayOf });
