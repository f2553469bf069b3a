import type { Webhooks } from './generated/types.gen.ts';

/** An event, as the server sends it. Its `id` is the same in each attempt, so a known id is a repeat. */
export type WebhookEvent = Webhooks['body'] & { readonly id: string };

/** Why a message was rejected. */
export type WebhookFault = 'header_missing' | 'time_out_of_range' | 'signature_wrong';

/** A message does not come from the server, or is too old. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
  readonly fault: WebhookFault;

  constructor(fault: WebhookFault) {
    super(`rejected a webhook: ${fault}`);
    this.fault = fault;
  }
}

export type WebhookMessage = {
  /** The headers of the request, with names in lower case if they are no `Headers`. */
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The body as received, before it is parsed. */
  readonly body: string | Uint8Array;
  /** The secret that the page showed, such as `whsec_…`. */
  readonly secret: string;
  /** How much the clocks of sender and receiver may differ, in seconds. */
  readonly toleranceSeconds?: number;
  /** The time of receipt, in ms since 1970. The default is now. */
  readonly nowMs?: number;
};

const TOLERANCE_SECONDS = 300;

/** Returns the event of a message with a correct signature. @throws WebhookError */
export async function verifyWebhook(message: WebhookMessage): Promise<WebhookEvent> {
  const { body, secret, toleranceSeconds = TOLERANCE_SECONDS, nowMs = Date.now() } = message;
  const [id, time, signatures] = (['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const).map((name) =>
    headerOf(message, name),
  );
  if (!id || !time || !signatures) throw new WebhookError('header_missing');
  if (!(Math.abs(nowMs / 1000 - Number(time)) <= toleranceSeconds)) throw new WebhookError('time_out_of_range');
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  if (!(await isSigned(`${id}.${time}.${text}`, signatures, secret))) throw new WebhookError('signature_wrong');
  return { ...(JSON.parse(text) as Webhooks['body']), id };
}

function headerOf({ headers }: WebhookMessage, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const value = headers[name];
  return typeof value === 'string' ? value : value?.[0];
}

/** While a secret is replaced, a message has a signature by the previous one too. One correct signature is enough. */
async function isSigned(text: string, signatures: string, secret: string): Promise<boolean> {
  const secretBytes = bytesOf(secret.replace(/^whsec_/, ''));
  if (secretBytes === undefined) throw new TypeError('the secret is not base64');
  const key = await crypto.subtle.importKey('raw', secretBytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
  const data = new TextEncoder().encode(text);
  for (const [, base64 = ''] of signatures.matchAll(/(?:^| )v1,(\S+)/g)) {
    const signature = bytesOf(base64);
    // `verify` compares in constant time.
    if (signature && (await crypto.subtle.verify('HMAC', key, signature, data))) return true;
  }
  return false;
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
