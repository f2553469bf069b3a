import { sql } from 'kysely';
import type { MemberRole } from '#domain/access/may.ts';
import { recordChange } from '#server/company/account-rows.ts';
import type { Db } from '#server/platform/database.ts';

/** Revokes all open invitations that this person sent, for each of its companies, and records it; `by` asked for it. */
export async function revokeInvitationsOf(db: Db, userId: string, by: string): Promise<void> {
  const { rows } = await sql<{ account_id: string; email: string; role: MemberRole }>`
    update account_invitation set revoked_at = now() where invited_by = ${userId} and accepted_at is null and revoked_at is null
    returning account_id, email, role`.execute(db);
  for (const { account_id: accountId, email, role } of rows)
    await recordChange(db, {
      accountId,
      userId: by,
      kind: 'invitation_revoked',
      changes: [{ field: email, before: role, after: '' }],
    });
}
