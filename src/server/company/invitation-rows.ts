import { sql, type Selectable } from 'kysely';
import type { Invitation } from '#contract/company/company.ts';
import type { MemberRole } from '#domain/access/may.ts';
import { emailKey } from '#domain/identity/email.ts';
import type { CompanyNames } from '#server/platform/database/company-name.ts';
import type { Db } from '#server/platform/database/database.ts';
import { isoTime } from '#server/platform/database/iso-time.ts';
import type { Tables } from '#server/platform/database/tables.gen.ts';
import { sha256 } from '#server/platform/runtime/sha256.ts';

const IS_WAITING = sql`accepted_at is null and revoked_at is null`;

export async function findOpenInvitations(db: Db, accountId: string): Promise<Invitation[]> {
  const { rows } = await sql<Invitation>`
    select i.id, i.email, i.role, u.username as "invitedBy", ${isoTime('i.expires_at')} as "expiresAt"
    from account_invitation i join app_user u on u.id = i.invited_by
    where i.account_id = ${accountId} and ${IS_WAITING} and i.expires_at > now()
    order by i.created_at, i.id`.execute(db);
  return rows;
}

/** Takes back the open invitations of this address, which a new one replaces; expired ones make room for it too. */
export async function replaceInvitations(db: Db, accountId: string, email: string): Promise<void> {
  await sql`
    update account_invitation set revoked_at = now()
    where account_id = ${accountId} and ${IS_WAITING} and lower(email) = ${emailKey(email)}`.execute(db);
}

type InvitationRow = Selectable<Tables['account_invitation']>;
export type FoundInvitation = CompanyNames &
  Pick<InvitationRow, 'id' | 'account_id' | 'email' | 'role' | 'expires_at' | 'accepted_at' | 'revoked_at'> & {
    readonly inviter: string;
    readonly inviter_email: string;
    /** What the inviter is in the company now; null for somebody who left it. */
    readonly inviter_role: MemberRole | null;
  };

export async function findInvitationByToken(db: Db, token: string): Promise<FoundInvitation | undefined> {
  const { rows } = await sql<FoundInvitation>`
    select i.id, i.account_id, a.company_name, a.english_company_name, i.email, i.role, u.username as inviter, u.email as inviter_email,
           m.role as inviter_role, i.expires_at, i.accepted_at, i.revoked_at
    from account_invitation i join account a on a.id = i.account_id join app_user u on u.id = i.invited_by
    left join account_member m on m.account_id = i.account_id and m.user_id = i.invited_by
    where i.token_hash = ${sha256(token)}`.execute(db);
  return rows[0];
}
