import type { MemberRole } from '#domain/access/may.ts';
import type { Refusal } from '#domain/basics/result.ts';
import { emailKey, judgeEmail, type EmailRefusal } from '#domain/identity/email.ts';

/** A user who belongs to a company, with the user's role in it (issue 5; beyond the specification). */
export type Member = { readonly userId: string; readonly role: MemberRole };

/** Refuses to leave a company without an owner, because then nobody could invite, change or remove members. */
export const judgeMembers = (after: readonly Member[]): 'last_owner' | undefined =>
  after.some(({ role }) => role === 'owner') ? undefined : 'last_owner';

/** Judges an invitee's address. Members need no invitation. Addresses are compared as in sign-in, without case. */
export const judgeInvitee = (email: string, memberEmails: readonly string[]): Refusal<InviteeRefusal> | undefined =>
  judgeEmail(email) ?? (memberEmails.map(emailKey).includes(emailKey(email)) ? { code: 'member_exists' } : undefined);

type InviteeRefusal = EmailRefusal | 'member_exists';

/** Lifetime of an invitation in ms. */
export const INVITATION_MS = 7 * 24 * 60 * 60_000;

/** Maximum number of invitations that a company sends in one day, to prevent spam. */
export const INVITATIONS_A_DAY_MAX = 50;

export type InvitationState = {
  readonly expiresAtMs: number;
  readonly isAccepted: boolean;
  readonly isRevoked: boolean;
  /** The inviter's present role in the company; null if the inviter has left it. */
  readonly inviterRole: MemberRole | null;
};

/**
 * Judges an invitation. It works once, for a week, unless it is revoked, and only while its inviter may invite
 * (decision 58). The refusal does not say why it stopped working, because the caller may have only the link.
 */
export const judgeInvitation = (invitation: InvitationState, nowMs: number): 'invitation_not_valid' | undefined => {
  const { isAccepted, isRevoked, expiresAtMs, inviterRole } = invitation;
  const isOver = isAccepted || isRevoked || expiresAtMs <= nowMs;
  return isOver || inviterRole !== 'owner' ? 'invitation_not_valid' : undefined;
};
