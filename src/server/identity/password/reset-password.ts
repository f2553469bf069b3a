import { resetPassword } from '#contract/identity/own-account.ts';
import { judgeNewPassword } from '#domain/identity/new-password.ts';
import { usernameKey } from '#domain/identity/username.ts';
import { operation, type Operation } from '#server/platform/http/operation.ts';
import { refuseFields, Refused } from '#server/platform/http/refused.ts';
import { refuseGuessable } from '#server/identity/password/guessable.ts';
import type { Identity } from '#server/identity/identity.ts';
import { hashPassword } from '#server/identity/password/password-hash.ts';
import { setPassword } from '#server/identity/password/set-password.ts';
import { forgetFailures } from '#server/identity/sign-in/sign-in-failures.ts';
import { findTicket, takeTicket } from '#server/identity/sign-in/ticket.ts';
import { findUser, noteProven } from '#server/identity/user-rows.ts';

/** Sets a new password with a ticket: from the code of a forgotten password, or from the link of an operator. */
export function resetPasswordOperation(identity: Identity): Operation {
  return operation(
    resetPassword,
    async ({ body, fingerprint, nowMs, language }) => {
      refuseFields(judgeNewPassword(body));
      const shown = { purpose: 'reset_password', secret: body.resetToken, fingerprint } as const;
      // A hash costs what a hundred look-ups cost: there is none for who shows nothing.
      const shower = await findTicket(identity.db, shown, nowMs);
      if (!shower) throw new Refused('reset_expired');
      const person = await findUser(identity.db, shower.userId);
      if (person) await refuseGuessable(identity, body.Password, person);
      const passwordHash = await hashPassword(body.Password);
      const { username, ended } = await identity.db.transaction().execute(async (db) => {
        const ticket = await findTicket(db, shown, nowMs);
        const detail = ticket && (await takeTicket(db, 'reset_password', ticket.userId));
        const user = ticket && (await findUser(db, ticket.userId));
        if (!detail || !user) throw new Refused('reset_expired');
        if (detail.provenBy === 'email') await noteProven(db, user.id, 'email');
        // Who has just proven to be there isn't kept out by a rival's failures.
        await forgetFailures(db, { kind: 'username', name: usernameKey(user.username) });
        const given = { user, passwordHash, language, endsApiKeys: body.endsApiKeys };
        return { username: user.username, ended: await setPassword(identity, db, given) };
      });
      identity.ends.announce(ended);
      return { username };
    },
    { ownTransactions: true },
  );
}
