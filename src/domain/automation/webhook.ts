import type { Refusal } from '#domain/basics/result.ts';
import { judgeText, type TextRefusal } from '#domain/basics/text.ts';
import { AUCTION_NOTICE_KINDS } from '#domain/notice/notice.ts';

/** What a company may have sent to its own server: what its people are told (decision 18), and what became of its orders. */
export const WEBHOOK_KINDS = [...AUCTION_NOTICE_KINDS, 'orderDecided'] as const;
export type WebhookKind = (typeof WEBHOOK_KINDS)[number];

/** `test` is sent by hand, to try an address. */
export const DELIVERY_KINDS = [...WEBHOOK_KINDS, 'test'] as const;
export type DeliveryKind = (typeof DELIVERY_KINDS)[number];

export const WEBHOOKS_MAX = 10;
export const WEBHOOK_URL_MAX = 500;

/** Seconds from a failure to the next attempt, by how many there were; the tenth is the last, after about a day. */
export const ATTEMPT_SECONDS = [5, 30, 120, 600, 1_800, 3_600, 10_800, 21_600, 43_200] as const;
export const ATTEMPTS_MAX = ATTEMPT_SECONDS.length + 1;

/** A webhook to which nothing could be delivered for so long is switched off. */
export const FAILING_DAYS_MAX = 3;

/** After a new secret is made the one before signs too for so long, so that its readers can change over. */
export const OLD_SECRET_HOURS = 24;

/** An owner pauses; what failed for days is disabled. Both send nothing until an owner switches them on. */
export const WEBHOOK_STATES = ['works', 'failing', 'paused', 'disabled'] as const;
export type WebhookState = (typeof WEBHOOK_STATES)[number];
export const isWebhookOff = (state: WebhookState): boolean => state === 'paused' || state === 'disabled';

export const DELIVERY_STATES = ['waiting', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

type UrlRefusal = TextRefusal | 'webhook_url_incorrect';

/** An absolute https address without a name and password in it; where it leads is judged when it is called. */
export function judgeWebhookUrl(text: string): Refusal<UrlRefusal> | undefined {
  const refusal = judgeText(text, WEBHOOK_URL_MAX);
  if (refusal) return refusal;
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined;
  const isRight = url?.protocol === 'https:' && url.username === '' && url.password === '' && url.hash === '';
  return isRight ? undefined : { code: 'webhook_url_incorrect' };
}
