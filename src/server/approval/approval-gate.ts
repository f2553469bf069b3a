import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { ADMIN_ROLES, mayChange } from '#domain/access/admin-role.ts';
import { APPROVAL_HOURS } from '#domain/access/approval.ts';
import { needsApproval } from '#server/approval/approval-setting.ts';
import { announceRequest } from '#server/approval/announce-request.ts';
import { approvableCall, nameOfOperation } from '#server/approval/approvable-calls.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { ApprovalGate, GatedCall } from '#server/platform/http/approval-gate.ts';
import { actorOf, beginAct } from '#server/platform/http/audit.ts';
import type { Operation } from '#server/platform/http/operation.ts';
import { Refused } from '#server/platform/http/refused.ts';

/**
 * Returns the function that runs before each change of an administrator. If the act needs an approval, it stores a
 * request and returns the refusal `approval_needed` with the id of the request (decision 130). It returns undefined for
 * all other calls.
 *
 * @param publicUrl the address of the platform for emails
 */
export const createApprovalGate =
  (publicUrl: string): ApprovalGate =>
  async (db, operation, call) => {
    const found = approvableCall(operation.route, call.body);
    if (!found || !(await needsApproval(db, found.act))) return undefined;
    await tryOut(db, operation, call);
    return db.transaction().execute(async (own) => {
      const known = await findByKey(own, operation, call);
      if (known) return known;
      const id = await storeRequest(own, operation, { ...call, act: found.act });
      if (id === undefined) return refuseSecond(own, operation, call);
      const roles = ADMIN_ROLES.filter((role) => mayChange([role], found.area));
      await announceRequest(own, { id, roles, publicUrl, requester: call.caller });
      return new Refused('approval_needed', { id });
    });
  };

/** Thrown to undo an act that was only tried out. */
const UNDONE = new Error('tried out');

/**
 * Refuses an act that is not allowed now, as the act itself would. An operation with its own transactions has a check
 * for this; every other one runs, and is rolled back.
 */
async function tryOut(db: Db, operation: Operation, call: GatedCall): Promise<void> {
  const tried = { ...call, afterCommit: () => {} };
  if (operation.ownTransactions)
    return operation.tryOut?.({ ...tried, db, inTransaction: (work) => db.transaction().execute(work) });
  await db
    .transaction()
    .execute(async (own) => {
      await beginAct(own, actorOf(call), actIn(operation, call, 'requested'));
      await operation.handle({ ...tried, db: own, inTransaction: (work) => work(own) });
      throw UNDONE;
    })
    .catch((failure: unknown) => {
      if (failure !== UNDONE) throw failure;
    });
}

const actIn = ({ route }: Operation, { params, body }: GatedCall, outcome: 'done' | 'requested') => ({
  action: nameOfOperation(route),
  subject: params as Record<string, unknown>,
  detail: body,
  outcome,
});

const idOf = ({ params }: GatedCall): string => (params as { readonly id: string }).id;

/** Returns the answer to a repeated call with the same key, which is the answer to the first one. */
async function findByKey(db: Db, { route }: Operation, call: GatedCall): Promise<Refused | undefined> {
  if (call.key === '') return undefined;
  const { rows } = await sql<{ id: string; is_same: boolean }>`
    select id, operation = ${nameOfOperation(route)} and params = ${JSON.stringify(call.params)}::jsonb
      and body = ${JSON.stringify(call.body)}::jsonb as is_same
    from approval_request where requested_by = ${call.caller.userId} and key = ${call.key}`.execute(db);
  const [first] = rows;
  if (!first) return undefined;
  return first.is_same ? new Refused('approval_needed', { id: first.id }) : new Refused('idempotency_key_reused');
}

/** Stores a request and its audit line. Returns its id; undefined if another request for the same act waits. */
async function storeRequest(
  db: Db,
  operation: Operation,
  call: GatedCall & { readonly act: string },
): Promise<string | undefined> {
  const name = nameOfOperation(operation.route);
  const id = randomUUID();
  await sql`
    update approval_request set state = 'expired', decided_at = expires_at
    where operation = ${name} and params ->> 'id' = ${idOf(call)} and state = 'pending'
      and expires_at <= clock_timestamp()`.execute(db);
  const { rows } = await sql`
    insert into approval_request (id, act, operation, params, body, key, title, page_id, requested_by, api_key_id, expires_at)
    select ${id}, ${call.act}, ${name}, ${JSON.stringify(call.params)}::jsonb, ${JSON.stringify(call.body)}::jsonb,
      ${call.key}, title, page_id, ${call.caller.userId}, ${call.caller.apiKeyId ?? null},
      clock_timestamp() + make_interval(hours => ${APPROVAL_HOURS}) from (${aboutOf(idOf(call))}) about
    on conflict do nothing returning id`.execute(db);
  if (rows.length === 0) return undefined;
  await beginAct(db, actorOf(call), actIn(operation, call, 'requested'));
  return id;
}

/** SQL: the name of the auction, the trade or the company with this id, and the id of its page. */
const aboutOf = (id: string) => sql`
  select title, id as page_id from auction where id = ${id}
  union all select title, auction.id from auction_item join auction on auction.id = auction_id where auction_item.id = ${id}
  union all select company_name, id from account where id = ${id}
  union all select coalesce(auction.title, sell_order.title), settlement.id from settlement
    left join award on award.id = settlement.award_id left join auction on auction.id = award.auction_id
    left join buy_order on buy_order.id = settlement.buy_order_id
    left join sell_order on sell_order.id = buy_order.sell_order_id where settlement.id = ${id}`;

/** Returns the refusal of a call while a request for the same act waits. A repeat of the same call gets its first answer. */
async function refuseSecond(db: Db, { route }: Operation, call: GatedCall): Promise<Refused> {
  const { rows } = await sql<{ id: string; is_same: boolean; username: string }>`
    select request.id, username,
      requested_by = ${call.caller.userId} and body = ${JSON.stringify(call.body)}::jsonb as is_same
    from approval_request request join app_user on app_user.id = requested_by
    where operation = ${nameOfOperation(route)} and params ->> 'id' = ${idOf(call)} and state in ('pending', 'started')`.execute(
    db,
  );
  const [first] = rows;
  if (!first) return new Refused('service_busy');
  return first.is_same
    ? new Refused('approval_needed', { id: first.id })
    : new Refused('approval_pending', { id: first.id, person: first.username });
}
