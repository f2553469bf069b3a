import { changePassword } from '#contract/own-account.ts';
import { judgeNewPassword } from '#domain/identity/new-password.ts';
import { operation, type Operation } from '#server/platform/operation.ts';
import { refuseFields, Refused } from '#server/platform/refused.ts';
import { refuseGuessable } from '#server/identity/guessable.ts';
import type { Identity } from '#server/identity/identity.ts';
import { hashPassword, isPassword } from '#server/identity/password-hash.ts';
import { setPassword } from '#server/identity/set-password.ts';
import { forgetFailures, restOf, takeTry, type FailureSubject } from '#server/identity/sign-in-failures.ts';
import { findUser } from '#server/identity/user-rows.ts';

/** The current password is asked for: who finds a screen unlocked can't take the account over. This session stays. */
export function changePasswordOperation(identity: Identity): Operation {
  return operation(
    changePassword,
    async ({ body, caller, language, nowMs }) => {
      const refusals = judgeNewPassword(body);
      refuseFields({
        CurrentPassword: body.CurrentPassword === '' ? { code: 'field_required' } : undefined,
        ...refusals,
      });
      const { db } = identity;
      const user = await findUser(db, caller.userId);
      if (!user) throw new Refused('session_revoked');
      const subject: FailureSubject = { kind: 'password', name: user.id };
      if (!(await takeTry(db, subject, nowMs))) {
        const seconds = Math.ceil((await restOf(db, subject, nowMs)) / 1000);
        throw new Refused('too_many_requests', { seconds });
      }
      if (!(await isPassword(user.passwordHash, body.CurrentPassword)))
        refuseFields({ CurrentPassword: { code: 'current_password_incorrect' } });
      await forgetFailures(db, subject);
      if (body.CurrentPassword === body.Password) refuseFields({ Password: { code: 'password_unchanged' } });
      await refuseGuessable(identity, body.Password, user);
      const passwordHash = await hashPassword(body.Password);
      await db
        .transaction()
        .execute((own) => setPassword(identity, own, { user, passwordHash, language, endsSessions: false }));
      return {};
    },
    { ownTransactions: true },
  );
}
