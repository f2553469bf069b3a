import { sql, type RawBuilder } from 'kysely';
import type { MemberRole } from '#domain/access/may.ts';
import { recordChange } from '#server/company/account-rows.ts';
import type { Db } from '#server/platform/database/database.ts';

export type RevokedInvitation = { readonly accountId: string; readonly email: string; readonly role: MemberRole };

/**
 * Revokes those invitations of `which` that nobody has accepted yet, and records each in the history of its company.
 * @param by who revokes them
 */
export async function revokeInvitations(db: Db, which: RawBuilder<unknown>, by: string): Promise<RevokedInvitation[]> {
  const { rows } = await sql<RevokedInvitation>`
    update account_invitation set revoked_at = now()
    where ${which} and accepted_at is null and revoked_at is null
    returning account_id as "accountId", email, role`.execute(db);
  for (const { accountId, email, role } of rows) {
    const changes = [{ field: email, before: role, after: '' }];
    await recordChange(db, { accountId, userId: by, kind: 'invitation_revoked', changes });
  }
  return rows;
}
