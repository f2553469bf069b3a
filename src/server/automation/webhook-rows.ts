import { sql, type RawBuilder } from 'kysely';
import type { Delivery, Webhook } from '#contract/company/webhook.ts';
import type { DeliveryKind, WebhookKind, WebhookState } from '#domain/automation/webhook.ts';
import type { Db } from '#server/platform/database/database.ts';

type WebhookRow = {
  id: string;
  url: string;
  kinds: WebhookKind[];
  created_at: Date;
  failing_since: Date | null;
  disabled_at: Date | null;
};

function stateOf({ disabled_at: disabledAt, failing_since: failingSince }: WebhookRow): WebhookState {
  if (disabledAt) return failingSince ? 'disabled' : 'paused';
  return failingSince ? 'failing' : 'works';
}

export async function findWebhooks(db: Db, accountId: string): Promise<Webhook[]> {
  const { rows } = await sql<WebhookRow>`
    select * from webhook where account_id = ${accountId} order by created_at, id`.execute(db);
  return rows.map((row) => ({
    id: row.id,
    url: row.url,
    kinds: row.kinds,
    state: stateOf(row),
    isPaused: row.disabled_at !== null,
    createdAt: row.created_at.toISOString(),
    failingSince: row.failing_since?.toISOString() ?? null,
  }));
}

type DeliveryRow = {
  id: string;
  kind: DeliveryKind;
  created_at: Date;
  attempts: number;
  next_attempt_at: Date | null;
  delivered_at: Date | null;
  status: number | null;
  error: string | null;
  body: string;
};

const LISTED_MAX = 50;

export async function findDeliveries(db: Db, webhookId: string): Promise<Delivery[]> {
  const { rows } = await sql<DeliveryRow>`
    select * from webhook_delivery where webhook_id = ${webhookId}
    order by created_at desc, id limit ${LISTED_MAX}`.execute(db);
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    state: row.next_attempt_at ? 'waiting' : row.delivered_at ? 'delivered' : 'failed',
    createdAt: row.created_at.toISOString(),
    attempts: row.attempts,
    nextAttemptAt: row.next_attempt_at?.toISOString() ?? null,
    status: row.status,
    error: row.error,
    body: row.body,
  }));
}

/** Deliveries of the last minute, which somebody asked for by hand. */
export async function countAsked(db: Db, webhookId: string, which: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from webhook_delivery
    where webhook_id = ${webhookId} and created_at > now() - interval '1 minute' and ${which}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Secrets sealed with the SECRET_KEY before are sealed anew. */
export async function resealWebhooks(
  db: Db,
  secret: { open(sealed: string): string; seal(text: string): string; isSealedAnew(sealed: string): boolean },
): Promise<void> {
  const rows = await db.selectFrom('webhook').select(['id', 'sealed_secret', 'sealed_before']).execute();
  const anew = (sealed: string): string => (secret.isSealedAnew(sealed) ? sealed : secret.seal(secret.open(sealed)));
  for (const { id, sealed_secret: sealed, sealed_before: before } of rows) {
    const after = { sealed_secret: anew(sealed), sealed_before: before && anew(before) };
    if (after.sealed_secret === sealed && after.sealed_before === before) continue;
    await db.updateTable('webhook').set(after).where('id', '=', id).where('sealed_secret', '=', sealed).execute();
  }
}

/** Deliveries are looked at for thirty days. */
export async function forgetDeliveries(db: Db): Promise<void> {
  await sql`delete from webhook_delivery where created_at < now() - interval '30 days'`.execute(db);
}
