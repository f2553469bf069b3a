import type { AnyRoute } from '@tanstack/react-router';

type Search = Record<string, unknown>;

/**
 * Drops search parameters that a page does not know, and values that it refuses, so that its defaults apply. The router
 * keeps in `useSearch` what `validateSearch` leaves out, so an old bookmark would reach the API.
 */
export function dropUnknownSearch(routes: readonly AnyRoute[]): void {
  for (const route of routes) {
    const validators = validatorsOf(route);
    if (route.children || !route.options.validateSearch) continue;
    route.options.validateSearch = (raw: Search): Search =>
      Object.assign(
        Object.fromEntries(Object.keys(raw).map((name) => [name, undefined])),
        ...validators.map((validate) => validate(raw)),
      ) as Search;
  }
}

/** Returns the validators of a route and of the routes around it. Together they know all parameters of the page. */
function validatorsOf(route: AnyRoute | undefined): ((raw: Search) => Search)[] {
  if (!route) return [];
  const validate: unknown = route.options.validateSearch;
  return [
    ...validatorsOf(route.parentRoute as AnyRoute | undefined),
    ...(typeof validate === 'function' ? [validate as (raw: Search) => Search] : []),
  ];
}
