import type { MemberRole } from '#domain/access/may.ts';
import type { Refusal } from '#domain/basics/result.ts';
import { emailKey, judgeEmail, type EmailRefusal } from '#domain/identity/email.ts';

/** A user who belongs to a company, with the user's role in the company (issue 5; beyond the specification). */
export type Member = { readonly userId: string; readonly role: MemberRole };

/**
 * Refuses a change that leaves a company without an owner. Without an owner nobody could invite, change or remove
 * members.
 */
export const judgeMembers = (after: readonly Member[]): 'last_owner' | undefined =>
  after.some(({ role }) => role === 'owner') ? undefined : 'last_owner';

/**
 * Judges an invitee's address. Members cannot be invited again. Addresses are compared as at sign-in: lower and upper
 * case are equal.
 */
export const judgeInvitee = (email: string, memberEmails: readonly string[]): Refusal<InviteeRefusal> | undefined =>
  judgeEmail(email) ?? (memberEmails.map(emailKey).includes(emailKey(email)) ? { code: 'member_exists' } : undefined);

type InviteeRefusal = EmailRefusal | 'member_exists';

/** Lifetime of an invitation in ms. */
export const INVITATION_MS = 7 * 24 * 60 * 60_000;

/** Maximum number of invitations that a company can send in one day. The limit prevents spam. */
export const INVITATIONS_A_DAY_MAX = 50;

export type InvitationState = {
  readonly expiresAtMs: number;
  readonly isAccepted: boolean;
  readonly isRevoked: boolean;
  /** The inviter's current role in the company; null if the inviter is no longer a member. */
  readonly inviterRole: MemberRole | null;
};

/**
 * Judges an invitation. An invitation works once, within a week, unless it is revoked. Its inviter must still be an
 * owner (decision 58). The refusal gives no reason, because the caller may be anybody who has the link.
 */
export const judgeInvitation = (invitation: InvitationState, nowMs: number): 'invitation_not_valid' | undefined => {
  const { isAccepted, isRevoked, expiresAtMs, inviterRole } = invitation;
  const isOver = isAccepted || isRevoked || expiresAtMs <= nowMs;
  return isOver || inviterRole !== 'owner' ? 'invitation_not_valid' : undefined;
};
