import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#server/platform/database/database.ts';

/** The requested page of a list (docs/rules.md#answers). */
export type PageQuery = { readonly currentPage: number; readonly limit: number };

export const offsetOf = ({ currentPage, limit }: PageQuery): number => (currentPage - 1) * limit;

/** Limit of the count. Nobody turns that many pages, and counting a million rows takes longer than showing ten. */
const COUNTED = 1_000;

/** Counts at least to the end of the page, so that the total is right there too. */
const countedTo = (query: PageQuery): number => Math.max(COUNTED, offsetOf(query) + query.limit);

/** Returns how many rows a query must find, at most, before the total can be given: one more than are counted. */
export const rowLimitFor = (query: PageQuery): number => countedTo(query) + 1;

/** Counts the rows of a long list in `from …`, up to the limit. */
export async function countUpToLimit(db: Db, from: RawBuilder<unknown>, query: PageQuery): Promise<Count> {
  return countOf(await countRows(db, sql`from (select 1 ${from} limit ${rowLimitFor(query)}) sought`), query);
}

export type Count = { readonly total: number; readonly isMore: boolean };

/** Returns the total from the number of rows that were found. */
export const countOf = (found: number, query: PageQuery): Count => ({
  total: Math.min(found, countedTo(query)),
  isMore: found > countedTo(query),
});

/** Returns `data` of a list that may be long. */
export const longPageOf = <Item>(items: Item[], { total, isMore }: Count, query: PageQuery) => ({
  ...pageOf(items, total, query),
  isMore,
});

/** Returns `data` of a list (docs/rules.md#answers). */
export const pageOf = <Item>(items: Item[], total: number, { currentPage, limit }: PageQuery) => ({
  items,
  total,
  currentPage,
  limit,
});

/** Returns the number of rows in `from …`. */
export async function countRows(db: Db, from: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count ${from}`.execute(db);
  return rows[0]?.count ?? 0;
}
