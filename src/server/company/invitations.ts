import { randomBytes, randomUUID } from 'node:crypto';
import { sql, type Selectable } from 'kysely';
import { acceptInvitation, findInvitation, inviteMember, revokeInvitation } from '#contract/company/company.ts';
import { INVITATION_MS, INVITATIONS_A_DAY_MAX, judgeInvitation, judgeInvitee } from '#domain/company/members.ts';
import { mailInvitation, mailInviter } from '#server/company/account-mails.ts';
import type { AuctionParts } from '#server/auction/parts.ts';
import { queueRelated } from '#server/auction/settling/settle-account.ts';
import { lockAccount, recordChange } from '#server/company/account-rows.ts';
import { manageMembers, readMembers } from '#server/company/members.ts';
import { revokeInvitations } from '#server/company/end-powers.ts';
import { countRows } from '#server/platform/database/page.ts';
import { companyNameOf, type CompanyNames } from '#server/platform/database/company-name.ts';
import { sha256 } from '#server/platform/runtime/sha256.ts';
import { operation, type Call, type Operation } from '#server/platform/http/operation.ts';
import type { Sealing } from '#server/platform/mail/outbox.ts';
import { Refused, refuseFields } from '#server/platform/http/refused.ts';
import type { MemberRole } from '#domain/access/may.ts';
import { emailKey } from '#domain/identity/email.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Tables } from '#server/platform/database/tables.gen.ts';

/** Revokes this address's unused invitations, even expired ones, because a new invitation replaces them. */
async function replaceInvitations(db: Db, accountId: string, email: string): Promise<void> {
  await sql`
    update account_invitation set revoked_at = now()
    where account_id = ${accountId} and accepted_at is null and revoked_at is null and lower(email) = ${emailKey(email)}`.execute(
    db,
  );
}

type InvitationRow = Selectable<Tables['account_invitation']>;
type FoundInvitation = CompanyNames &
  Pick<InvitationRow, 'id' | 'account_id' | 'email' | 'role' | 'expires_at' | 'accepted_at' | 'revoked_at'> & {
    readonly inviter: string;
    readonly inviter_email: string;
    /** The inviter's current role in the company. Null if the inviter has left the company. */
    readonly inviter_role: MemberRole | null;
  };

async function findInvitationByToken(db: Db, token: string): Promise<FoundInvitation | undefined> {
  const { rows } = await sql<FoundInvitation>`
    select i.id, i.account_id, a.company_name, a.english_company_name, i.email, i.role, u.username as inviter, u.email as inviter_email,
           m.role as inviter_role, i.expires_at, i.accepted_at, i.revoked_at
    from account_invitation i join account a on a.id = i.account_id join app_user u on u.id = i.invited_by
    left join account_member m on m.account_id = i.account_id and m.user_id = i.invited_by
    where i.token_hash = ${sha256(token)}`.execute(db);
  return rows[0];
}

/** `secret` encrypts the invitation email until it is sent, because the email contains the link. */
type InvitationParts = Pick<AuctionParts, 'publicUrl' | 'settleAuctions'> & {
  readonly secret: Pick<Sealing, 'seal'>;
};

/**
 * Operations of invitations. An owner invites a person by email. Any user who has the link may accept the invitation,
 * once.
 */
export const invitationOperations = (parts: InvitationParts): Operation[] => [
  operation(inviteMember, (call) => invite(call, parts)),

  operation(revokeInvitation, async ({ db, caller, params }) => {
    await manageMembers(db, caller, params.id);
    const which = sql`account_id = ${params.id} and id = ${params.invitationId} and expires_at > now()`;
    const revoked = await revokeInvitations(db, which, caller.userId);
    if (revoked.length === 0) throw new Refused('not_found');
    return readMembers(db, params.id);
  }),

  operation(findInvitation, async ({ db, caller, body, language, nowMs }) => {
    const found = requireValid(await findInvitationByToken(db, body.token), nowMs);
    return {
      companyName: companyNameOf(language, found),
      email: found.email,
      role: found.role,
      invitedBy: found.inviter,
      expiresAt: found.expires_at.toISOString(),
      isMember: caller.accounts.some(({ id }) => id === found.account_id),
    };
  }),

  operation(acceptInvitation, (call) => accept(parts, call)),
];

async function invite(
  { db, caller, params, body, language, nowMs }: Call<typeof inviteMember>,
  { publicUrl, secret }: InvitationParts,
) {
  const { account, members } = await manageMembers(db, caller, params.id);
  const email = body.email.trim();
  const emails = members.map((member) => member.email);
  refuseFields({ email: judgeInvitee(email, emails) });
  const ofDay = sql`from account_invitation where account_id = ${params.id} and created_at > now() - interval '1 day'`;
  if ((await countRows(db, ofDay)) >= INVITATIONS_A_DAY_MAX) throw new Refused('too_many_requests');
  await replaceInvitations(db, params.id, email);
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(nowMs + INVITATION_MS);
  await db
    .insertInto('account_invitation')
    .values({
      id: randomUUID(),
      account_id: params.id,
      email,
      role: body.role,
      token_hash: sha256(token),
      invited_by: caller.userId,
      expires_at: expiresAt,
    })
    .execute();
  const changes = [{ field: email, before: '', after: body.role }];
  await recordChange(db, { accountId: params.id, userId: caller.userId, kind: 'member_invited', changes });
  await mailInvitation(db, secret, {
    recipient: email,
    language,
    inviter: caller.username,
    company: companyNameOf(language, account),
    link: `${publicUrl}/invitation?token=${token}`,
    usefulUntilMs: expiresAt.getTime(),
  });
  return readMembers(db, params.id);
}

async function accept(
  { settleAuctions }: Pick<AuctionParts, 'settleAuctions'>,
  { db, caller, body, language, nowMs, afterCommit }: Call<typeof acceptInvitation>,
) {
  const found = await findInvitationByToken(db, body.token);
  if (!found) throw new Refused('invitation_not_valid');
  const joined = { accountId: found.account_id, companyName: companyNameOf(language, found) };
  // Nothing changes if the caller is a member already, for example after a repeated call.
  const membership = caller.accounts.find(({ id }) => id === found.account_id);
  if (membership) return { ...joined, role: membership.role };
  // All changes to invitations hold this lock. If two people accept at once, the second finds the invitation used.
  const account = await lockAccount(db, found.account_id);
  const { id, role, inviter_email: recipient } = requireValid(await findInvitationByToken(db, body.token), nowMs);
  if (account.status !== 'Active') throw new Refused('account_blacklisted');
  const [added] = await db
    .insertInto('account_member')
    .values({ account_id: account.id, user_id: caller.userId, role })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .execute();
  if (!added) throw new Refused('member_exists');
  await queueRelated(db, { accountId: account.id, userId: caller.userId });
  afterCommit(settleAuctions);
  await db
    .updateTable('account_invitation')
    .set({ accepted_at: sql`now()`, accepted_by: caller.userId })
    .where('id', '=', id)
    .execute();
  const changes = [{ field: caller.username, before: '', after: role }];
  await recordChange(db, { accountId: account.id, userId: caller.userId, kind: 'member_joined', changes });
  await mailInviter(db, { recipient, name: caller.username, email: caller.email, company: account });
  return { ...joined, role };
}

/**
 * Refuses unknown, used, revoked and expired invitations with the same error. The caller may be anyone who has a link,
 * and must not learn more about the invitation.
 */
function requireValid(found: FoundInvitation | undefined, nowMs: number): FoundInvitation {
  if (!found) throw new Refused('invitation_not_valid');
  const { expires_at, accepted_at, revoked_at, inviter_role } = found;
  const state = {
    expiresAtMs: expires_at.getTime(),
    isAccepted: accepted_at !== null,
    isRevoked: revoked_at !== null,
    inviterRole: inviter_role,
  };
  const refusal = judgeInvitation(state, nowMs);
  if (refusal) throw new Refused(refusal);
  return found;
}
