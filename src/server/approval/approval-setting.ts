import { sql } from 'kysely';
import type { ApprovalAct } from '#domain/access/approval.ts';
import type { Db } from '#server/platform/database/database.ts';

/** Returns whether the owner decided that this act needs a second administrator. By default, no act does. */
export async function needsApproval(db: Db, act: ApprovalAct): Promise<boolean> {
  const { rows } = await sql<{ is_needed: boolean }>`
    select coalesce((value ->> ${act})::boolean, false) as is_needed
    from platform_setting where name = 'approvals'`.execute(db);
  return rows[0]?.is_needed ?? false;
}
