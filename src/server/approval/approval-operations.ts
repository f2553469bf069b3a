import { sql } from 'kysely';
import { approveApproval, listApprovals, rejectApproval, withdrawApproval, type Approval } from '#contract/approval.ts';
import type { ApprovalDecision, ApprovalState } from '#domain/access/approval.ts';
import { approveRequest } from '#server/approval/approve-request.ts';
import { settleRequest } from '#server/approval/announce-request.ts';
import { findRequests, IS_WAITING, presentRequest } from '#server/approval/approval-rows.ts';
import { lockRequest } from '#server/approval/lock-request.ts';
import type { ReadPerson } from '#server/calendar/calendar-file.ts';
import type { Db } from '#server/platform/database/database.ts';
import { countRows, offsetOf, pageOf } from '#server/platform/database/page.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { operation, operationWithoutTransaction, type Call, type Operation } from '#server/platform/http/operation.ts';
import { Refused, refuseFields } from '#server/platform/http/refused.ts';

/**
 * Operations by which administrators decide on the acts of others (decision 130). An approval calls the operation of
 * the act itself, so all its checks apply.
 *
 * @param operations all operations of the API
 */
export const approvalOperations = (operations: readonly Operation[], readPerson: ReadPerson): Operation[] => [
  operation(listApprovals, async ({ db, caller, query }) => {
    const wanted = query.show === 'waiting' ? IS_WAITING : sql`true`;
    const about = query.pageId === undefined ? sql`true` : sql`page_id = ${query.pageId}`;
    const where = sql`where ${wanted} and ${about}`;
    const rows = await findRequests(
      db,
      sql`${where} order by requested_at desc, request.id limit ${query.limit} offset ${offsetOf(query)}`,
    );
    const total = await countRows(db, sql`from approval_request request ${where}`);
    return pageOf(
      rows.map((row) => presentRequest(caller, row)),
      total,
      query,
    );
  }),
  operationWithoutTransaction(approveApproval, async (call) => {
    await approveRequest({ operations, readPerson }, call);
    return requireRequest(call.db, call.caller, call.params.id);
  }),
  operation(rejectApproval, async (call) => {
    const remark = call.body.remark.trim();
    refuseFields({ remark: remark === '' ? { code: 'field_required' } : undefined });
    return end(call, { decision: 'reject', state: 'rejected', remark });
  }),
  operation(withdrawApproval, (call) => end(call, { decision: 'withdraw', state: 'withdrawn', remark: '' })),
];

type Ending = { readonly decision: ApprovalDecision; readonly state: ApprovalState; readonly remark: string };

/** Ends a request without its act. */
async function end(
  { db, caller, params }: Pick<Call, 'db' | 'caller'> & { readonly params: { readonly id: string } },
  { decision, state, remark }: Ending,
): Promise<Approval> {
  await lockRequest(db, caller, { id: params.id, decision });
  await sql`
    update approval_request set state = ${state}, remark = ${remark}, decided_by = ${caller.userId},
      decided_at = clock_timestamp() where id = ${params.id}`.execute(db);
  await settleRequest(db, params.id);
  return requireRequest(db, caller, params.id);
}

async function requireRequest(db: Db, caller: Caller, id: string): Promise<Approval> {
  const [row] = await findRequests(db, sql`where request.id = ${id}`);
  if (!row) throw new Refused('not_found');
  return presentRequest(caller, row);
}
