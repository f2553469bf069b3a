import { createHmac } from 'node:crypto';
import { request as requestPlain } from 'node:http';
import { request } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { lookup, type LookupAddress } from 'node:dns';
import ipaddr from 'ipaddr.js';

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

/** The HTTP status of a reply, and its `Retry-After` in seconds, if it has one. */
export type WebhookReply = { readonly status: number; readonly retryAfterSeconds?: number };

export type SendWebhook = (parcel: Parcel) => Promise<WebhookReply>;

/**
 * Returns a function that sends one delivery and resolves to the reply. It rejects if no reply comes within
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
        const wait = answer.headers['retry-after'] ?? '';
        resolve({
          status: answer.statusCode ?? 0,
          ...(/^\d{1,6}$/.test(wait) && { retryAfterSeconds: Number(wait) }),
        });
      });
      sent.end(body);
    });

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
