import * as z from 'zod/mini';
import { idSchema, timeSchema } from '#contract/basics/basics.ts';
import { fromReply } from '#contract/basics/from-reply.ts';
import { route } from '#contract/basics/route.ts';
import { MANAGING_REFUSALS } from '#domain/access/may.ts';
import { DELIVERY_KINDS, DELIVERY_STATES, WEBHOOK_KINDS, WEBHOOK_STATES } from '#domain/automation/webhook.ts';

/** Webhooks: addresses that receive a company's events, signed according to standardwebhooks.com (decision 86). */
const kindsSchema = z.array(z.enum(WEBHOOK_KINDS)).check(z.minLength(1), z.maxLength(WEBHOOK_KINDS.length));

const webhookSchema = z.strictObject({
  id: idSchema,
  url: z.string(),
  kinds: kindsSchema,
  state: z.enum(WEBHOOK_STATES),
  /** Whether an owner paused the webhook, or failures disabled it. In both cases nothing is sent. */
  isPaused: z.boolean(),
  createdAt: timeSchema,
  failingSince: z.nullable(timeSchema),
});
export type Webhook = z.output<typeof webhookSchema>;

const webhooksSchema = z.array(webhookSchema);
const toldSchema = z.strictObject({ secret: z.string(), webhooks: webhooksSchema });

export const listWebhooks = route('GET /user/accounts/{id}/webhooks', {
  summary: "The company's webhooks",
  reply: webhooksSchema,
});

const webhookBody = z.strictObject({ url: z.string().check(z.maxLength(2_000)), kinds: kindsSchema });

export const makeWebhook = route('POST /user/accounts/{id}/webhooks', {
  summary: 'An account owner adds a webhook. The secret that signs its events is shown only once, here',
  body: webhookBody,
  reply: toldSchema,
  refuses: [
    ...MANAGING_REFUSALS,
    'field_required',
    'less_than_maximum_character',
    'webhook_url_incorrect',
    'too_many_webhooks',
  ],
});

const webhookFields = z.extend(webhookBody, { isPaused: z.optional(z.boolean()) });

export const updateWebhook = route('PUT /user/accounts/{id}/webhooks/{webhookId}', {
  ...makeWebhook,
  summary: 'An account owner changes the address or the events, or pauses or resumes a webhook',
  body: z.pipe(fromReply(webhookFields, webhookSchema), webhookFields),
  reply: webhooksSchema,
});

export const removeWebhook = route('DELETE /user/accounts/{id}/webhooks/{webhookId}', {
  summary: 'An account owner removes a webhook. Its waiting events are not sent',
  reply: webhooksSchema,
  refuses: MANAGING_REFUSALS,
});

export const renewWebhookSecret = route('POST /user/accounts/{id}/webhooks/{webhookId}/secret', {
  summary: 'Create a new secret, shown only once, here. The previous one stays valid for 24 hours',
  reply: toldSchema,
  refuses: MANAGING_REFUSALS,
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

export const testWebhook = route('POST /user/accounts/{id}/webhooks/{webhookId}/test', {
  summary: 'Sends an event of the kind `test`, also where the webhook is switched off',
  reply: z.array(deliverySchema),
  refuses: [...MANAGING_REFUSALS, 'too_many_requests'],
});

export const deliverAgain = route('POST /user/accounts/{id}/webhooks/{webhookId}/deliveries/{deliveryId}/again', {
  ...testWebhook,
  summary: 'Resend a delivery, under the same id',
  refuses: [...MANAGING_REFUSALS, 'webhook_is_off'],
});
