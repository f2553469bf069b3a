import { HISTORY_ORDERS, PURCHASE_KINDS } from '#contract/basics/choices.ts';
import { FUEL_TYPES } from '#domain/basics/fuel.ts';
import { countryOf, dayOf, filteredSearch, pageQueryOf, readFilters, textOf } from '#web/design/lists/list-search.ts';

/** The sort options in the URL. Without a sort option, the latest purchases come first. */
export const SORTS = ['date-up', 'quantity', 'quantity-up', 'price', 'price-up', 'amount', 'amount-up'] as const;

const FILTERS = {
  kind: PURCHASE_KINDS,
  country: countryOf,
  fuel: FUEL_TYPES,
  vintage: textOf(/^20\d\d$/),
  from: dayOf,
  to: dayOf,
  accountId: textOf(/^[0-9a-f-]{36}$/),
};

/** The search parameters of the purchase history. `sort` names a column. The suffix `-up` means ascending order. */
export type HistorySearch = ReturnType<typeof historySearch>;
/** Reads the search parameters of the history. */
export const historySearch = filteredSearch({ ...FILTERS, side: ['sold'] as const, sort: SORTS });

/** Returns the filters as the server expects them, with the vintage as a number. */
function chosenFilters(asked: HistorySearch) {
  const { vintage, ...filters } = readFilters(FILTERS, asked);
  return { ...filters, ...(vintage && { vintage: Number(vintage) }) };
}

/** Returns the search, the filters and the sort order as the API takes them. */
export function historyFilters(asked: HistorySearch) {
  const [column, up] = (asked.sort ?? 'date').split('-');
  const order = HISTORY_ORDERS.find((one) => one === column) ?? 'date';
  const direction = up ? ('asc' as const) : ('desc' as const);
  return { search: asked.search ?? '', ...chosenFilters(asked), order, direction };
}

/** Returns the query of one page of the history. */
export const historyQuery = (search: HistorySearch) => ({ ...historyFilters(search), ...pageQueryOf(search) });

/** Returns true if any filter or search is active. */
export const isHistoryFiltered = (asked: HistorySearch): boolean =>
  asked.search !== undefined || Object.keys(chosenFilters(asked)).length > 0;
