import { createMemoryHistory, createRootRoute, createRoute, createRouter, type AnyRoute } from '@tanstack/react-router';
import { expect, it } from 'vitest';
import { dropUnknownSearch } from '#web/platform/page/known-search.ts';

const listSearch = ({ page, search }: Record<string, unknown>) => ({
  ...(typeof page === 'number' && { page }),
  ...(typeof search === 'string' && { search }),
});

/** Returns the search parameters that the page at an address gets. */
function searchAt(address: string): object {
  const root = createRootRoute();
  const around = createRoute({
    getParentRoute: () => root,
    id: 'around',
    validateSearch: (raw: Record<string, unknown>) =>
      typeof raw.redirect === 'string' ? { redirect: raw.redirect } : {},
  });
  const list = createRoute({ getParentRoute: () => around, path: '/list', validateSearch: listSearch });
  const router = createRouter({
    routeTree: root.addChildren([around.addChildren([list])]),
    history: createMemoryHistory({ initialEntries: [address] }),
  });
  dropUnknownSearch(Object.values(router.routesById) as AnyRoute[]);
  return router.matchRoutes(router.latestLocation).at(-1)?.search ?? {};
}

it.each([
  ['/list?page=3&search=hydro', { page: 3, search: 'hydro' }],
  ['/list?limit=7&page=99&status=bogus', { page: 99 }],
  ['/list?page=abc&pageSize=7', {}],
  ['/list?redirect=%2Fuser&page=2', { redirect: '/user', page: 2 }],
])('a page at %s gets %o', (address, search) => {
  expect(searchAt(address)).toEqual(search);
});
