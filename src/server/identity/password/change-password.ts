import { changePassword } from '#contract/identity/own-account.ts';
import { judgeNewPassword } from '#domain/identity/new-password.ts';
import { CLIENT_ID } from '#server/platform/config/config.ts';
import type { Db } from '#server/platform/database/database.ts';
import { operation, type Operation } from '#server/platform/http/operation.ts';
import { refuseFields, Refused } from '#server/platform/http/refused.ts';
import { requireCurrentPassword } from '#server/identity/password/current-password.ts';
import { refuseGuessable } from '#server/identity/password/guessable.ts';
import type { Identity } from '#server/identity/identity.ts';
import { grantSecondStep } from '#server/identity/one-time-code/login-code.ts';
import { hashPassword } from '#server/identity/password/password-hash.ts';
import { SCOPES } from '#server/identity/provider/provider-options.ts';
import { setPassword } from '#server/identity/password/set-password.ts';
import { findUser, type User } from '#server/identity/user-rows.ts';

/**
 * Changes the caller's password. Every session and token ends, the caller's too, because a stolen token is a copy of
 * the caller's own. The browser that asked signs in again with a one-time code, as after sign-up.
 */
export function changePasswordOperation(identity: Identity): Operation {
  return operation(
    changePassword,
    async ({ body, caller, language, fingerprint }) => {
      const refusals = judgeNewPassword(body);
      refuseFields({
        CurrentPassword: body.CurrentPassword === '' ? { code: 'field_required' } : undefined,
        ...refusals,
      });
      const { db } = identity;
      const user = await findUser(db, caller.userId);
      if (!user) throw new Refused('session_revoked');
      await requireCurrentPassword(identity, user, body.CurrentPassword);
      if (body.CurrentPassword === body.Password) refuseFields({ Password: { code: 'password_unchanged' } });
      await refuseGuessable(identity, body.Password, user);
      const passwordHash = await hashPassword(body.Password);
      const { ended, Otp } = await db.transaction().execute(async (own) => {
        const given = { user, passwordHash, language, endsApiKeys: body.endsApiKeys };
        return {
          ended: await setPassword(identity, own, given),
          Otp: await signInAgain(identity, own, { user, passwordHash, fingerprint }),
        };
      });
      identity.ends.announce(ended);
      return Otp === undefined ? {} : { Otp };
    },
    { ownTransactions: true },
  );
}

/**
 * The one-time code of the second sign-in step, for our own screens. A hosted sign-in asks for the new password
 * instead.
 */
async function signInAgain(
  identity: Identity,
  db: Db,
  { user, passwordHash, fingerprint }: { user: User; passwordHash: string; fingerprint: string },
): Promise<string | undefined> {
  if (identity.config.VARIANT !== 'TNBX' || fingerprint === '') return undefined;
  const provenBy = user.isEmailProven || !user.phone ? 'email' : 'sms';
  const step = {
    user: { ...user, passwordHash },
    clientId: CLIENT_ID,
    fingerprint,
    scope: SCOPES.join(' '),
    provenBy,
  } as const;
  return grantSecondStep(identity, db, step);
}
