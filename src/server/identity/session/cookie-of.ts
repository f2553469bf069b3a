import { isHttps, type Config } from '#server/platform/config/config.ts';
import { cookieDomain } from '#server/platform/config/config-cookies.ts';

/** Where cookies are given: where browsers reach this deployment, and what it is told of its domain. */
export type CookieSite = { readonly issuer: string; readonly config: Config };

/** By the prefix browsers take a cookie from https alone: nobody on the way plants one. */
export const cookieName = ({ issuer }: Pick<CookieSite, 'issuer'>, name: string): string =>
  `${isHttps(issuer) ? '__Secure-' : ''}greenlot_${name}`;

/**
 * Cookies that outlive a visit, the session's and the trusted devices': only the identity service's paths see them, in
 * variant GLOBAL on the whole domain (specification 9).
 */
export function cookieOf({ issuer, config }: CookieSite) {
  const domain = cookieDomain(config, issuer);
  return {
    path: '/connect',
    httpOnly: true,
    sameSite: 'lax' as const,
    secure: isHttps(issuer),
    ...(domain !== undefined && { domain }),
  };
}

/**
 * Returns a `Cookie` header with the last of several cookies of one name. Browsers send a host's own cookie, from before it
 * held for the whole domain, ahead of the one that replaced it.
 */
export function newestCookies(header: string): string {
  const byName = new Map(header.split(/; */).map((cookie) => [cookie.split('=', 1)[0], cookie]));
  return [...byName.values()].join('; ');
}
