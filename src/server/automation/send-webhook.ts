import { createHmac } from 'node:crypto';
import { request as requestPlain } from 'node:http';
import { request } from 'node:https';
import { lookupPublic, mayConnect, NotPublic } from '#server/platform/http/public-address.ts';

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
      if (!mayBePrivate && !mayConnect(url)) return reject(new NotPublic());
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
