import { Refused, refuseFields } from '#server/platform/http/refused.ts';
import type { Identity } from '#server/identity/identity.ts';
import { isPassword } from '#server/identity/password/password-hash.ts';
import { forgetFailures, restOf, takeTry, type FailureSubject } from '#server/identity/sign-in/sign-in-failures.ts';
import type { User } from '#server/identity/user-rows.ts';

/**
 * Refuses a wrong password of the user, so that an unlocked screen or a stolen token is not enough to take the account
 * over. Wrong ones are counted, so that nobody guesses it within a session.
 * @throws Refused field_required, current_password_incorrect (beside the field), account_locked (with the seconds left)
 */
export async function requireCurrentPassword(
  { db, clock }: Pick<Identity, 'db' | 'clock'>,
  user: User,
  password: string,
  field = 'CurrentPassword',
): Promise<void> {
  if (password === '') refuseFields({ [field]: { code: 'field_required' } });
  const nowMs = clock.nowMs();
  const subject: FailureSubject = { kind: 'password', name: user.id };
  if (!(await takeTry(db, subject, nowMs))) {
    const seconds = Math.ceil((await restOf(db, subject, nowMs)) / 1000);
    throw new Refused('account_locked', { seconds });
  }
  if (!(await isPassword(user.passwordHash, password)))
    refuseFields({ [field]: { code: 'current_password_incorrect' } });
  await forgetFailures(db, subject);
}
