import { HOLDING_SORTS, HOLDINGS_SHOWN } from '#contract/basics/choices.ts';
import { filteredSearch, textOf } from '#web/design/lists/list-search.ts';
import { PRODUCT_FILTERS } from '#web/design/lists/product-search.ts';

const FILTERS = { ...PRODUCT_FILTERS, account: textOf(/^[\da-f-]{36}$/) };

/** Reads the search parameters of a list of retirements. */
export const retirementSearch = filteredSearch(FILTERS);

/** Reads the search parameters of a list of holdings. */
export const holdingSearch = filteredSearch({ ...FILTERS, show: HOLDINGS_SHOWN, sort: HOLDING_SORTS });
