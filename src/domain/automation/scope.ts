/**
 * Scopes of API keys (decision 117): an area of the API, and whether the key may read or change there. `write` does not
 * include `read`.
 */
export const SCOPES = [
  'auctions:read',
  'auctions:write',
  'marketplace:read',
  'marketplace:write',
  'settlement:read',
  'settlement:write',
  'certificates:read',
  'certificates:write',
  'holdings:read',
  'holdings:write',
  'companies:read',
  'companies:write',
  'templates:read',
  'templates:write',
  'statistics:read',
  'audit:read',
] as const;
export type Scope = (typeof SCOPES)[number];

type AreaOf<S extends Scope> = S extends `${infer Before}:${string}` ? Before : never;
/** An area of the API, such as `auctions`. */
export type Area = AreaOf<Scope>;

const COMPANY_AREAS = ['auctions', 'marketplace', 'settlement', 'certificates', 'holdings', 'statistics'] as const;
/** A scope that a company's key can have. */
export type CompanyScope = Extract<Scope, `${(typeof COMPANY_AREAS)[number]}:${string}`>;

const APPLICATION_AREAS: readonly Area[] = ['auctions', 'marketplace', 'holdings', 'statistics'];

/** Returns the area of a scope: `auctions` for `auctions:read`. */
export const areaOfScope = (scope: Scope): Area => scope.replace(/:.*/, '') as Area;

const isIn = (areas: readonly Area[], scope: Scope): boolean => areas.includes(areaOfScope(scope));

/** Whether a company's key can have this scope. */
export const isCompanyScope = (scope: Scope): scope is CompanyScope => isIn(COMPANY_AREAS, scope);

export const COMPANY_SCOPES = SCOPES.filter(isCompanyScope);

/** Whether another application may use this scope for a person who agreed (decision 85). */
export const isForApplications = (scope: Scope): boolean => isIn(APPLICATION_AREAS, scope);
