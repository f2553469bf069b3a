import { createHmac } from 'node:crypto';
import { request as requestPlain } from 'node:http';
import { request } from 'node:https';
import { isIP, BlockList, type LookupFunction } from 'node:net';
import { lookup, type LookupAddress } from 'node:dns';

export const SEND_TIMEOUT_MS = 10_000;

type Parcel = {
  readonly id: string;
  readonly url: string;
  readonly body: string;
  /** Time of sending, in seconds since 1970. */
  readonly seconds: number;
  /** Secrets of the form `whsec_` and base64. There are two while a secret is being changed. */
  readonly secrets: readonly string[];
};

/** Signs id, time in seconds and body with each secret, as standardwebhooks.com specifies. */
function signaturesOf({ id, body, secrets, seconds }: Parcel): string {
  const sign = (secret: string): string => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`;
  };
  return secrets.map(sign).join(' ');
}

export type SendWebhook = (parcel: Parcel) => Promise<number>;

/**
 * Returns a function that sends one delivery and resolves to the HTTP status. It rejects if no reply comes within
 * `timeoutMs`. It follows no redirect and reads no body. It connects only by TLS and only to public addresses.
 * `mayBePrivate` allows other connections, for tests and closed networks.
 */
export const webhookSender =
  (mayBePrivate: boolean, timeoutMs = SEND_TIMEOUT_MS): SendWebhook =>
  (parcel) =>
    new Promise((resolve, reject) => {
      const url = new URL(parcel.url);
      const host = url.hostname.replaceAll(/^\[|\]$/g, '');
      const isOpen = mayBePrivate || (url.protocol === 'https:' && (isIP(host) === 0 || isPublic(host)));
      if (!isOpen) return reject(new NotPublic());
      const body = Buffer.from(parcel.body);
      const send = url.protocol === 'http:' ? requestPlain : request;
      const sent = send(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'content-length': body.length,
          'user-agent': 'Greenlot-Webhooks/1',
          'webhook-id': parcel.id,
          'webhook-timestamp': String(parcel.seconds),
          'webhook-signature': signaturesOf(parcel),
        },
        agent: false,
        signal: AbortSignal.timeout(timeoutMs),
        ...(!mayBePrivate && { lookup: lookupPublic }),
      });
      sent.on('error', reject);
      sent.on('response', (answer) => {
        answer.destroy();
        resolve(answer.statusCode ?? 0);
      });
      sent.end(body);
    });

/**
 * Networks outside the public Internet (RFC 6890 and later additions). No user may make this server connect to them.
 */
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
/**
 * The IPv6 range for global unicast. `PRIVATE` contains the special parts of this range, such as networks that embed
 * another address.
 */
const GLOBAL_6 = new BlockList();
GLOBAL_6.addSubnet('2000::', 3, 'ipv6');
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const)
  PRIVATE.addSubnet(network, bits, 'ipv6');

/** Returns whether an IP address belongs to the public Internet. */
export function isPublic(address: string): boolean {
  if (isIP(address) === 4) return !PRIVATE.check(address, 'ipv4');
  return isIP(address) === 6 && GLOBAL_6.check(address, 'ipv6') && !PRIVATE.check(address, 'ipv6');
}

/**
 * The error for a name without a public address. An unknown name and an internal name give the same error, so that an
 * owner cannot find out which internal names exist.
 */
class NotPublic extends Error {
  constructor() {
    super('the name has no public address');
  }
}

/**
 * Looks up a name for the connection itself, so that the connection uses the checked address. Refuses a name that has
 * no address, and a name with any address that is not public. Both refusals are the same error.
 */
const lookupPublic: LookupFunction = (hostname, options, callback) =>
  lookup(hostname, { ...options, all: true }, (error, found) => {
    const addresses: LookupAddress[] = error ? [] : found;
    if (addresses.length === 0 || !addresses.every(({ address }) => isPublic(address)))
      return callback(new NotPublic(), '');
    if (options.all) return callback(null, addresses);
    return callback(null, addresses[0]?.address ?? '', addresses[0]?.family);
  });
