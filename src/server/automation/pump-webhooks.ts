import { sql } from 'kysely';
import { ATTEMPT_SECONDS, ATTEMPTS_MAX, FAILING_DAYS_MAX } from '#domain/automation/webhook.ts';
import { mailOwnersOfWebhook } from '#server/automation/automation-mails.ts';
import type { SendWebhook } from '#server/automation/send-webhook.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/database.ts';
import type { Timers } from '#server/platform/timers.ts';

type Claimed = {
  readonly id: string;
  readonly webhook_id: string;
  readonly account_id: string;
  readonly url: string;
  readonly body: string;
  readonly attempts: number;
  readonly sealed_secret: string;
  readonly sealed_before: string | null;
};

const CLAIM_MAX = 20;

/**
 * Takes deliveries that are due, so that no other process takes them too, and says when each comes next: a process that
 * dies while it sends leaves them to whoever comes then.
 */
async function claim(db: Db): Promise<Claimed[]> {
  const { rows } = await sql<Claimed>`
    update webhook_delivery delivery set attempts = attempts + 1,
      next_attempt_at = now() + (${[...ATTEMPT_SECONDS]}::int[])[least(attempts + 1, ${ATTEMPT_SECONDS.length})] * interval '1 second'
    from webhook
    where webhook.id = delivery.webhook_id and delivery.id in (
      select due.id from webhook_delivery due
      join webhook of_due on of_due.id = due.webhook_id
      where due.next_attempt_at <= now() and (of_due.disabled_at is null or due.kind = 'test')
      order by due.next_attempt_at limit ${CLAIM_MAX} for update of due skip locked)
    returning delivery.id, delivery.webhook_id, webhook.account_id, webhook.url, delivery.body, delivery.attempts,
      webhook.sealed_secret, case when webhook.before_until > now() then webhook.sealed_before end as sealed_before`.execute(
    db,
  );
  return rows;
}

type Outcome = { readonly status: number | null; readonly error: string | null };

const ERROR_LENGTH = 200;

/** Any answer below 300 says that it arrived; a redirect doesn't. */
const hasArrived = ({ status }: Outcome): boolean => status !== null && status >= 200 && status < 300;

async function note(db: Db, delivery: Claimed, outcome: Outcome): Promise<void> {
  const isDone = hasArrived(outcome);
  const isLast = isDone || delivery.attempts >= ATTEMPTS_MAX;
  await sql`
    update webhook_delivery set status = ${outcome.status}, error = ${outcome.error},
      delivered_at = ${isDone ? sql`now()` : sql`delivered_at`},
      next_attempt_at = ${isLast ? null : sql`next_attempt_at`}
    where id = ${delivery.id}`.execute(db);
  if (isDone) await sql`update webhook set failing_since = null where id = ${delivery.webhook_id}`.execute(db);
  else await noteFailure(db, delivery);
}

/** What fails for days is switched off, and the company's owners are told. */
async function noteFailure(db: Db, { webhook_id: id, account_id: accountId, url }: Claimed): Promise<void> {
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

export type WebhookPumpParts = {
  readonly db: Db;
  readonly open: (sealed: string) => string;
  readonly send: SendWebhook;
  readonly clock: Clock;
};

/** Sends what is due, once; gives how many were tried. */
export async function pumpWebhooks({ db, open, send, clock }: WebhookPumpParts): Promise<number> {
  const due = await claim(db);
  await Promise.all(
    due.map(async (delivery) => {
      const { id, url, body, sealed_secret: sealed, sealed_before: before } = delivery;
      const secrets = [sealed, ...(before === null ? [] : [before])].map(open);
      const seconds = Math.floor(clock.nowMs() / 1000);
      const outcome = await send({ id, url, body, secrets, seconds }).then(
        (status): Outcome => ({ status, error: null }),
        (error: unknown): Outcome => ({ status: null, error: String(error).slice(0, ERROR_LENGTH) }),
      );
      await note(db, delivery, outcome);
    }),
  );
  return due.length;
}

const LOOK_EVERY_MS = 1_000;

/** Sends for as long as the process lives; each delivery is claimed by one process. */
export function startWebhookPump({
  timers,
  failed,
  ...parts
}: WebhookPumpParts & {
  readonly timers: Pick<Timers, 'every'>;
  readonly failed: (error: unknown) => void;
}): { stop(): Promise<void> } {
  let underWay: Promise<unknown> | undefined;
  const stop = timers.every(LOOK_EVERY_MS, () => {
    underWay ??= pumpWebhooks(parts)
      .catch(failed)
      .finally(() => (underWay = undefined));
  });
  return {
    async stop() {
      stop();
      await underWay;
    },
  };
}
