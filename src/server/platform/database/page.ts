import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#server/platform/database/database.ts';

/** The page of a list that is asked for (docs/rules.md#answers). */
export type PageQuery = { readonly currentPage: number; readonly limit: number };

export const offsetOf = ({ currentPage, limit }: PageQuery): number => (currentPage - 1) * limit;

/** How far a long list is counted: nobody turns so many pages, and counting a million rows takes longer than showing ten. */
const COUNTED = 1_000;

/** Up to the end of the page in any case, so that what it says is true there too. */
const countedTo = (query: PageQuery): number => Math.max(COUNTED, offsetOf(query) + query.limit);

/** How many rows a long list has to find, at most, before it can say how many there are: one more than it counts. */
export const soughtFor = (query: PageQuery): number => countedTo(query) + 1;

/** How many of the rows in `from …` a long list has. */
export async function countLong(db: Db, from: RawBuilder<unknown>, query: PageQuery): Promise<Count> {
  return countOf(await countRows(db, sql`from (select 1 ${from} limit ${soughtFor(query)}) sought`), query);
}

export type Count = { readonly total: number; readonly isMore: boolean };

/** What to say of a list in which so many of the rows sought were found. */
export const countOf = (found: number, query: PageQuery): Count => ({
  total: Math.min(found, countedTo(query)),
  isMore: found > countedTo(query),
});

/** `data` of a list that may be long. */
export const longPageOf = <Item>(items: Item[], { total, isMore }: Count, query: PageQuery) => ({
  ...pageOf(items, total, query),
  isMore,
});

/** `data` of every list (docs/rules.md#answers). */
export const pageOf = <Item>(items: Item[], total: number, { currentPage, limit }: PageQuery) => ({
  items,
  total,
  currentPage,
  limit,
});

/** How many rows there are in `from …`. */
export async function countRows(db: Db, from: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count ${from}`.execute(db);
  return rows[0]?.count ?? 0;
}
