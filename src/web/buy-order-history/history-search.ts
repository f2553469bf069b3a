import { HISTORY_ORDERS, PURCHASE_KINDS, type HISTORY_SIDES } from '#contract/basics/choices.ts';
import type { Purchase } from '#contract/marketplace/buy-order-history.ts';
import { COUNTRIES, type Country } from '#domain/basics/country.ts';
import { FUEL_TYPES, type FuelType } from '#domain/basics/fuel.ts';
import { dayOf, listSearch, pageQueryOf, type ListSearch } from '#web/design/lists/list-search.ts';

/** The buy-order history in the URL. `sort` is a column and, from the least on, `-up`. */
export type HistorySearch = ListSearch & {
  side?: Exclude<(typeof HISTORY_SIDES)[number], 'bought'>;
  kind?: Purchase['kind'];
  country?: Country;
  fuel?: FuelType;
  vintage?: string;
  from?: string;
  to?: string;
  accountId?: string;
  sort?: (typeof SORTS)[number];
};

const ID = /^[0-9a-f-]{36}$/;
const taken = (value: unknown, form: RegExp): string | undefined => {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && form.test(text) ? text : undefined;
};

/** As the choice of an order names them; the latest come first where none is chosen. */
export const SORTS = ['date-up', 'quantity', 'quantity-up', 'price', 'price-up', 'amount', 'amount-up'] as const;

export function historySearch(raw: Record<string, unknown>): HistorySearch {
  const found = {
    side: raw.side === 'sold' ? ('sold' as const) : undefined,
    kind: PURCHASE_KINDS.find((one) => one === raw.kind),
    country: COUNTRIES.find((one) => one === raw.country),
    fuel: FUEL_TYPES.find((one) => one === raw.fuel),
    vintage: taken(raw.vintage, /^20\d\d$/),
    from: dayOf(raw.from),
    to: dayOf(raw.to),
    accountId: taken(raw.accountId, ID),
    sort: SORTS.find((one) => one === raw.sort),
  };
  return {
    ...listSearch(raw),
    ...Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined)),
  };
}

const chosenFilters = ({ kind, country, fuel, vintage, from, to, accountId }: HistorySearch) => ({
  ...(kind && { kind }),
  ...(country && { country }),
  ...(fuel && { fuel }),
  ...(vintage && { vintage: Number(vintage) }),
  ...(from && { from }),
  ...(to && { to }),
  ...(accountId && { accountId }),
});

/** The filters as the API takes them. */
export function historyFilters(asked: HistorySearch) {
  const [column, up] = (asked.sort ?? 'date').split('-');
  const order = HISTORY_ORDERS.find((one) => one === column) ?? 'date';
  const direction = up ? ('asc' as const) : ('desc' as const);
  return { search: asked.search ?? '', ...chosenFilters(asked), order, direction };
}

export const historyQuery = (search: HistorySearch) => ({ ...historyFilters(search), ...pageQueryOf(search) });

/** Whether anything is left out. */
export const isHistoryFiltered = (asked: HistorySearch): boolean =>
  asked.search !== undefined || Object.keys(chosenFilters(asked)).length > 0;
