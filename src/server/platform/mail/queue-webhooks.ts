import { sql } from 'kysely';
import type { WebhookData } from '#contract/company/webhook-event.ts';
import type { WebhookKind } from '#domain/automation/webhook.ts';
import type { Db } from '#server/platform/database/database.ts';

/** An event for one company's webhooks, and for the operator's. */
export type WebhookEvent<Kind extends WebhookKind> = {
  /** Null: only the operator gets the event. */
  readonly accountId: string | null;
  readonly data: Readonly<WebhookData<Kind>>;
};

/**
 * Queues events of one kind for the webhooks that subscribed to this kind: those of the companies, and those of the
 * operator. The events are sent if and only if this transaction commits (decision 86). The operator gets an event with
 * the same data for several companies once (decision 121).
 */
export async function queueWebhooks<Kind extends WebhookKind>(
  db: Db,
  kind: Kind,
  events: readonly WebhookEvent<Kind>[],
): Promise<void> {
  if (events.length === 0) return;
  const timestamp = new Date().toISOString();
  const bodyOf = (accountIds: readonly string[], data: object): string =>
    JSON.stringify({ type: kind, timestamp, accountIds, data });
  const ofCompanies = events.flatMap(({ accountId, data }) =>
    accountId === null ? [] : [{ accountId, body: bodyOf([accountId], data) }],
  );
  const ofOperator = [...Map.groupBy(events, ({ data }) => JSON.stringify(data)).values()].flatMap((alike) => {
    const accountIds = alike.flatMap(({ accountId }) => (accountId === null ? [] : [accountId]));
    return alike.slice(0, 1).map(({ data }) => ({ accountId: null, body: bodyOf(accountIds, data) }));
  });
  const all = [...ofCompanies, ...ofOperator];
  // Each webhook gets the event with a delivery id of its own.
  await sql`
    insert into webhook_delivery (id, webhook_id, kind, body)
    select gen_random_uuid(), webhook.id, ${kind}, told.body
    from unnest(${all.map(({ accountId }) => accountId)}::uuid[], ${all.map(({ body }) => body)}::text[]) as told (account_id, body)
    join webhook on webhook.account_id is not distinct from told.account_id and ${kind} = any(webhook.kinds)
      and webhook.disabled_at is null
    left join account on account.id = webhook.account_id
    where webhook.account_id is null or account.status = 'Active'`.execute(db);
}

/** The receivers of a kind of events: the operator, or companies. */
export type Followers = { readonly isOperator: boolean; readonly accountIds: ReadonlySet<string> };

/** Returns who has a webhook for events of a kind. */
export async function findFollowers(db: Db, kind: WebhookKind): Promise<Followers> {
  const { rows } = await sql<{ account_id: string | null }>`
    select distinct account_id from webhook where ${kind} = any(kinds) and disabled_at is null`.execute(db);
  const ids = rows.map(({ account_id: accountId }) => accountId);
  return { isOperator: ids.includes(null), accountIds: new Set(ids.filter((id) => id !== null)) };
}
