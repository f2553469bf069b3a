import { getDomain } from 'tldts';

type CookieSettings = {
  readonly VARIANT: string;
  readonly PUBLIC_URL?: string | undefined;
  readonly COOKIE_DOMAIN?: string | undefined;
};

/** Names that belong to different people below them, as `co.uk` and `github.io` do, are no domain of anybody's. */
const registrableDomain = (host: string): string | null => getDomain(host, { allowPrivateDomains: true });

/**
 * Returns the domain that cookies hold for: in variant GLOBAL the whole registrable domain of the host
 * (docs/rules.md#browser-storage), unless a setting narrows it; elsewhere, and for hosts without such a domain
 * (`localhost`, addresses), undefined: the host alone.
 */
export function cookieDomain({ VARIANT, COOKIE_DOMAIN }: CookieSettings, issuer: string): string | undefined {
  if (VARIANT !== 'GLOBAL') return undefined;
  return COOKIE_DOMAIN ?? registrableDomain(new URL(issuer).hostname) ?? undefined;
}

/** Returns what is wrong with the setting of the domain. */
export function cookieFaults({ VARIANT, PUBLIC_URL, COOKIE_DOMAIN }: CookieSettings): string[] {
  if (COOKIE_DOMAIN === undefined) return [];
  const faults = {
    'COOKIE_DOMAIN must be the host of PUBLIC_URL or a domain above it': !isWithin(PUBLIC_URL, COOKIE_DOMAIN),
    'COOKIE_DOMAIN is for variant GLOBAL': VARIANT !== 'GLOBAL',
  };
  return Object.entries(faults).flatMap(([fault, isSo]) => (isSo ? [fault] : []));
}

/** Browsers refuse cookies for public suffixes. */
function isWithin(publicUrl: string | undefined, domain: string): boolean {
  if (publicUrl === undefined || registrableDomain(domain) === null || domain.startsWith('.')) return false;
  const host = new URL(publicUrl).hostname;
  return host === domain || host.endsWith(`.${domain}`);
}
