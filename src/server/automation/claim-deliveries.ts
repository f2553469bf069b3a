import { sql } from 'kysely';
import { SEND_TIMEOUT_MS } from '#server/automation/send-webhook.ts';
import type { Db } from '#server/platform/database/database.ts';

export type ClaimedDelivery = {
  readonly id: string;
  readonly webhook_id: string;
  readonly account_id: string;
  readonly url: string;
  readonly body: string;
  readonly attempts: number;
  readonly sealed_secret: string;
  readonly sealed_before: string | null;
};

/** How many may be under way at the same time, from all processes together. */
export const UNDER_WAY_MAX = { webhook: 4, failingWebhook: 1, company: 8 } as const;

/** Longer than sending takes: nobody else takes a delivery while a slow reader is still being waited for. */
const CLAIM_SECONDS = SEND_TIMEOUT_MS / 1000 + 5;

/**
 * Takes at most so many deliveries that are due, so that no other process takes them too for as long as sending takes: a
 * process that dies while it sends leaves them to whoever comes then. Companies take turns, and no reader that is slow is
 * waited for in more than a few places (decision 50).
 */
export async function claimDeliveries(db: Db, max: number): Promise<readonly ClaimedDelivery[]> {
  if (!(await isAnyDue(db))) return [];
  return db.transaction().execute(async (transaction) => {
    // One process after the other: each counts what the one before has taken.
    await sql`select pg_advisory_xact_lock(hashtextextended('webhook deliveries', 0))`.execute(transaction);
    return take(transaction, max);
  });
}

async function isAnyDue(db: Db): Promise<boolean> {
  const { rows } = await sql`select from webhook_delivery where next_attempt_at <= ${NOW} limit 1`.execute(db);
  return rows.length > 0;
}

/**
 * The time of the statement: the transaction began before it waited for its turn. Rounded as the columns are: a delivery
 * is due at once, although its stored time may be rounded up.
 */
const NOW = sql`statement_timestamp()::timestamptz(3)`;

async function take(db: Db, max: number): Promise<readonly ClaimedDelivery[]> {
  const { webhook, failingWebhook, company } = UNDER_WAY_MAX;
  // What is taken hasn't come to anything yet; of what waits for its next attempt it is known what the last came to.
  const { rows } = await sql<ClaimedDelivery>`
    with taken as (
      select id, webhook_id, next_attempt_at, true as is_taken from webhook_delivery
      where next_attempt_at > ${NOW} and next_attempt_at <= ${NOW} + make_interval(secs => ${CLAIM_SECONDS + 1})
        and attempts > 0 and status is null and error is null
    ), due as (
      select next.*, false as is_taken from webhook cross join lateral (
        select id, webhook_id, next_attempt_at from webhook_delivery
        where webhook_id = webhook.id and next_attempt_at <= ${NOW} and (webhook.disabled_at is null or kind = 'test')
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
      webhook.sealed_secret, case when webhook.before_until > now() then webhook.sealed_before end as sealed_before`.execute(
    db,
  );
  return rows;
}
