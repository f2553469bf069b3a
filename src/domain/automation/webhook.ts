import type { Refusal } from '#domain/basics/result.ts';
import { judgeText, type TextRefusal } from '#domain/basics/text.ts';

/** Types of events that a company can receive at its own server (decision 86). */
export const COMPANY_EVENTS = [
  'auction.invited',
  'auction.published',
  'auction.started',
  'auction.ending_soon',
  'auction.extended',
  'auction.paused',
  'auction.resumed',
  'auction.annulled',
  'auction.closed',
  'auction.result',
  'bid.recorded',
  'bid.outbid',
  'bid.can_win',
  'bid.cancelled',
  'bid.void',
  'order.placed',
  'order.approved',
  'order.rejected',
  'order.cancelled',
  'offer.made',
  'settlement.updated',
  'invoice.updated',
  'holding.received',
  'retirement.made',
  'account.reinstated',
] as const;
export type CompanyEvent = (typeof COMPANY_EVENTS)[number];
export const isCompanyEvent = (kind: WebhookKind): kind is CompanyEvent =>
  COMPANY_EVENTS.some((known) => known === kind);

/** Types of events that the operator can receive: those of all companies, and news for administrators. */
export const WEBHOOK_KINDS = [
  ...COMPANY_EVENTS,
  'account.blacklisted',
  'registration.received',
  'registration.decided',
] as const;
export type WebhookKind = (typeof WEBHOOK_KINDS)[number];

/** Types of deliveries. A user sends a `webhook.test` manually to check a webhook's address. */
export const DELIVERY_KINDS = [...WEBHOOK_KINDS, 'webhook.test'] as const;
export type DeliveryKind = (typeof DELIVERY_KINDS)[number];

export const WEBHOOKS_MAX = 10;
export const WEBHOOK_URL_MAX = 500;

/**
 * Seconds from each failed attempt to the next attempt. The twelfth attempt is the last. It comes about three days
 * after the first attempt.
 */
const ATTEMPT_SECONDS = [5, 30, 120, 600, 1_800, 3_600, 10_800, 21_600, 43_200, 86_400, 86_400] as const;
export const ATTEMPTS_MAX = ATTEMPT_SECONDS.length + 1;
/** Each wait is longer by a random part of up to this share, so that receivers do not get everything at once. */
export const JITTER_MAX = 0.1;

/**
 * Returns the least seconds until the next attempt, or null if this attempt was the last. A receiver that is busy may ask for
 * more time, but not for less, and not for more than the longest wait.
 *
 * @param attempts the attempts so far, from 1
 * @param askedSeconds the receiver's `Retry-After`; 0 if it sent none
 */
export function secondsToNextAttempt(attempts: number, askedSeconds: number): number | null {
  const seconds = ATTEMPT_SECONDS[attempts - 1];
  if (seconds === undefined) return null;
  return Math.max(seconds, Math.min(askedSeconds, Math.max(...ATTEMPT_SECONDS)));
}

/** The status by which a receiver ends its webhook: nothing more is sent to it. */
export const GONE = 410;

/**
 * A webhook is disabled after this many days without a successful delivery. It is more than the days of all attempts,
 * so that events of the first failing days get all their attempts.
 */
export const FAILING_DAYS_MAX = 5;

/** Hours for which the previous secret also signs after a new secret was created, so that receivers can switch. */
export const OLD_SECRET_HOURS = 24;

/**
 * States of a webhook. An owner can pause a webhook. The server disables a webhook after days of failed deliveries. In
 * both cases nothing is sent until an owner turns the webhook on again.
 */
export const WEBHOOK_STATES = ['works', 'failing', 'paused', 'disabled'] as const;
export type WebhookState = (typeof WEBHOOK_STATES)[number];
export const isWebhookOff = (state: WebhookState): boolean => state === 'paused' || state === 'disabled';

export const DELIVERY_STATES = ['waiting', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

type UrlRefusal = TextRefusal | 'webhook_url_incorrect';

/**
 * Judges a webhook's address: an absolute https URL without user name, password and fragment. Each delivery also checks
 * the host of the address.
 */
export function judgeWebhookUrl(text: string): Refusal<UrlRefusal> | undefined {
  const refusal = judgeText(text, WEBHOOK_URL_MAX);
  if (refusal) return refusal;
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined;
  const isRight = url?.protocol === 'https:' && url.username === '' && url.password === '' && url.hash === '';
  return isRight ? undefined : { code: 'webhook_url_incorrect' };
}
