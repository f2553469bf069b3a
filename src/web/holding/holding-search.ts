import { HOLDING_SORTS, HOLDINGS_SHOWN } from '#contract/basics/choices.ts';
import { filteredSearch, textOf } from '#web/design/lists/list-search.ts';
import { PRODUCT_FILTERS } from '#web/design/lists/product-search.ts';

const FILTERS = { ...PRODUCT_FILTERS, account: textOf(/^[\da-f-]{36}$/) };

/** The state of retirement lists in the URL. */
export const retirementSearch = filteredSearch(FILTERS);

/** The state of holding lists in the URL. */
export const holdingSearch = filteredSearch({ ...FILTERS, show: HOLDINGS_SHOWN, sort: HOLDING_SORTS });
