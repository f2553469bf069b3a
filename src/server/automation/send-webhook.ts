import { createHmac } from 'node:crypto';
import { request as requestPlain } from 'node:http';
import { request } from 'node:https';
import { isIP } from 'node:net';
import { isPublic, lookupPublic, NotPublic } from '#server/automation/webhook-address.ts';

export const SEND_TIMEOUT_MS = 10_000;

export type Parcel = {
  readonly id: string;
  readonly url: string;
  readonly body: string;
  /** When it is sent, in seconds since 1970. */
  readonly seconds: number;
  /** `whsec_` and base64; more than one while a secret is changed. */
  readonly secrets: readonly string[];
};

/** Signs as standardwebhooks.com says: id, time in seconds and body, by each secret. */
function signaturesOf({ id, body, secrets, seconds }: Parcel): string {
  const sign = (secret: string): string => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`;
  };
  return secrets.map(sign).join(' ');
}

export type SendWebhook = (parcel: Parcel) => Promise<number>;

/**
 * Sends one parcel and gives the HTTP status that answers it; throws where none came within ten seconds. Follows no
 * redirect, reads no answer, and speaks to public addresses by TLS only, unless `mayBePrivate`, which tests and closed
 * networks configure.
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
