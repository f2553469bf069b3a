import type { MemberRole } from '#domain/access/may.ts';
import type { Refusal } from '#domain/basics/result.ts';
import { emailKey, judgeEmail, type EmailRefusal } from '#domain/identity/email.ts';

/** Who belongs to a company, and as what (issue 5; beyond the specification). */
export type Member = { readonly userId: string; readonly role: MemberRole };

/** A company is never without an owner: nobody could invite, change or remove anybody any more. */
export const judgeMembers = (after: readonly Member[]): 'last_owner' | undefined =>
  after.some(({ role }) => role === 'owner') ? undefined : 'last_owner';

/** Somebody who belongs to the company needs no invitation; addresses are compared as identity does. */
export const judgeInvitee = (email: string, memberEmails: readonly string[]): Refusal<InviteeRefusal> | undefined =>
  judgeEmail(email) ?? (memberEmails.map(emailKey).includes(emailKey(email)) ? { code: 'member_exists' } : undefined);

type InviteeRefusal = EmailRefusal | 'member_exists';

/** An invitation waits so long for an answer. */
export const INVITATION_MS = 7 * 24 * 60 * 60_000;

/** Invitations that a company sends within a day: nobody makes us write to the world. */
export const INVITATIONS_A_DAY_MAX = 50;

export type InvitationState = {
  readonly expiresAtMs: number;
  readonly isAccepted: boolean;
  readonly isRevoked: boolean;
  /** What the inviter is in the company now; null for somebody who left it. */
  readonly inviterRole: MemberRole | null;
};

/**
 * An invitation works once, for a week, until it is revoked, and only while its inviter may invite (decision 58).
 * Somebody with only the link does not learn why it stopped working.
 */
export const judgeInvitation = (invitation: InvitationState, nowMs: number): 'invitation_not_valid' | undefined => {
  const { isAccepted, isRevoked, expiresAtMs, inviterRole } = invitation;
  const isOver = isAccepted || isRevoked || expiresAtMs <= nowMs;
  return isOver || inviterRole !== 'owner' ? 'invitation_not_valid' : undefined;
};
