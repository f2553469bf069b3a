import { dayOf, filteredSearch, textOf } from '#web/design/lists/list-search.ts';

/**
 * The state of the audit trail in the URL. Only the letters and the length of an action's name are checked, because a
 * list of all names would make every page of the application larger.
 */
export const auditSearch = filteredSearch({ act: textOf(/^[A-Za-z]{3,40}$/), from: dayOf, to: dayOf });
