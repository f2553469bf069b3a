import { lookup, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

const [GLOBAL_6, ASSIGNED_6] = [ipaddr.IPv6.parseCIDR('2000::/3'), ipaddr.IPv6.parseCIDR('2001::/23')];

/**
 * Returns whether an IP address belongs to the public Internet. No user may make this server connect to another one. An
 * IPv6 address must be in the range for global unicast, outside the special parts of this range.
 */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const ip = ipaddr.parse(address);
  const isGlobal = ip instanceof ipaddr.IPv4 || (ip.match(GLOBAL_6) && !ip.match(ASSIGNED_6));
  return isGlobal && ip.range() === 'unicast';
}

/**
 * Returns whether this server may connect to an address: by TLS, and not to a private IP address. Without TLS only if
 * `mayBePlain`.
 */
export function mayConnect(url: URL, mayBePlain = false): boolean {
  const host = url.hostname.replaceAll(/^\[|\]$/g, '');
  return (url.protocol === 'https:' || mayBePlain) && (isIP(host) === 0 || isPublic(host));
}

/**
 * The error for a name without a public address. An unknown name and an internal name give the same error, so that an
 * owner cannot find out which internal names exist.
 */
export class NotPublic extends Error {
  constructor() {
    super('the name has no public address');
  }
}

/**
 * Looks up a name for the connection itself, so that the connection uses the checked address. Refuses a name that has
 * no address, and a name with any address that is not public. Both refusals are the same error.
 */
export const lookupPublic: LookupFunction = (hostname, options, callback) =>
  lookup(hostname, { ...options, all: true }, (error, found) => {
    const addresses: LookupAddress[] = error ? [] : found;
    if (addresses.length === 0 || !addresses.every(({ address }) => isPublic(address)))
      return callback(new NotPublic(), '');
    if (options.all) return callback(null, addresses);
    return callback(null, addresses[0]?.address ?? '', addresses[0]?.family);
  });
