import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#server/platform/database/database.ts';

/** The requested page of a list (docs/rules.md#answers). */
export type PageQuery = { readonly currentPage: number; readonly limit: number };

export const offsetOf = ({ currentPage, limit }: PageQuery): number => (currentPage - 1) * limit;

/**
 * Maximum number of rows that are counted in a long list. Users rarely open later pages, and counting a million rows
 * takes longer than reading one page.
 */
const COUNTED = 1_000;

/**
 * Returns the number of rows to count. This number includes the rows of the requested page, so that the total is never
 * too small for the page.
 */
const countedTo = (query: PageQuery): number => Math.max(COUNTED, offsetOf(query) + query.limit);

/**
 * Returns the `limit` of a query that counts rows: one more than the rows to count, to find out whether there are more.
 */
export const rowLimitFor = (query: PageQuery): number => countedTo(query) + 1;

/** Counts the rows of a long list up to the limit of `rowLimitFor`. `from` is SQL that begins with `from`. */
export async function countUpToLimit(db: Db, from: RawBuilder<unknown>, query: PageQuery): Promise<Count> {
  return countOf(await countRows(db, sql`from (select 1 ${from} limit ${rowLimitFor(query)}) sought`), query);
}

export type Count = { readonly total: number; readonly isMore: boolean };

/**
 * Returns the number of rows, counted only up to `countedTo(query)`, and whether there are more. `found` is the number
 * of rows that a query with the limit `rowLimitFor(query)` found.
 */
export const countOf = (found: number, query: PageQuery): Count => ({
  total: Math.min(found, countedTo(query)),
  isMore: found > countedTo(query),
});

/** Returns the `data` member of a reply with one page of a long list. */
export const longPageOf = <Item>(items: Item[], { total, isMore }: Count, query: PageQuery) => ({
  ...pageOf(items, total, query),
  isMore,
});

/** Returns the `data` member of a reply with one page of a list (docs/rules.md#answers). */
export const pageOf = <Item>(items: Item[], total: number, { currentPage, limit }: PageQuery) => ({
  items,
  total,
  currentPage,
  limit,
});

/** Returns the number of rows that `from` selects. `from` is SQL that begins with `from`. */
export async function countRows(db: Db, from: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count ${from}`.execute(db);
  return rows[0]?.count ?? 0;
}
