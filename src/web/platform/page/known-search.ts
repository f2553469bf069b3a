import type { AnyRoute } from '@tanstack/react-router';

type Search = Record<string, unknown>;

/**
 * Makes pages ignore search parameters that they do not know, and values that they refuse. Defaults apply instead. If
 * `validateSearch` leaves a parameter out, the router still returns it from `useSearch`. Without this function,
 * parameters of an old bookmark would reach the API.
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

/** Returns the validators of a route and of its parent routes. Together they know all parameters of the page. */
function validatorsOf(route: AnyRoute | undefined): ((raw: Search) => Search)[] {
  if (!route) return [];
  const validate: unknown = route.options.validateSearch;
  return [
    ...validatorsOf(route.parentRoute as AnyRoute | undefined),
    ...(typeof validate === 'function' ? [validate as (raw: Search) => Search] : []),
  ];
}
