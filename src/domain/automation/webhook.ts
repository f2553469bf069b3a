import type { Refusal } from '#domain/basics/result.ts';
import { judgeText, type TextRefusal } from '#domain/basics/text.ts';
import { AUCTION_NOTICE_KINDS } from '#domain/notice/notice.ts';

/**
 * Events that a company can receive at its own server: the notices about auctions that its members get (decision 18),
 * and decisions about its buy orders.
 */
export const WEBHOOK_KINDS = [...AUCTION_NOTICE_KINDS, 'orderDecided'] as const;
export type WebhookKind = (typeof WEBHOOK_KINDS)[number];

/** `test` is sent manually, to try an address. */
export const DELIVERY_KINDS = [...WEBHOOK_KINDS, 'test'] as const;
export type DeliveryKind = (typeof DELIVERY_KINDS)[number];

export const WEBHOOKS_MAX = 10;
export const WEBHOOK_URL_MAX = 500;

/** Seconds from each failed attempt to the next. The tenth attempt is the last, after about a day. */
export const ATTEMPT_SECONDS = [5, 30, 120, 600, 1_800, 3_600, 10_800, 21_600, 43_200] as const;
export const ATTEMPTS_MAX = ATTEMPT_SECONDS.length + 1;

/** A webhook is disabled after this many days without a successful delivery. */
export const FAILING_DAYS_MAX = 3;

/** The previous secret also signs for this many hours after a new one is made, so that receivers can switch over. */
export const OLD_SECRET_HOURS = 24;

/**
 * An owner pauses a webhook; failing for days disables it. In both states nothing is sent until an owner turns it on
 * again.
 */
export const WEBHOOK_STATES = ['works', 'failing', 'paused', 'disabled'] as const;
export type WebhookState = (typeof WEBHOOK_STATES)[number];
export const isWebhookOff = (state: WebhookState): boolean => state === 'paused' || state === 'disabled';

export const DELIVERY_STATES = ['waiting', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

type UrlRefusal = TextRefusal | 'webhook_url_incorrect';

/**
 * Judges a webhook address: an absolute https URL without a user name and password. The target itself is checked at
 * each call.
 */
export function judgeWebhookUrl(text: string): Refusal<UrlRefusal> | undefined {
  const refusal = judgeText(text, WEBHOOK_URL_MAX);
  if (refusal) return refusal;
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined;
  const isRight = url?.protocol === 'https:' && url.username === '' && url.password === '' && url.hash === '';
  return isRight ? undefined : { code: 'webhook_url_incorrect' };
}
