import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { Approval } from '#contract/approval.ts';
import { mayChange } from '#domain/access/admin-role.ts';
import type { DecisionFacts } from '#domain/access/approval.ts';
import { areaOfRequest } from '#server/approval/approvable-calls.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Tables } from '#server/platform/database/tables.gen.ts';
import type { Caller } from '#server/platform/http/caller.ts';

export type RequestRow = Selectable<Tables['approval_request']> & {
  readonly requester: string;
  readonly key_name: string | null;
  readonly decider: string | null;
  readonly is_expired: boolean;
};

/** SQL: a request that waits for a decision. */
export const IS_WAITING = sql<boolean>`(request.state = 'started'
  or (request.state = 'pending' and request.expires_at > clock_timestamp()))`;

/** Returns requests with the names of the people. `which` follows the `from` clause. */
export async function findRequests(db: Db, which: RawBuilder<unknown>): Promise<RequestRow[]> {
  const { rows } = await sql<RequestRow>`
    select request.*, requester.username as requester, key.name as key_name, decider.username as decider,
      request.expires_at <= clock_timestamp() as is_expired
    from approval_request request
    join app_user requester on requester.id = request.requested_by
    left join api_key key on key.id = request.api_key_id
    left join app_user decider on decider.id = request.decided_by ${which}`.execute(db);
  return rows;
}

/** Returns the facts about a request and this administrator, for the rule `judgeDecision`. */
export function factsFor({ userId, adminRoles = [] }: Caller, row: RequestRow): DecisionFacts {
  const area = areaOfRequest(row.operation);
  return {
    state: row.state,
    isExpired: row.is_expired,
    isOwn: row.requested_by === userId,
    mayAct: area !== undefined && mayChange(adminRoles, area),
  };
}

/** Returns a request as this administrator sees it. */
export function presentRequest(caller: Caller, row: RequestRow): Approval {
  const { isOwn, mayAct, isExpired } = factsFor(caller, row);
  const state = row.state === 'pending' && isExpired ? 'expired' : row.state;
  return {
    id: row.id,
    act: row.act,
    operation: row.operation,
    title: row.title,
    subjectId: (row.params as { readonly id: string }).id,
    pageId: row.page_id,
    sent: row.body as Record<string, unknown>,
    requestedBy: row.requester,
    apiKey: row.key_name,
    requestedAt: row.requested_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    state,
    decidedBy: row.decider,
    decidedAt: row.decided_at?.toISOString() ?? null,
    remark: row.remark,
    refusal: row.refusal,
    isOwn,
    mayDecide: !isOwn && mayAct && (state === 'pending' || state === 'started'),
  };
}
