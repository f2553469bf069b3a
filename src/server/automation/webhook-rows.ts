import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Delivery, OperatorWebhook } from '#contract/company/webhook.ts';
import { judgeWebhookUrl, OLD_SECRET_HOURS, WEBHOOKS_MAX, type WebhookKind } from '#domain/automation/webhook.ts';
import type { Db } from '#server/platform/database/database.ts';
import { isoTime } from '#server/platform/database/iso-time.ts';
import { countRows } from '#server/platform/database/page.ts';
import { Refused, refuseFields } from '#server/platform/http/refused.ts';
import type { Sealing } from '#server/platform/mail/outbox.ts';

type Seal = Pick<Sealing, 'seal'>;

/** A webhook of a company, or of the operator: then `accountId` is null. */
export type WebhookOf = { readonly accountId: string | null; readonly webhookId: string };

/**
 * Returns the address of a webhook.
 * @throws Refused not_found, the same for a missing webhook and for another company's webhook
 */
export async function requireWebhook(db: Db, { accountId, webhookId }: WebhookOf): Promise<string> {
  const { rows } = await sql<{ url: string }>`
    select url from webhook where id = ${webhookId} and account_id is not distinct from ${accountId}::uuid`.execute(db);
  if (!rows[0]) throw new Refused('not_found');
  return rows[0].url;
}

/** Returns the webhooks of a company, or of the operator. */
export async function findWebhooks<Found extends OperatorWebhook>(db: Db, accountId: string | null): Promise<Found[]> {
  const { rows } = await sql<Found>`
    select id, url, kinds, disabled_at is not null as "isPaused",
      case when disabled_at is not null then case when failing_since is null then 'paused' else 'disabled' end
        when failing_since is null then 'works' else 'failing' end as state,
      ${isoTime('created_at')} as "createdAt", ${isoTime('failing_since')} as "failingSince"
    from webhook where account_id is not distinct from ${accountId}::uuid order by created_at, id`.execute(db);
  return rows;
}

const makeSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

type NewWebhook = {
  readonly accountId: string | null;
  readonly userId: string;
  readonly url: string;
  readonly kinds: readonly WebhookKind[];
};

/**
 * Stores a webhook, and returns its secret.
 * @throws Refused invalid address, or too_many_webhooks
 */
export async function insertWebhook(db: Db, made: NewWebhook, { seal }: Seal): Promise<string> {
  refuseFields({ url: judgeWebhookUrl(made.url) });
  if ((await findWebhooks(db, made.accountId)).length >= WEBHOOKS_MAX) throw new Refused('too_many_webhooks');
  const secret = makeSecret();
  await db
    .insertInto('webhook')
    .values({
      id: randomUUID(),
      account_id: made.accountId,
      url: made.url.trim(),
      kinds: [...new Set(made.kinds)],
      sealed_secret: seal(secret),
      created_by: made.userId,
    })
    .execute();
  return secret;
}

type Changed = {
  readonly url: string;
  readonly kinds: readonly WebhookKind[];
  readonly isPaused?: boolean | undefined;
  readonly userId: string;
};

/** Changes a webhook, or pauses or resumes it. Returns its address before. */
export async function changeWebhook(db: Db, which: WebhookOf, { userId, ...changed }: Changed): Promise<string> {
  const before = await requireWebhook(db, which);
  const url = changed.url.trim();
  if (url !== before) refuseFields({ url: judgeWebhookUrl(url) });
  await db
    .updateTable('webhook')
    .set({
      url,
      kinds: [...new Set(changed.kinds)],
      failing_since: null,
      disabled_at: changed.isPaused ? sql`now()` : null,
      // This user becomes the maker. A company's webhook is paused when its maker is no longer an owner (decision 58).
      ...(url !== before && { created_by: userId }),
    })
    .where('id', '=', which.webhookId)
    .execute();
  return before;
}

/** Removes a webhook with its deliveries. Returns its address. */
export async function deleteWebhook(db: Db, which: WebhookOf): Promise<string> {
  const url = await requireWebhook(db, which);
  await db.deleteFrom('webhook').where('id', '=', which.webhookId).execute();
  return url;
}

/** Gives a webhook a new secret. The secret before stays valid for some hours. Returns the address and the secret. */
export async function renewSecret(db: Db, which: WebhookOf, { seal }: Seal): Promise<{ url: string; secret: string }> {
  const url = await requireWebhook(db, which);
  const secret = makeSecret();
  await sql`
    update webhook set sealed_before = sealed_secret, sealed_secret = ${seal(secret)},
      before_until = now() + make_interval(hours => ${OLD_SECRET_HOURS})
    where id = ${which.webhookId}`.execute(db);
  return { url, secret };
}

/**
 * The maximum number of test deliveries per webhook and minute, so that nobody can make this server flood an address.
 */
const ASKED_A_MINUTE_MAX = 10;

/**
 * Queues a test event.
 * @throws Refused too_many_requests
 */
export async function queueTest(db: Db, { accountId, webhookId }: WebhookOf, nowMs: number): Promise<Delivery[]> {
  await requireWebhook(db, { accountId, webhookId });
  const asked = sql`
    from webhook_delivery
    where webhook_id = ${webhookId} and created_at > now() - interval '1 minute' and kind = 'webhook.test'`;
  if ((await countRows(db, asked)) >= ASKED_A_MINUTE_MAX) throw new Refused('too_many_requests');
  const accountIds = accountId === null ? [] : [accountId];
  const timestamp = new Date(nowMs).toISOString();
  await sql`
    insert into webhook_delivery (id, webhook_id, kind, body)
    values (gen_random_uuid(), ${webhookId}, 'webhook.test',
            ${JSON.stringify({ type: 'webhook.test', timestamp, accountIds, data: {} })})`.execute(db);
  return findDeliveries(db, webhookId);
}

/**
 * Sends a delivery again. A test delivery is sent even if the webhook is off, because it shows whether the webhook
 * works and can be resumed.
 * @throws Refused not_found, or webhook_is_off
 */
export async function queueAgain(db: Db, which: WebhookOf, deliveryId: string): Promise<Delivery[]> {
  const { webhookId } = which;
  await requireWebhook(db, which);
  const off = await sql`
    select from webhook_delivery delivery join webhook on webhook.id = delivery.webhook_id
    where delivery.id = ${deliveryId} and webhook.id = ${webhookId} and delivery.kind <> 'webhook.test'
      and webhook.disabled_at is not null`.execute(db);
  if (off.rows.length > 0) throw new Refused('webhook_is_off');
  const { rows } = await sql`
    update webhook_delivery set next_attempt_at = now(), attempts = 0, delivered_at = null
    where id = ${deliveryId} and webhook_id = ${webhookId} and next_attempt_at is null
    returning id`.execute(db);
  if (rows.length === 0) throw new Refused('not_found');
  return findDeliveries(db, webhookId);
}

const LISTED_MAX = 50;

/** Returns the last deliveries to a webhook, the latest first. */
export async function findDeliveries(db: Db, webhookId: string): Promise<Delivery[]> {
  const { rows } = await sql<Delivery>`
    select id, kind, attempts, status, error, body,
      case when next_attempt_at is not null then 'waiting'
        when delivered_at is not null then 'delivered' else 'failed' end as state,
      ${isoTime('created_at')} as "createdAt", ${isoTime('next_attempt_at')} as "nextAttemptAt"
    from webhook_delivery where webhook_id = ${webhookId}
    order by created_at desc, id limit ${LISTED_MAX}`.execute(db);
  return rows;
}
