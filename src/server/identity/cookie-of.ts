import type { Identity } from '#server/identity/identity.ts';

/**
 * Cookies that outlive a visit, the session's and the trusted devices': only the identity service's paths see them, on
 * the whole domain where the deployment says so (specification 9).
 */
export const cookieOf = ({ issuer, config }: Pick<Identity, 'issuer' | 'config'>) => ({
  path: '/connect',
  httpOnly: true,
  sameSite: 'lax' as const,
  secure: issuer.startsWith('https:'),
  ...(config.COOKIE_DOMAIN !== undefined && { domain: config.COOKIE_DOMAIN }),
});
