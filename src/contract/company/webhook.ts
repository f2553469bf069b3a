import * as z from 'zod/mini';
import { idSchema, timeSchema } from '#contract/basics/basics.ts';
import { fromReply } from '#contract/basics/from-reply.ts';
import { route } from '#contract/basics/route.ts';
import { MANAGING_REFUSALS } from '#domain/access/may.ts';
import {
  COMPANY_EVENTS,
  DELIVERY_KINDS,
  DELIVERY_STATES,
  WEBHOOK_KINDS,
  WEBHOOK_STATES,
} from '#domain/automation/webhook.ts';

const operatorKindsSchema = z.array(z.enum(WEBHOOK_KINDS)).check(z.minLength(1), z.maxLength(WEBHOOK_KINDS.length));
const kindsSchema = z.array(z.enum(COMPANY_EVENTS)).check(z.minLength(1), z.maxLength(COMPANY_EVENTS.length));

/** A webhook of the operator: it receives the events of all companies (decision 121). */
const operatorWebhookSchema = z.strictObject({
  id: idSchema,
  url: z.string(),
  kinds: operatorKindsSchema,
  state: z.enum(WEBHOOK_STATES),
  /** Whether an owner paused the webhook, or failures disabled it. In both cases nothing is sent. */
  isPaused: z.boolean(),
  createdAt: timeSchema,
  failingSince: z.nullable(timeSchema),
});
export type OperatorWebhook = z.output<typeof operatorWebhookSchema>;

/** A webhook: an address that receives a company's events, signed according to standardwebhooks.com (decision 86). */
const webhookSchema = z.extend(operatorWebhookSchema, { kinds: kindsSchema });
export type Webhook = z.output<typeof webhookSchema>;

const webhooksSchema = z.array(webhookSchema);
const operatorWebhooksSchema = z.array(operatorWebhookSchema);
const toldSchema = z.strictObject({ secret: z.string(), webhooks: webhooksSchema });
const toldOperatorSchema = z.extend(toldSchema, { webhooks: operatorWebhooksSchema });

export const listWebhooks = route('GET /user/accounts/{id}/webhooks', {
  summary: "The company's webhooks",
  reply: webhooksSchema,
});

export const listOperatorWebhooks = route('GET /admin/webhooks', {
  summary: "The operator's webhooks",
  reply: operatorWebhooksSchema,
});

const webhookBody = z.strictObject({ url: z.string().check(z.maxLength(2_000)), kinds: kindsSchema });
const operatorWebhookBody = z.extend(webhookBody, { kinds: operatorKindsSchema });

const MAKING_REFUSALS = [
  'field_required',
  'less_than_maximum_character',
  'webhook_url_incorrect',
  'too_many_webhooks',
] as const;

export const makeWebhook = route('POST /user/accounts/{id}/webhooks', {
  summary: 'An account owner adds a webhook. The secret that signs its events is shown only once, here',
  body: webhookBody,
  reply: toldSchema,
  refuses: [...MANAGING_REFUSALS, ...MAKING_REFUSALS],
});

export const makeOperatorWebhook = route('POST /admin/webhooks', {
  summary: 'An administrator adds a webhook. The secret that signs its events is shown only once, here',
  body: operatorWebhookBody,
  reply: toldOperatorSchema,
  refuses: MAKING_REFUSALS,
});

const change = { isPaused: z.optional(z.boolean()) };
const webhookFields = z.extend(webhookBody, change);
const operatorWebhookFields = z.extend(operatorWebhookBody, change);

export const updateWebhook = route('PUT /user/accounts/{id}/webhooks/{webhookId}', {
  ...makeWebhook,
  summary: 'An account owner changes the address or the events, or pauses or resumes a webhook',
  body: z.pipe(fromReply(webhookFields, webhookSchema), webhookFields),
  reply: webhooksSchema,
});

export const updateOperatorWebhook = route('PUT /admin/webhooks/{id}', {
  ...makeOperatorWebhook,
  summary: 'An administrator changes the address or the events, or pauses or resumes a webhook',
  body: z.pipe(fromReply(operatorWebhookFields, operatorWebhookSchema), operatorWebhookFields),
  reply: operatorWebhooksSchema,
});

export const removeWebhook = route('DELETE /user/accounts/{id}/webhooks/{webhookId}', {
  summary: 'An account owner removes a webhook. Its waiting events are not sent',
  reply: webhooksSchema,
  refuses: MANAGING_REFUSALS,
});

export const removeOperatorWebhook = route('DELETE /admin/webhooks/{id}', {
  summary: 'An administrator removes a webhook. Its waiting events are not sent',
  reply: operatorWebhooksSchema,
});

export const renewWebhookSecret = route('POST /user/accounts/{id}/webhooks/{webhookId}/secret', {
  summary: 'Create a new secret, shown only once, here. The previous one stays valid for 24 hours',
  reply: toldSchema,
  refuses: MANAGING_REFUSALS,
});

export const renewOperatorWebhookSecret = route('POST /admin/webhooks/{id}/secret', {
  summary: 'Create a new secret, shown only once, here. The previous one stays valid for 24 hours',
  reply: toldOperatorSchema,
});

const deliverySchema = z.strictObject({
  id: idSchema,
  kind: z.enum(DELIVERY_KINDS),
  state: z.enum(DELIVERY_STATES),
  createdAt: timeSchema,
  attempts: z.number(),
  nextAttemptAt: z.nullable(timeSchema),
  /** HTTP status of the last response. */
  status: z.nullable(z.number()),
  /** Why there was no response. */
  error: z.nullable(z.string()),
  body: z.string(),
});
export type Delivery = z.output<typeof deliverySchema>;

export const listDeliveries = route('GET /user/accounts/{id}/webhooks/{webhookId}/deliveries', {
  summary: 'The last fifty deliveries, newest first',
  reply: z.array(deliverySchema),
});

export const listOperatorDeliveries = route('GET /admin/webhooks/{id}/deliveries', listDeliveries);

export const testWebhook = route('POST /user/accounts/{id}/webhooks/{webhookId}/test', {
  summary: 'Sends an event of the type `webhook.test`, also where the webhook is switched off',
  reply: z.array(deliverySchema),
  refuses: [...MANAGING_REFUSALS, 'too_many_requests'],
});

export const testOperatorWebhook = route('POST /admin/webhooks/{id}/test', {
  ...testWebhook,
  refuses: ['too_many_requests'],
});

export const deliverAgain = route('POST /user/accounts/{id}/webhooks/{webhookId}/deliveries/{deliveryId}/again', {
  ...testWebhook,
  summary: 'Resend a delivery, under the same id',
  refuses: [...MANAGING_REFUSALS, 'webhook_is_off'],
});

export const deliverOperatorEventAgain = route('POST /admin/webhooks/{id}/deliveries/{deliveryId}/again', {
  ...deliverAgain,
  refuses: ['webhook_is_off'],
});
