import { PAGE_SIZE_DEFAULT, PAGE_SIZES } from '#contract/basics/choices.ts';
import { keep, readStored } from '#web/platform/storage/browser-storage.ts';

/** The state of a list in the URL: page, page size and search text. Links and the browser's Back restore this state. */
export type ListSearch = { page?: number; limit?: number; search?: string };

const SEARCH_LENGTH_MAX = 200;

const isPageSize = (value: unknown): value is number => PAGE_SIZES.some((size) => size === value);

/** Returns a function that reads a whole number between two limits. */
export const wholeNumber =
  (minimum: number, maximum: number) =>
  (value: unknown): number | undefined => {
    const number = Number(value);
    return Number.isInteger(number) && number >= minimum && number <= maximum ? number : undefined;
  };

const pageOf = wholeNumber(2, 1_000_000);

/** Returns a function that reads text that matches a pattern. Digits in a URL arrive as a number. */
export const textOf =
  (form: RegExp) =>
  (value: unknown): string | undefined => {
    const text = typeof value === 'number' ? String(value) : value;
    return typeof text === 'string' && form.test(text) ? text : undefined;
  };

/** Reads the code of a country. The country may be one that the platform no longer offers. */
export const countryOf = textOf(/^[A-Z]{2}$/);

/** Reads a date such as 2026-02-28. Returns undefined if there is no such day. */
export function dayOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return undefined;
  const ms = Date.parse(value);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(value) ? value : undefined;
}

/** Reads a list's state, for a route's `validateSearch`. Leaves out invalid values and defaults. */
export function listSearch(raw: Record<string, unknown>): ListSearch {
  const page = pageOf(raw.page);
  const limit = Number(raw.limit);
  const search = typeof raw.search === 'string' || typeof raw.search === 'number' ? String(raw.search) : '';
  return {
    ...(page && { page }),
    ...(isPageSize(limit) && { limit }),
    ...(search.trim() && { search: search.slice(0, SEARCH_LENGTH_MAX) }),
  };
}

type Readers = Readonly<Record<string, readonly unknown[] | ((value: unknown) => unknown)>>;
/** The type of a search parameter's values, derived from its allowed values or from its function. */
type ValueOf<Reader> = Reader extends readonly (infer Value)[]
  ? Value
  : Reader extends (value: unknown) => infer Value
    ? Exclude<Value, undefined>
    : never;

/** The values of filters, by the filter's name. Each value may be absent. */
export type Filters<Of extends Readers> = { [Name in keyof Of]?: ValueOf<Of[Name]> };

/**
 * Reads the filters in a URL. For each name, `readers` has the allowed values, or a function that reads the value. All
 * other parameters and values are left out.
 */
export function readFilters<Of extends Readers>(readers: Of, raw: Readonly<Record<string, unknown>>): Filters<Of> {
  const found = Object.entries(readers).map(([name, reader]) => {
    const value = raw[name];
    return [name, typeof reader === 'function' ? reader(value) : reader.find((one) => one === value)] as const;
  });
  return Object.fromEntries(found.filter(([, value]) => value !== undefined)) as Filters<Of>;
}

/** Returns a `validateSearch` for a list with filters. */
export const filteredSearch =
  <Of extends Readers>(readers: Of) =>
  (raw: Record<string, unknown>): ListSearch & Filters<Of> => ({ ...listSearch(raw), ...readFilters(readers, raw) });

/** Returns the page size in the URL, else the size last chosen, else `standard`. */
const pageSizeOf = (search: ListSearch, standard: number = PAGE_SIZE_DEFAULT): number =>
  search.limit ?? readStored('pageSize', isPageSize) ?? standard;

/** Stores the page size for all lists of this browser. */
export const rememberPageSize = (limit: number): void => keep('pageSize', limit);

/** Returns the list's state as a query of the API. */
export const pageQueryOf = (search: ListSearch): { currentPage: number; limit: number; search: string } => ({
  currentPage: search.page ?? 1,
  limit: pageSizeOf(search),
  search: search.search ?? '',
});
