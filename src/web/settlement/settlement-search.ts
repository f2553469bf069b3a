import { DUE_WITHIN_MAX, SETTLEMENTS_SHOWN } from '#contract/settlement/settlement.ts';
import { WHOLE_STATES } from '#domain/settlement/tracks.ts';
import { filteredSearch, wholeNumber, type Filters, type ListSearch } from '#web/design/lists/list-search.ts';

const READERS = { show: SETTLEMENTS_SHOWN, whole: WHOLE_STATES, dueWithin: wholeNumber(0, DUE_WITHIN_MAX) } as const;

/** The state of the list of settlements in the URL. */
export type SettlementSearch = ListSearch & Filters<typeof READERS>;

/** Reads the state of the list, for a route's `validateSearch`. */
export const settlementSearch = filteredSearch(READERS);
