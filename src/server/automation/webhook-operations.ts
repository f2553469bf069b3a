import { sql } from 'kysely';
import {
  deliverAgain,
  deliverOperatorEventAgain,
  listDeliveries,
  listOperatorDeliveries,
  listOperatorWebhooks,
  listWebhooks,
  makeOperatorWebhook,
  makeWebhook,
  removeOperatorWebhook,
  removeWebhook,
  renewOperatorWebhookSecret,
  renewWebhookSecret,
  testOperatorWebhook,
  testWebhook,
  updateOperatorWebhook,
  updateWebhook,
  type OperatorWebhook,
  type Webhook,
} from '#contract/company/webhook.ts';
import { lockOperator } from '#server/automation/operator.ts';
import {
  changeWebhook,
  deleteWebhook,
  findDeliveries,
  findWebhooks,
  insertWebhook,
  queueAgain,
  queueTest,
  renewSecret,
  requireWebhook,
} from '#server/automation/webhook-rows.ts';
import { recordChange } from '#server/company/account-rows.ts';
import { manageMembers } from '#server/company/members.ts';
import { requireMembership } from '#server/company/own-account.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Sealing } from '#server/platform/mail/outbox.ts';
import { operation, type Call, type Operation } from '#server/platform/http/operation.ts';

type Seal = Pick<Sealing, 'seal'>;

const companyWebhooks = (db: Db, accountId: string) => findWebhooks<Webhook>(db, accountId);
const operatorWebhooks = (db: Db) => findWebhooks<OperatorWebhook>(db, null);

type Managing = Pick<Call, 'db' | 'caller'> & Pick<Call<typeof removeWebhook>, 'params'>;

/**
 * Returns which of the company's webhooks a call is about. Only owners may manage webhooks. Locks the company, so
 * changes to its webhooks run one after the other.
 */
async function manageWebhook({ db, caller, params }: Managing) {
  await manageMembers(db, caller, params.id);
  return { accountId: params.id, webhookId: params.webhookId };
}

/** The same for a webhook of the operator. */
async function manageOperatorWebhook(call: Pick<Call, 'db' | 'caller'> & { readonly params: { readonly id: string } }) {
  await lockOperator(call);
  return { accountId: null, webhookId: call.params.id };
}

/**
 * Operations by which a company's owners decide where its events are sent. Every member sees the list (decision 86).
 */
export const webhookOperations = (secret: Seal): Operation[] => [
  operation(listWebhooks, ({ db, caller, params }) => companyWebhooks(db, requireMembership(caller, params.id).id)),
  operation(makeWebhook, (call) => make(call, secret)),
  operation(updateWebhook, update),
  operation(removeWebhook, remove),
  operation(renewWebhookSecret, (call) => renew(call, secret)),
  operation(listDeliveries, async ({ db, caller, params }) => {
    await requireWebhook(db, { accountId: requireMembership(caller, params.id).id, webhookId: params.webhookId });
    return findDeliveries(db, params.webhookId);
  }),
  operation(testWebhook, async (call) => queueTest(call.db, await manageWebhook(call), call.nowMs)),
  operation(deliverAgain, async (call) => queueAgain(call.db, await manageWebhook(call), call.params.deliveryId)),
];

/** Operations by which administrators decide where the events of all companies are sent (decision 121). */
export const operatorWebhookOperations = (secret: Seal): Operation[] => [
  operation(listOperatorWebhooks, ({ db }) => operatorWebhooks(db)),
  operation(makeOperatorWebhook, async (call) => {
    const { db, caller, body } = call;
    await lockOperator(call);
    const made = await insertWebhook(db, { ...body, accountId: null, userId: caller.userId }, secret);
    return { secret: made, webhooks: await operatorWebhooks(db) };
  }),
  operation(updateOperatorWebhook, async (call) => {
    const { db, caller, body } = call;
    await changeWebhook(db, await manageOperatorWebhook(call), { ...body, userId: caller.userId });
    return operatorWebhooks(db);
  }),
  operation(removeOperatorWebhook, async (call) => {
    await deleteWebhook(call.db, await manageOperatorWebhook(call));
    return operatorWebhooks(call.db);
  }),
  operation(renewOperatorWebhookSecret, async (call) => {
    const made = await renewSecret(call.db, await manageOperatorWebhook(call), secret);
    return { secret: made.secret, webhooks: await operatorWebhooks(call.db) };
  }),
  operation(listOperatorDeliveries, async ({ db, params: { id } }) => {
    await requireWebhook(db, { accountId: null, webhookId: id });
    return findDeliveries(db, id);
  }),
  operation(testOperatorWebhook, async (call) => queueTest(call.db, await manageOperatorWebhook(call), call.nowMs)),
  operation(deliverOperatorEventAgain, async (call) =>
    queueAgain(call.db, await manageOperatorWebhook(call), call.params.deliveryId),
  ),
];

type Kind = 'webhook_made' | 'webhook_changed' | 'webhook_removed';
type Change = { readonly field: string; readonly before: string; readonly after: string };

const record = (
  { db, caller, params }: Pick<Managing, 'db' | 'caller'> & { params: { id: string } },
  kind: Kind,
  change: Change,
) => recordChange(db, { accountId: params.id, userId: caller.userId, kind, changes: [change] });

async function make(call: Call<typeof makeWebhook>, secret: Seal) {
  const { db, caller, params, body } = call;
  await manageMembers(db, caller, params.id);
  const made = await insertWebhook(db, { ...body, accountId: params.id, userId: caller.userId }, secret);
  await record(call, 'webhook_made', { field: body.url.trim(), before: '', after: body.kinds.join(', ') });
  return { secret: made, webhooks: await companyWebhooks(db, params.id) };
}

async function update(call: Call<typeof updateWebhook>) {
  const { db, caller, params, body } = call;
  const before = await changeWebhook(db, await manageWebhook(call), { ...body, userId: caller.userId });
  const url = body.url.trim();
  const after = body.isPaused ? `${url} (paused)` : url;
  await record(call, 'webhook_changed', { field: body.kinds.join(', '), before, after });
  return companyWebhooks(db, params.id);
}

async function remove(call: Call<typeof removeWebhook>) {
  const url = await deleteWebhook(call.db, await manageWebhook(call));
  await record(call, 'webhook_removed', { field: url, before: url, after: '' });
  return companyWebhooks(call.db, call.params.id);
}

async function renew(call: Call<typeof renewWebhookSecret>, secret: Seal) {
  const made = await renewSecret(call.db, await manageWebhook(call), secret);
  await record(call, 'webhook_changed', { field: 'secret', before: made.url, after: made.url });
  return { secret: made.secret, webhooks: await companyWebhooks(call.db, call.params.id) };
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
