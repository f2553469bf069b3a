import { getDomain } from 'tldts';

type CookieSettings = {
  readonly VARIANT: string;
  readonly PUBLIC_URL?: string | undefined;
  readonly COOKIE_DOMAIN?: string | undefined;
};

/**
 * Returns the registrable domain of a host. Returns null for public suffixes such as `co.uk` and `github.io`, because
 * their subdomains belong to different owners.
 */
const registrableDomain = (host: string): string | null => getDomain(host, { allowPrivateDomains: true });

/**
 * Returns the domain of our cookies, or undefined if they are for the host alone. In variant GLOBAL the domain is
 * COOKIE_DOMAIN or, if that is not set, the registrable domain of the host (docs/rules.md#browser-storage). `localhost`
 * and IP addresses have no registrable domain.
 */
export function cookieDomain({ VARIANT, COOKIE_DOMAIN }: CookieSettings, issuer: string): string | undefined {
  if (VARIANT !== 'GLOBAL') return undefined;
  return COOKIE_DOMAIN ?? registrableDomain(new URL(issuer).hostname) ?? undefined;
}

/** Returns the faults of COOKIE_DOMAIN. */
export function cookieFaults({ VARIANT, PUBLIC_URL, COOKIE_DOMAIN }: CookieSettings): string[] {
  if (COOKIE_DOMAIN === undefined) return [];
  const faults = {
    'COOKIE_DOMAIN must be the host of PUBLIC_URL or a parent domain of it': !isWithin(PUBLIC_URL, COOKIE_DOMAIN),
    'COOKIE_DOMAIN is for variant GLOBAL only': VARIANT !== 'GLOBAL',
  };
  return Object.entries(faults).flatMap(([fault, isSo]) => (isSo ? [fault] : []));
}

/**
 * Returns whether the host is within the domain. Returns false if the domain is a public suffix, because browsers
 * refuse cookies for public suffixes.
 */
function isWithin(publicUrl: string | undefined, domain: string): boolean {
  if (publicUrl === undefined || registrableDomain(domain) === null || domain.startsWith('.')) return false;
  const host = new URL(publicUrl).hostname;
  return host === domain || host.endsWith(`.${domain}`);
}
