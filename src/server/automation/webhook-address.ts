import { lookup, type LookupAddress } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Networks that aren't the public Internet (RFC 6890 and what came after it): nobody makes this server speak there. */
const PRIVATE = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  PRIVATE.addSubnet(network, bits, 'ipv4');
/** Of version 6 only what is handed out to the world, and of that nothing that stands for another address. */
const GLOBAL_6 = new BlockList();
GLOBAL_6.addSubnet('2000::', 3, 'ipv6');
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const)
  PRIVATE.addSubnet(network, bits, 'ipv6');

/** Whether an IP address is one of the public Internet. */
export function isPublic(address: string): boolean {
  if (isIP(address) === 4) return !PRIVATE.check(address, 'ipv4');
  return isIP(address) === 6 && GLOBAL_6.check(address, 'ipv6') && !PRIVATE.check(address, 'ipv6');
}

/** The same error for an unknown name and for an internal one: an owner must not learn which internal names exist. */
export class NotPublic extends Error {
  constructor() {
    super('the name has no public address');
  }
}

/**
 * Looks a name up for the connection itself, so that what was judged is what is called, and refuses a name of which any
 * address isn't public, or of which there is none, with one error.
 */
export const lookupPublic: LookupFunction = (hostname, options, callback) =>
  lookup(hostname, { ...options, all: true }, (error, found) => {
    const addresses: LookupAddress[] = error ? [] : found;
    if (addresses.length === 0 || !addresses.every(({ address }) => isPublic(address)))
      return callback(new NotPublic(), '');
    if (options.all) return callback(null, addresses);
    return callback(null, addresses[0]?.address ?? '', addresses[0]?.family);
  });
