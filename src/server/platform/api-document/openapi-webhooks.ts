import { WEBHOOK_EVENTS, webhookBodyOf } from '#contract/company/webhook-event.ts';
import { DELIVERY_KINDS, GONE } from '#domain/automation/webhook.ts';
import { schemaOf, type Json } from '#server/platform/api-document/openapi-schemas.ts';

const header = (name: string, description: string): Json => ({
  name,
  in: 'header',
  required: true,
  schema: { type: 'string' },
  description,
});

/** The headers of standardwebhooks.com. */
const HEADERS = [
  header('webhook-id', 'The same in each attempt: an id that you already know is a repeat'),
  header('webhook-timestamp', 'The time of sending, in seconds since 1970'),
  header('webhook-signature', 'One signature for each valid secret, such as `v1,` and base64, separated by spaces'),
];

const RESPONSES = {
  '2XX': { description: 'The event was received' },
  [GONE]: { description: 'Nothing more is sent to this webhook' },
  429: { description: 'The event is sent again, after `Retry-After` seconds if they are more than the usual wait' },
  default: { description: 'The event is sent again, for about three days' },
};

/** The events that webhooks receive, for the API document (decision 86). */
export const WEBHOOKS: Json = Object.fromEntries(
  DELIVERY_KINDS.map((kind) => [
    kind,
    {
      post: {
        operationId: `webhook_${kind}`,
        summary: WEBHOOK_EVENTS[kind].summary,
        parameters: HEADERS,
        requestBody: {
          required: true,
          content: { 'application/json': { schema: schemaOf(webhookBodyOf(kind), 'output') } },
        },
        responses: RESPONSES,
      },
    },
  ]),
);
