import * as z from 'zod/mini';
import type { ReplyOf, Route } from '#contract/basics/route.ts';
import {
  RESULTS_OF_A_KIND,
  SEARCH_TEXT_MIN,
  searchEverything,
  type SearchGroup,
  type SearchResult,
} from '#contract/search.ts';
import { operation, type Call, type Operation } from '#server/platform/http/operation.ts';
import { Refused } from '#server/platform/http/refused.ts';
import { sourcesFor, type Ask } from '#server/search/search-sources.ts';

/**
 * Returns the search over all lists. It calls the operations of the lists themselves, so it shows exactly what the
 * caller finds in each list (decision 126).
 */
export function searchOperation(operations: readonly Operation[]): Operation {
  const handlers = new Map<Route, Operation['handle']>(operations.map(({ route, handle }) => [route, handle]));
  return operation(searchEverything, async (call) => {
    const search = call.query.text.trim();
    return search.length < SEARCH_TEXT_MIN ? [] : findIn(handlers, call, search);
  });
}

async function findIn(
  handlers: ReadonlyMap<Route, Operation['handle']>,
  call: Call<typeof searchEverything>,
  search: string,
): Promise<SearchGroup[]> {
  const ask: Ask = async (route, filter) => {
    const handle = handlers.get(route);
    if (!handle) throw new Error(`the search needs the operation ${route.path}`);
    const query = z.parse(route.query, filter);
    return (await handle({ ...(call as unknown as Call), query })) as ReplyOf<typeof route>;
  };
  const groups: SearchGroup[] = [];
  // One after the other, because a call has one connection.
  for (const [kind, find] of sourcesFor({ ...call, search }, ask)) {
    const results = await unlessDisabled(find);
    if (results.length > 0) groups.push({ kind, results: results.slice(0, RESULTS_OF_A_KIND) });
  }
  return groups;
}

/** A disabled feature, such as the marketplace, has no results. */
async function unlessDisabled(find: () => Promise<SearchResult[]>): Promise<SearchResult[]> {
  try {
    return await find();
  } catch (failure) {
    if (failure instanceof Refused && failure.code === 'feature_disabled') return [];
    throw failure;
  }
}
