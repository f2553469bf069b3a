import { sql } from 'kysely';
import { judgeDecision, type ApprovalDecision } from '#domain/access/approval.ts';
import { factsFor, findRequests, type RequestRow } from '#server/approval/approval-rows.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { Refused } from '#server/platform/http/refused.ts';

/**
 * Locks a request on which this administrator decides. Of two decisions at the same time, the second one is refused.
 * @throws Refused not_found, or a code of `judgeDecision`
 */
export async function lockRequest(
  db: Db,
  caller: Caller,
  { id, decision }: { readonly id: string; readonly decision: ApprovalDecision },
): Promise<RequestRow> {
  await sql`select 1 from approval_request where id = ${id} for update`.execute(db);
  const [row] = await findRequests(db, sql`where request.id = ${id}`);
  if (!row) throw new Refused('not_found');
  const refusal = judgeDecision(decision, factsFor(caller, row));
  if (refusal) throw new Refused(refusal);
  return row;
}
