import { sql } from 'kysely';
import type { WebhookData } from '#contract/company/webhook-event.ts';
import type { WebhookKind } from '#domain/automation/webhook.ts';
import type { Db } from '#server/platform/database/database.ts';

/** An event for one company's webhooks. */
export type WebhookEvent<Kind extends WebhookKind> = {
  readonly accountId: string;
  readonly data: Readonly<WebhookData<Kind>>;
};

/**
 * Queues events of one kind for the companies' webhooks that subscribed to this kind. The events are sent if and only
 * if this transaction commits (decision 86).
 */
export async function queueWebhooks<Kind extends WebhookKind>(
  db: Db,
  kind: Kind,
  events: readonly WebhookEvent<Kind>[],
): Promise<void> {
  if (events.length === 0) return;
  const timestamp = new Date().toISOString();
  const bodies = events.map(({ data }) => JSON.stringify({ type: kind, timestamp, data }));
  // Each webhook gets the event with a delivery id of its own.
  await sql`
    insert into webhook_delivery (id, webhook_id, kind, body)
    select gen_random_uuid(), webhook.id, ${kind}, told.body
    from unnest(${events.map(({ accountId }) => accountId)}::uuid[], ${bodies}::text[]) as told (account_id, body)
    join webhook on webhook.account_id = told.account_id and ${kind} = any(webhook.kinds) and webhook.disabled_at is null
    join account on account.id = webhook.account_id and account.status = 'Active'`.execute(db);
}
