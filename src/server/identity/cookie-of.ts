import { isHttps } from '#server/platform/config.ts';
import type { Identity } from '#server/identity/identity.ts';

/** By the prefix browsers take a cookie from https alone: nobody on the way plants one. */
export const cookieName = ({ issuer }: Pick<Identity, 'issuer'>, name: string): string =>
  `${isHttps(issuer) ? '__Secure-' : ''}greenlot_${name}`;

/**
 * Cookies that outlive a visit, the session's and the trusted devices': only the identity service's paths see them, on
 * the whole domain where the deployment says so (specification 9).
 */
export const cookieOf = (identity: Pick<Identity, 'issuer' | 'config'>) => ({
  path: '/connect',
  httpOnly: true,
  sameSite: 'lax' as const,
  secure: isHttps(identity.issuer),
  ...(identity.config.COOKIE_DOMAIN !== undefined && { domain: identity.config.COOKIE_DOMAIN }),
});
