import { sql, type Selectable } from 'kysely';
import { FAILING_DAYS_MAX, GONE, JITTER_MAX, secondsToNextAttempt } from '#domain/automation/webhook.ts';
import { mailAdmins } from '#server/automation/operator.ts';
import { mailOwners } from '#server/company/account-mails.ts';
import { findMembers, requireAccount } from '#server/company/account-rows.ts';
import { companyNameOf } from '#server/platform/database/company-name.ts';
import { SEND_TIMEOUT_MS, webhookSender, type SendWebhook } from '#server/automation/send-webhook.ts';
import type { Tables } from '#server/platform/database/tables.gen.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Writer } from '#server/platform/document/writer-for.ts';
import { startSending, type SendQueue } from '#server/platform/mail/send-queue.ts';
import type { Clock } from '#server/platform/runtime/clock.ts';
import { countMessage } from '#server/platform/telemetry/counters.ts';
import { withSpan } from '#server/platform/telemetry/trace.ts';
import { resealWebhooks } from '#server/automation/webhook-operations.ts';
import { nodeTimers } from '#server/platform/runtime/timers.ts';

type Outcome = { readonly status: number | null; readonly error: string | null; readonly retryAfterSeconds?: number };

const ERROR_LENGTH = 200;

/** Only a status from 200 to 299 counts as delivered. A redirect does not. */
const hasArrived = ({ status }: Outcome): boolean => status !== null && status >= 200 && status < 300;

async function note(db: Db, delivery: ClaimedDelivery, outcome: Outcome): Promise<void> {
  const isDone = hasArrived(outcome);
  const waitSeconds = secondsToNextAttempt(delivery.attempts, outcome.retryAfterSeconds ?? 0);
  await sql`
    update webhook_delivery set status = ${outcome.status}, error = ${outcome.error},
      delivered_at = ${isDone ? sql`now()` : sql`delivered_at`},
      next_attempt_at = ${isDone || waitSeconds === null ? null : sql`now() + make_interval(secs => ${waitSeconds} * (1 + random() * ${JITTER_MAX}))`}
    where id = ${delivery.id}`.execute(db);
  if (isDone) await sql`update webhook set failing_since = null where id = ${delivery.webhook_id}`.execute(db);
  else await noteFailure(db, delivery, outcome.status === GONE);
}

/**
 * Records a failure. A webhook that has failed for days, or whose receiver says that it is gone, is switched off, and
 * the company's owners, or the administrators, get an email.
 */
async function noteFailure(
  db: Db,
  { webhook_id: id, account_id: accountId, url }: ClaimedDelivery,
  isGone: boolean,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ is_over: boolean }>`
      update webhook set failing_since = coalesce(failing_since, now()),
        disabled_at = case when ${isGone} or failing_since < now() - make_interval(days => ${FAILING_DAYS_MAX}) then now() end
      where id = ${id} and disabled_at is null
      returning disabled_at is not null as is_over`.execute(transaction);
    if (!rows[0]?.is_over) return;
    await sql`update webhook_delivery set next_attempt_at = null where webhook_id = ${id}`.execute(transaction);
    await mailHolder(transaction, accountId, ({ words }) =>
      isGone
        ? words('automationMail.webhookDisabled.gone', { url })
        : words('automationMail.webhookDisabled.body', { url, days: String(FAILING_DAYS_MAX) }),
    );
  });
}

/** Tells the owners of the company, or the administrators, that their webhook was switched off. */
async function mailHolder(db: Db, accountId: string | null, bodyIn: (writer: Writer) => string): Promise<void> {
  if (accountId === null)
    return mailAdmins(db, (_, writer) => ({
      subject: writer.words('automationMail.webhookDisabled.operatorSubject'),
      body: bodyIn(writer),
    }));
  const company = await requireAccount(db, accountId);
  await mailOwners(db, await findMembers(db, accountId), {
    write: (language, writer) => ({
      subject: writer.words('automationMail.webhookDisabled.subject', { company: companyNameOf(language, company) }),
      body: bodyIn(writer),
    }),
  });
}

type WebhookQueueParts = {
  readonly db: Db;
  readonly open: (sealed: string) => string;
  readonly send: SendWebhook;
  readonly clock: Clock;
};

/** Returns the queue of due deliveries. */
export const webhookQueue = (parts: WebhookQueueParts): SendQueue<ClaimedDelivery> => ({
  claim: (max) => claimDeliveries(parts.db, max),
  send: (delivery) => withSpan('send webhook', { 'greenlot.delivery_id': delivery.id }, () => sendOne(parts, delivery)),
});

async function sendOne({ db, open, send, clock }: WebhookQueueParts, delivery: ClaimedDelivery): Promise<boolean> {
  const { id, url, body, sealed_secret: sealed, sealed_before: before } = delivery;
  const secrets = [sealed, ...(before === null ? [] : [before])].map(open);
  const seconds = Math.floor(clock.nowMs() / 1000);
  const outcome = await send({ id, url, body, secrets, seconds }).then(
    (reply): Outcome => ({ ...reply, error: null }),
    (error: unknown): Outcome => ({ status: null, error: String(error).slice(0, ERROR_LENGTH) }),
  );
  countMessage('webhook', hasArrived(outcome));
  await note(db, delivery, outcome);
  return hasArrived(outcome);
}

type ClaimedDelivery = Pick<Selectable<Tables['webhook_delivery']>, 'id' | 'webhook_id' | 'body' | 'attempts'> &
  Pick<Selectable<Tables['webhook']>, 'account_id' | 'url' | 'sealed_secret' | 'sealed_before'>;

/** The maximum numbers of deliveries that all processes together send at the same time. */
export const UNDER_WAY_MAX = { webhook: 4, failingWebhook: 1, company: 8 } as const;

/** A claim lasts longer than sending, so that no process takes a delivery that another process is still sending. */
const CLAIM_SECONDS = SEND_TIMEOUT_MS / 1000 + 5;

/**
 * Claims at most `max` due deliveries. No other process takes them for `CLAIM_SECONDS`. If a process dies while it
 * sends a delivery, another process takes the delivery after this time. Companies take turns, and a slow receiver gets
 * only a few of the slots (decision 86).
 */
async function claimDeliveries(db: Db, max: number): Promise<readonly ClaimedDelivery[]> {
  if (!(await isAnyDue(db))) return [];
  return db.transaction().execute(async (transaction) => {
    // Processes claim one after the other, so that each process counts what the others have claimed.
    await sql`select pg_advisory_xact_lock(hashtextextended('webhook deliveries', 0))`.execute(transaction);
    return take(transaction, max);
  });
}

async function isAnyDue(db: Db): Promise<boolean> {
  const { rows } = await sql`select from webhook_delivery where next_attempt_at <= ${NOW} limit 1`.execute(db);
  return rows.length > 0;
}

/**
 * SQL: the time of the statement. The time of the transaction would be too early, because the transaction waits for the
 * lock. The time is rounded like stored times, so that a delivery is due immediately even if its stored time was
 * rounded up.
 */
const NOW = sql`statement_timestamp()::timestamptz(3)`;

async function take(db: Db, max: number): Promise<readonly ClaimedDelivery[]> {
  const { webhook, failingWebhook, company } = UNDER_WAY_MAX;
  // A delivery in progress has no status and no error. A delivery that waits for a retry has one of the two.
  const { rows } = await sql<ClaimedDelivery>`
    with taken as (
      select id, webhook_id, next_attempt_at, true as is_taken from webhook_delivery
      where next_attempt_at > ${NOW} and next_attempt_at <= ${NOW} + make_interval(secs => ${CLAIM_SECONDS + 1})
        and attempts > 0 and status is null and error is null
    ), due as (
      select next.*, false as is_taken from webhook cross join lateral (
        select id, webhook_id, next_attempt_at from webhook_delivery
        where webhook_id = webhook.id and next_attempt_at <= ${NOW} and (webhook.disabled_at is null or kind = 'webhook.test')
        order by next_attempt_at limit ${webhook}) next
    ), of_webhook as (
      select *, row_number() over (partition by webhook_id order by is_taken desc, next_attempt_at, id) as place
      from (table taken union all table due) either
    ), of_company as (
      select of_webhook.*,
        row_number() over (partition by account_id order by is_taken desc, place, next_attempt_at, of_webhook.id) as turn
      from of_webhook join webhook on webhook.id = of_webhook.webhook_id
      where is_taken or place <= case when failing_since is null then ${webhook}::int else ${failingWebhook}::int end
    ), chosen as (
      select id from of_company where not is_taken and turn <= ${company} order by turn, next_attempt_at, id limit ${max}
    )
    update webhook_delivery delivery set attempts = attempts + 1, status = null, error = null,
      next_attempt_at = ${NOW} + make_interval(secs => ${CLAIM_SECONDS})
    from webhook
    where webhook.id = delivery.webhook_id and delivery.id in (
      select id from webhook_delivery
      where id = any(array(select id from chosen)) and next_attempt_at <= ${NOW} for update skip locked)
    returning delivery.id, delivery.webhook_id, webhook.account_id, webhook.url, delivery.body, delivery.attempts,
      webhook.sealed_secret,
      case when webhook.before_until > now() then webhook.sealed_before end as sealed_before`.execute(db);
  return rows;
}

type ResealDeps = Pick<WebhookQueueParts, 'db' | 'clock'> & { readonly secret: Parameters<typeof resealWebhooks>[1] };

/**
 * The maximum number of deliveries that this process sends at the same time. Each one holds a connection for at most
 * ten seconds. Several companies with slow receivers cannot fill all slots.
 */
const SLOTS = 40;

/**
 * Sends due deliveries until the process stops. Before the first delivery, encrypts the webhooks' secrets with the
 * current SECRET_KEY if they are encrypted with the previous one.
 */
export async function startWebhooks(
  { db, clock, secret }: ResealDeps,
  { WEBHOOK_PRIVATE: mayBePrivate }: { readonly WEBHOOK_PRIVATE: boolean },
  failed: (error: unknown) => void,
): Promise<{ stop(): Promise<void> }> {
  await resealWebhooks(db, secret);
  const open = (sealed: string): string => secret.open(sealed);
  const queue = webhookQueue({ db, clock, open, send: webhookSender(mayBePrivate) });
  return startSending(queue, { slots: SLOTS, timers: nodeTimers, failed });
}
