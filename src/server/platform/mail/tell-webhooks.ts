import { sql } from 'kysely';
import type { WebhookKind } from '#domain/automation/webhook.ts';
import type { Db } from '#server/platform/database/database.ts';

/** What happened, for one company. */
export type WebhookEvent = { readonly accountId: string; readonly data: Readonly<Record<string, unknown>> };

/**
 * Has an event sent to the webhooks of the companies that it concerns and that asked for its kind: if and only if this
 * transaction commits (decision 50).
 */
export async function tellWebhooks(db: Db, kind: WebhookKind, events: readonly WebhookEvent[]): Promise<void> {
  if (events.length === 0) return;
  const timestamp = new Date().toISOString();
  const bodies = events.map(({ data }) => JSON.stringify({ type: kind, timestamp, data }));
  // One event goes to each webhook of its company under an id of its own.
  await sql`
    insert into webhook_delivery (id, webhook_id, kind, body)
    select gen_random_uuid(), webhook.id, ${kind}, told.body
    from unnest(${events.map(({ accountId }) => accountId)}::uuid[], ${bodies}::text[]) as told (account_id, body)
    join webhook on webhook.account_id = told.account_id and ${kind} = any(webhook.kinds) and webhook.disabled_at is null
    join account on account.id = webhook.account_id and account.status = 'Active'`.execute(db);
}
