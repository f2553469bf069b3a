import { sql } from 'kysely';
import type { approveApproval } from '#contract/approval.ts';
import { mayChange } from '#domain/access/admin-role.ts';
import { areaOfRequest, nameOfOperation } from '#server/approval/approvable-calls.ts';
import { settleRequest } from '#server/approval/announce-request.ts';
import { lockRequest } from '#server/approval/lock-request.ts';
import type { RequestRow } from '#server/approval/approval-rows.ts';
import type { ReadPerson } from '#server/calendar/calendar-file.ts';
import type { Db } from '#server/platform/database/database.ts';
import { actorOf, beginAct } from '#server/platform/http/audit.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import type { Call, InTransaction, Operation } from '#server/platform/http/operation.ts';
import { Refused } from '#server/platform/http/refused.ts';

type Parts = { readonly operations: readonly Operation[]; readonly readPerson: ReadPerson };
type ApproveCall = Call<typeof approveApproval>;

/** The refusal of the approved act itself. The decision is rolled back with the act. */
class ActRefused extends Error {
  readonly refused: Refused;
  constructor(refused: Refused) {
    super(refused.code);
    this.refused = refused;
  }
}

/**
 * Approves a request and carries out its act, in one transaction. The room of an auction has its own transaction:
 * then the request is `started` first, and the room identifies it by its id, so that the act happens once.
 * If the act is refused, the request ends as `failed`.
 */
export async function approveRequest(parts: Parts, call: ApproveCall): Promise<void> {
  try {
    const started = await call.inTransaction((db) => decide(parts, db, call));
    if (!started) return;
    await carryOut(started, call, { db: call.db, inTransaction: call.inTransaction });
    await call.db.transaction().execute((db) => store(db, call, 'approved'));
  } catch (failure) {
    if (!(failure instanceof ActRefused)) throw failure;
    const { code, status } = failure.refused;
    // The act can be approved again when the service has recovered.
    if (status >= 500) throw failure.refused;
    await call.inTransaction(async (db) => {
      await sql`select 1 from approval_request where id = ${call.params.id} for update`.execute(db);
      await store(db, call, 'failed', code);
    });
  }
}

type Started = { readonly row: RequestRow; readonly operation: Operation; readonly requester: Caller };

/** Approves the request. Returns an act that must run outside of this transaction; otherwise the act is done. */
async function decide({ operations, readPerson }: Parts, db: Db, call: ApproveCall): Promise<Started | undefined> {
  const row = await lockRequest(db, call.caller, { id: call.params.id, decision: 'approve' });
  const operation = operations.find(({ route }) => nameOfOperation(route) === row.operation);
  const requester = await readPerson(db, row.requested_by);
  const area = areaOfRequest(row.operation);
  if (!operation || area === undefined) throw new ActRefused(new Refused('not_found'));
  // The act is the requester's, so it ends with the requester's roles.
  if (requester?.role !== 'Admin' || !mayChange(requester.adminRoles ?? [], area))
    throw new ActRefused(new Refused('admin_role_missing'));
  const started = { row, operation, requester };
  await store(db, call, operation.ownTransactions ? 'started' : 'approved');
  if (operation.ownTransactions) return started;
  await carryOut(started, call, { db, inTransaction: (work) => work(db) });
  return undefined;
}

/** Calls the operation of the act as the requester. The audit line of the act names both people. */
async function carryOut(
  { row, operation, requester }: Started,
  call: ApproveCall,
  { db, inTransaction }: { readonly db: Db; readonly inTransaction: InTransaction },
): Promise<void> {
  const acting = {
    ...call,
    params: row.params,
    query: {},
    body: row.body,
    caller: {
      ...requester,
      ...(row.key_name !== null && { apiKeyName: row.key_name }),
      approvedBy: call.caller.username,
    },
    key: row.id,
    address: '',
    db,
    inTransaction,
  };
  if (!operation.ownTransactions)
    await beginAct(db, actorOf(acting), {
      action: row.operation,
      subject: row.params as Record<string, unknown>,
      detail: row.body,
    });
  try {
    await operation.handle(acting);
  } catch (failure) {
    throw failure instanceof Refused ? new ActRefused(failure) : failure;
  }
}

async function store(
  db: Db,
  { caller, params }: ApproveCall,
  state: 'started' | 'approved' | 'failed',
  refusal: string | null = null,
): Promise<void> {
  await sql`
    update approval_request set state = ${state}, refusal = ${refusal}, decided_by = ${caller.userId},
      decided_at = clock_timestamp() where id = ${params.id} and state in ('pending', 'started')`.execute(db);
  if (state !== 'started') await settleRequest(db, params.id);
}
