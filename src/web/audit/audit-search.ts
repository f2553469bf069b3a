import { dayOf, filteredSearch, textOf } from '#web/design/lists/list-search.ts';

/** The audit trail in the URL. Which acts there are, the page knows: their names would burden every other one. */
export const auditSearch = filteredSearch({ act: textOf(/^[A-Za-z]{3,40}$/), from: dayOf, to: dayOf });
