import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import {
  deliverAgain,
  listDeliveries,
  listWebhooks,
  makeWebhook,
  removeWebhook,
  renewWebhookSecret,
  testWebhook,
  updateWebhook,
  type Delivery,
  type Webhook,
} from '#contract/company/webhook.ts';
import { judgeWebhookUrl, OLD_SECRET_HOURS, WEBHOOKS_MAX } from '#domain/automation/webhook.ts';
import { recordChange } from '#server/company/account-rows.ts';
import { manageMembers } from '#server/company/members.ts';
import { requireMembership } from '#server/company/own-account.ts';
import type { Db } from '#server/platform/database/database.ts';
import { isoTime } from '#server/platform/database/iso-time.ts';
import { countRows } from '#server/platform/database/page.ts';
import type { Sealing } from '#server/platform/mail/outbox.ts';
import { operation, type Call, type Operation } from '#server/platform/http/operation.ts';
import { Refused, refuseFields } from '#server/platform/http/refused.ts';

type Seal = Pick<Sealing, 'seal'>;

const makeSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

/**
 * Returns the address of one of the company's webhooks.
 * @throws Refused not_found, the same for a missing webhook and for another company's webhook
 */
async function requireWebhook(db: Db, accountId: string, id: string): Promise<string> {
  const webhook = db.selectFrom('webhook').select('url').where('id', '=', id).where('account_id', '=', accountId);
  const row = await webhook.executeTakeFirst();
  if (!row) throw new Refused('not_found');
  return row.url;
}

type Managing = Pick<Call, 'db' | 'caller'> & Pick<Call<typeof removeWebhook>, 'params'>;

/**
 * Like `requireWebhook`, but only for an owner. Locks the company, so changes to its webhooks run one after the other.
 */
async function manageWebhook({ db, caller, params }: Managing): Promise<string> {
  await manageMembers(db, caller, params.id);
  return requireWebhook(db, params.id, params.webhookId);
}

/**
 * Operations by which a company's owners decide where its events are sent. Every member sees the list (decision 86).
 */
export const webhookOperations = (secret: Seal): Operation[] => [
  operation(listWebhooks, ({ db, caller, params }) => findWebhooks(db, requireMembership(caller, params.id).id)),
  operation(makeWebhook, (call) => make(call, secret)),
  operation(updateWebhook, update),
  operation(removeWebhook, remove),
  operation(renewWebhookSecret, (call) => renew(call, secret)),
  operation(listDeliveries, async ({ db, caller, params }) => {
    await requireWebhook(db, requireMembership(caller, params.id).id, params.webhookId);
    return findDeliveries(db, params.webhookId);
  }),
  operation(testWebhook, test),
  operation(deliverAgain, again),
];

async function make({ db, caller, params, body }: Call<typeof makeWebhook>, { seal }: Seal) {
  await manageMembers(db, caller, params.id);
  refuseFields({ url: judgeWebhookUrl(body.url) });
  if ((await findWebhooks(db, params.id)).length >= WEBHOOKS_MAX) throw new Refused('too_many_webhooks');
  const made = makeSecret();
  const url = body.url.trim();
  await db
    .insertInto('webhook')
    .values({
      id: randomUUID(),
      account_id: params.id,
      url,
      kinds: [...new Set(body.kinds)],
      sealed_secret: seal(made),
      created_by: caller.userId,
    })
    .execute();
  const changes = [{ field: url, before: '', after: body.kinds.join(', ') }];
  await recordChange(db, { accountId: params.id, userId: caller.userId, kind: 'webhook_made', changes });
  return { secret: made, webhooks: await findWebhooks(db, params.id) };
}

async function update(call: Call<typeof updateWebhook>) {
  const { db, caller, params, body } = call;
  const before = await manageWebhook(call);
  const url = body.url.trim();
  if (url !== before) refuseFields({ url: judgeWebhookUrl(url) });
  await db
    .updateTable('webhook')
    .set({
      url,
      kinds: [...new Set(body.kinds)],
      failing_since: null,
      disabled_at: body.isPaused ? sql`now()` : null,
      // This owner becomes the maker. A webhook is paused when its maker is no longer an owner (decision 58).
      ...(url !== before && { created_by: caller.userId }),
    })
    .where('id', '=', params.webhookId)
    .execute();
  const changes = [{ field: body.kinds.join(', '), before, after: body.isPaused ? `${url} (paused)` : url }];
  await recordChange(db, { accountId: params.id, userId: caller.userId, kind: 'webhook_changed', changes });
  return findWebhooks(db, params.id);
}

async function remove(call: Call<typeof removeWebhook>) {
  const { db, caller, params } = call;
  const url = await manageWebhook(call);
  await db.deleteFrom('webhook').where('id', '=', params.webhookId).execute();
  const changes = [{ field: url, before: url, after: '' }];
  await recordChange(db, { accountId: params.id, userId: caller.userId, kind: 'webhook_removed', changes });
  return findWebhooks(db, params.id);
}

async function renew(call: Call<typeof renewWebhookSecret>, { seal }: Seal) {
  const { db, caller, params } = call;
  const url = await manageWebhook(call);
  const made = makeSecret();
  await sql`
    update webhook set sealed_before = sealed_secret, sealed_secret = ${seal(made)},
      before_until = now() + make_interval(hours => ${OLD_SECRET_HOURS})
    where id = ${params.webhookId}`.execute(db);
  const changes = [{ field: 'secret', before: url, after: url }];
  await recordChange(db, { accountId: params.id, userId: caller.userId, kind: 'webhook_changed', changes });
  return { secret: made, webhooks: await findWebhooks(db, params.id) };
}

/**
 * The maximum number of test deliveries per webhook and minute, so that nobody can make this server flood an address.
 */
const ASKED_A_MINUTE_MAX = 10;

async function test(call: Call<typeof testWebhook>) {
  const { db, params, nowMs } = call;
  await manageWebhook(call);
  const asked = sql`
    from webhook_delivery
    where webhook_id = ${params.webhookId} and created_at > now() - interval '1 minute' and kind = 'test'`;
  if ((await countRows(db, asked)) >= ASKED_A_MINUTE_MAX) throw new Refused('too_many_requests');
  const body = JSON.stringify({ type: 'test', timestamp: new Date(nowMs).toISOString(), data: {} });
  await sql`
    insert into webhook_delivery (id, webhook_id, kind, body)
    values (gen_random_uuid(), ${params.webhookId}, 'test', ${body})`.execute(db);
  return findDeliveries(db, params.webhookId);
}

/**
 * Sends a delivery again. A test delivery is sent even if the webhook is off, because it shows whether the webhook
 * works and can be resumed.
 */
async function again(call: Call<typeof deliverAgain>) {
  const { db, params } = call;
  await manageWebhook(call);
  const off = await sql`
    select from webhook_delivery delivery join webhook on webhook.id = delivery.webhook_id
    where delivery.id = ${params.deliveryId} and webhook.id = ${params.webhookId} and delivery.kind <> 'test'
      and webhook.disabled_at is not null`.execute(db);
  if (off.rows.length > 0) throw new Refused('webhook_is_off');
  const { rows } = await sql`
    update webhook_delivery set next_attempt_at = now(), attempts = 0, delivered_at = null
    where id = ${params.deliveryId} and webhook_id = ${params.webhookId} and next_attempt_at is null
    returning id`.execute(db);
  if (rows.length === 0) throw new Refused('not_found');
  return findDeliveries(db, params.webhookId);
}

async function findWebhooks(db: Db, accountId: string): Promise<Webhook[]> {
  const { rows } = await sql<Webhook>`
    select id, url, kinds, disabled_at is not null as "isPaused",
      case when disabled_at is not null then case when failing_since is null then 'paused' else 'disabled' end
        when failing_since is null then 'works' else 'failing' end as state,
      ${isoTime('created_at')} as "createdAt", ${isoTime('failing_since')} as "failingSince"
    from webhook where account_id = ${accountId} order by created_at, id`.execute(db);
  return rows;
}

const LISTED_MAX = 50;

async function findDeliveries(db: Db, webhookId: string): Promise<Delivery[]> {
  const { rows } = await sql<Delivery>`
    select id, kind, attempts, status, error, body,
      case when next_attempt_at is not null then 'waiting'
        when delivered_at is not null then 'delivered' else 'failed' end as state,
      ${isoTime('created_at')} as "createdAt", ${isoTime('next_attempt_at')} as "nextAttemptAt"
    from webhook_delivery where webhook_id = ${webhookId}
    order by created_at desc, id limit ${LISTED_MAX}`.execute(db);
  return rows;
}

/** Encrypts secrets again, with the current SECRET_KEY, if they are encrypted with the previous one. */
export async function resealWebhooks(
  db: Db,
  secret: Sealing & { isSealedAnew(sealed: string): boolean },
): Promise<void> {
  const rows = await db.selectFrom('webhook').select(['id', 'sealed_secret', 'sealed_before']).execute();
  const anew = (sealed: string): string => (secret.isSealedAnew(sealed) ? sealed : secret.seal(secret.open(sealed)));
  for (const { id, sealed_secret: sealed, sealed_before: before } of rows) {
    const after = { sealed_secret: anew(sealed), sealed_before: before && anew(before) };
    if (after.sealed_secret === sealed && after.sealed_before === before) continue;
    await db.updateTable('webhook').set(after).where('id', '=', id).where('sealed_secret', '=', sealed).execute();
  }
}

/** Deletes deliveries after thirty days, the time for which users can see them. */
export async function deleteOldDeliveries(db: Db): Promise<void> {
  await sql`delete from webhook_delivery where created_at < now() - interval '30 days'`.execute(db);
}
