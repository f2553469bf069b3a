import * as z from 'zod/mini';
import { idParams, idSchema, timeSchema } from '#contract/basics/basics.ts';
import { fromReply } from '#contract/basics/from-reply.ts';
import { route } from '#contract/basics/route.ts';
import { MANAGING_REFUSALS } from '#domain/access/may.ts';
import { DELIVERY_KINDS, DELIVERY_STATES, WEBHOOK_KINDS, WEBHOOK_STATES } from '#domain/automation/webhook.ts';

/** Addresses that a company has its events sent to, signed as standardwebhooks.com says (decision 50). */
const kindsSchema = z.array(z.enum(WEBHOOK_KINDS)).check(z.minLength(1), z.maxLength(WEBHOOK_KINDS.length));

const webhookSchema = z.strictObject({
  id: idSchema,
  url: z.string(),
  kinds: kindsSchema,
  state: z.enum(WEBHOOK_STATES),
  /** Paused by an owner, or disabled after failures: nothing is sent. */
  isPaused: z.boolean(),
  createdAt: timeSchema,
  failingSince: z.nullable(timeSchema),
});
export type Webhook = z.output<typeof webhookSchema>;

const webhooksSchema = z.array(webhookSchema);
const toldSchema = z.strictObject({ secret: z.string(), webhooks: webhooksSchema });

export const listWebhooks = route({
  method: 'GET',
  path: '/user/accounts/{id}/webhooks',
  access: 'user',
  summary: "The company's webhooks",
  params: idParams,
  reply: webhooksSchema,
});

const webhookBody = z.strictObject({ url: z.string().check(z.maxLength(2_000)), kinds: kindsSchema });

export const makeWebhook = route({
  method: 'POST',
  path: '/user/accounts/{id}/webhooks',
  access: 'user',
  summary: 'An owner has events sent to an address; the secret that signs them is told once, here',
  params: idParams,
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
const oneWebhook = z.strictObject({ id: idSchema, webhookId: idSchema });

export const updateWebhook = route({
  ...makeWebhook,
  method: 'PUT',
  path: '/user/accounts/{id}/webhooks/{webhookId}',
  summary: 'An owner changes the address or the events; pauses a webhook, or switches it on again',
  params: oneWebhook,
  body: z.pipe(fromReply(webhookFields, webhookSchema), webhookFields),
  reply: webhooksSchema,
});

export const removeWebhook = route({
  method: 'DELETE',
  path: '/user/accounts/{id}/webhooks/{webhookId}',
  access: 'user',
  summary: 'An owner removes a webhook; what waits for it is sent no more',
  params: oneWebhook,
  reply: webhooksSchema,
  refuses: MANAGING_REFUSALS,
});

export const renewWebhookSecret = route({
  method: 'POST',
  path: '/user/accounts/{id}/webhooks/{webhookId}/secret',
  access: 'user',
  summary: 'A new secret, told once, here; for a day the one before signs beside it',
  params: oneWebhook,
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
  /** The HTTP status of the last answer. */
  status: z.nullable(z.number()),
  /** Why there was none. */
  error: z.nullable(z.string()),
  body: z.string(),
});
export type Delivery = z.output<typeof deliverySchema>;

export const listDeliveries = route({
  method: 'GET',
  path: '/user/accounts/{id}/webhooks/{webhookId}/deliveries',
  access: 'user',
  summary: 'The last fifty deliveries, newest first',
  params: oneWebhook,
  reply: z.array(deliverySchema),
});

export const testWebhook = route({
  method: 'POST',
  path: '/user/accounts/{id}/webhooks/{webhookId}/test',
  access: 'user',
  summary: 'Sends an event of the kind `test`, also where the webhook is switched off',
  params: oneWebhook,
  reply: z.array(deliverySchema),
  refuses: [...MANAGING_REFUSALS, 'too_many_requests'],
});

export const deliverAgain = route({
  ...testWebhook,
  path: '/user/accounts/{id}/webhooks/{webhookId}/deliveries/{deliveryId}/again',
  summary: 'Sends a delivery once more, under the same id',
  params: z.strictObject({ id: idSchema, webhookId: idSchema, deliveryId: idSchema }),
  refuses: [...MANAGING_REFUSALS, 'webhook_is_off'],
});
