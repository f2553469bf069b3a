import type { SentOtp } from '#contract/identity/identity.ts';
import { firstMethod, needsTwoFactorSetup } from '#domain/identity/notification-method.ts';
import { fitsVariant } from '#domain/identity/role-name.ts';
import type { Language } from '#domain/basics/language.ts';
import { checkPassword, type SignInAttempt } from '#server/identity/sign-in/check-password.ts';
import type { Identity } from '#server/identity/identity.ts';
import { openSecondStep, tryLoginCode, type SecondStep } from '#server/identity/one-time-code/login-code.ts';
import { SignInRefused } from '#server/identity/sign-in/sign-in-refused.ts';
import { issueTicket } from '#server/identity/sign-in/ticket.ts';
import { findUserOrNobody, reachOf, type User } from '#server/identity/user-rows.ts';

/** The grant type of signing in on our own screens; its two steps are those of the hosted page as well. */
export const PASSWORD_GRANT = 'password';

type Step = Omit<SecondStep, 'user'> & { readonly language: Language };

/** Step 1: the password. A trusted device needs nothing beside it; any other is sent a code. */
export async function takePassword(
  identity: Identity,
  attempt: SignInAttempt & Step & { scope: string },
): Promise<{ user: User; sent: SentOtp | undefined }> {
  const { clientId, fingerprint, language, scope } = attempt;
  const { user, isTrustedDevice } = await checkPassword(identity, attempt);
  // Told after the right password alone: no answer before tells who is here.
  if (!fitsVariant(user.roleName, identity.config.VARIANT)) throw new SignInRefused('invalid_role', language);
  if (isTrustedDevice) return { user, sent: undefined };
  const method = firstMethod(reachOf(identity.config, user));
  const step = { user, clientId, fingerprint, language, scope, method };
  return { user, sent: await openSecondStep(identity, step) };
}

/** Step 2: the code that was sent, without the password. Gives also the scope that the first step asked for. */
export async function takeCode(
  identity: Identity,
  given: Step & { username: string; otp: string; address: string },
): Promise<{ user: User; scope: string }> {
  const { clientId, fingerprint, address } = given;
  const user = await findUserOrNobody(identity.db, given.username);
  const scope = await tryLoginCode(identity, { user, clientId, fingerprint, address, code: given.otp });
  return { user, scope };
}

/**
 * Returns the secret of a ticket to set up the phone that later codes go to; undefined where the user needs none. Only who has
 * proven to be there in two ways may do that (rules 6).
 */
export async function openTwoFactorSetup(
  { db, clock, config }: Identity,
  { user, fingerprint, clientId, scope }: Omit<SecondStep, 'user'> & { user: User; scope: string },
): Promise<string | undefined> {
  if (!needsTwoFactorSetup(reachOf(config, user))) return undefined;
  const ticket = { purpose: 'two_factor_setup', userId: user.id, fingerprint, detail: { clientId, scope } } as const;
  return db.transaction().execute((own) => issueTicket(own, ticket, clock.nowMs()));
}
