import { sql } from 'kysely';
import type { ApprovalAct } from '#domain/access/approval.ts';
import { APPROVALS } from '#domain/platform-setting/approvals.ts';
import type { Db } from '#server/platform/database/database.ts';

/** Sets the acts that need the approval of a second administrator. */
export async function requireApprovals(db: Db, acts: readonly ApprovalAct[]): Promise<void> {
  const value = JSON.stringify({ ...APPROVALS, ...Object.fromEntries(acts.map((act) => [act, true])) });
  await sql`
    insert into platform_setting (name, value) values ('approvals', ${value}::jsonb)
    on conflict (name) do update set value = excluded.value`.execute(db);
}
