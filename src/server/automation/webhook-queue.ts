import { sql } from 'kysely';
import { ATTEMPT_SECONDS, FAILING_DAYS_MAX } from '#domain/automation/webhook.ts';
import { mailOwnersOfWebhook } from '#server/automation/automation-mails.ts';
import { claimDeliveries, type ClaimedDelivery } from '#server/automation/claim-deliveries.ts';
import type { SendWebhook } from '#server/automation/send-webhook.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { SendQueue } from '#server/platform/mail/send-queue.ts';
import type { Clock } from '#server/platform/runtime/clock.ts';
import { inStep } from '#server/platform/telemetry/trace.ts';

type Outcome = { readonly status: number | null; readonly error: string | null };

const ERROR_LENGTH = 200;

/** Any answer below 300 says that it arrived; a redirect doesn't. */
const hasArrived = ({ status }: Outcome): boolean => status !== null && status >= 200 && status < 300;

async function note(db: Db, delivery: ClaimedDelivery, outcome: Outcome): Promise<void> {
  const isDone = hasArrived(outcome);
  const seconds = ATTEMPT_SECONDS[delivery.attempts - 1];
  const isLast = isDone || seconds === undefined;
  await sql`
    update webhook_delivery set status = ${outcome.status}, error = ${outcome.error},
      delivered_at = ${isDone ? sql`now()` : sql`delivered_at`},
      next_attempt_at = ${isLast ? null : sql`now() + make_interval(secs => ${seconds})`}
    where id = ${delivery.id}`.execute(db);
  if (isDone) await sql`update webhook set failing_since = null where id = ${delivery.webhook_id}`.execute(db);
  else await noteFailure(db, delivery);
}

/** What fails for days is switched off, and the company's owners are told. */
async function noteFailure(db: Db, { webhook_id: id, account_id: accountId, url }: ClaimedDelivery): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ is_over: boolean }>`
      update webhook set failing_since = coalesce(failing_since, now()),
        disabled_at = case when failing_since < now() - make_interval(days => ${FAILING_DAYS_MAX}) then now() end
      where id = ${id} and disabled_at is null
      returning disabled_at is not null as is_over`.execute(transaction);
    if (!rows[0]?.is_over) return;
    await sql`update webhook_delivery set next_attempt_at = null where webhook_id = ${id}`.execute(transaction);
    await mailOwnersOfWebhook(transaction, accountId, url);
  });
}

export type WebhookQueueParts = {
  readonly db: Db;
  readonly open: (sealed: string) => string;
  readonly send: SendWebhook;
  readonly clock: Clock;
};

/** Deliveries that are due. */
export const webhookQueue = (parts: WebhookQueueParts): SendQueue<ClaimedDelivery> => ({
  claim: (max) => claimDeliveries(parts.db, max),
  send: (delivery) => inStep('send webhook', { 'greenlot.delivery_id': delivery.id }, () => sendOne(parts, delivery)),
});

async function sendOne({ db, open, send, clock }: WebhookQueueParts, delivery: ClaimedDelivery): Promise<boolean> {
  const { id, url, body, sealed_secret: sealed, sealed_before: before } = delivery;
  const secrets = [sealed, ...(before === null ? [] : [before])].map(open);
  const seconds = Math.floor(clock.nowMs() / 1000);
  const outcome = await send({ id, url, body, secrets, seconds }).then(
    (status): Outcome => ({ status, error: null }),
    (error: unknown): Outcome => ({ status: null, error: String(error).slice(0, ERROR_LENGTH) }),
  );
  await note(db, delivery, outcome);
  return hasArrived(outcome);
}
