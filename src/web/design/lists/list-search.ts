import { PAGE_SIZE_DEFAULT, PAGE_SIZES } from '#contract/basics/choices.ts';
import { keep, readStored } from '#web/platform/storage/browser-storage.ts';

/** What of a list stands in the URL, so that links lead to it and "back" works: page, page size and search text. */
export type ListSearch = { page?: number; limit?: number; search?: string };

const SEARCH_LENGTH_MAX = 200;

const isPageSize = (value: unknown): value is number => PAGE_SIZES.some((size) => size === value);

const pageOf = (value: unknown): number | undefined => {
  const page = Number(value);
  return Number.isInteger(page) && page > 1 && page <= 1_000_000 ? page : undefined;
};

/** A day that there is: February has no 31st, whatever `Date` makes of one. */
export function dayOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return undefined;
  const ms = Date.parse(value);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(value) ? value : undefined;
}

/** For a route's `validateSearch`. What isn't valid, or is the default anyway, is left out. */
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

/** The page size in the URL, else the one last chosen, else 10. */
const pageSizeOf = (search: ListSearch, standard: number = PAGE_SIZE_DEFAULT): number =>
  search.limit ?? readStored('pageSize', isPageSize) ?? standard;

export const rememberPageSize = (limit: number): void => keep('pageSize', limit);

/** The same list as a query of the API. */
export const pageQueryOf = (search: ListSearch): { currentPage: number; limit: number; search: string } => ({
  currentPage: search.page ?? 1,
  limit: pageSizeOf(search),
  search: search.search ?? '',
});
