import providers from 'email-providers/all.json' with { type: 'json' };
import { getDomain } from 'tldts';

/** Malaysian and Vietnamese mail providers that are missing in the list. */
const MORE_PROVIDERS = ['streamyx.com', 'tm.net.my', 'unifi.com.my', 'time.net.my', 'vnn.vn', 'fpt.vn'];
const PUBLIC = new Set([...providers, ...MORE_PROVIDERS]);

/** Returns the registrable domain of an address; undefined for public mail providers. */
export function ownDomainOf(email: string): string | undefined {
  const host = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  const domain = getDomain(host, { allowPrivateDomains: true });
  return domain === null || PUBLIC.has(host) || PUBLIC.has(domain) ? undefined : domain;
}
