import { sql } from 'kysely';
import type { Db } from '#server/platform/database/database.ts';
import { noteSecurity } from '#server/platform/telemetry/note-security.ts';
import { queueMessage } from '#server/platform/mail/outbox.ts';
import { Refused, refuseFields } from '#server/platform/http/refused.ts';
import type { Language } from '#domain/basics/language.ts';
import { wordsIn } from '#server/platform/http/words.ts';
import { revokeInvitations } from '#server/company/end-powers.ts';
import { endApiKeysOf, deleteSessionsOf } from '#server/identity/session/user-session.ts';
import type { Identity } from '#server/identity/identity.ts';
import { forgetDevicesOf } from '#server/identity/session/trusted-device.ts';
import { findUser, requireUser, noteProven, type User } from '#server/identity/user-rows.ts';
import { changePassword, resetPassword } from '#contract/identity/own-account.ts';
import { judgeNewPassword } from '#domain/identity/new-password.ts';
import { CLIENT_ID } from '#server/platform/config/config.ts';
import { operationWithoutTransaction, type Operation } from '#server/platform/http/operation.ts';
import { requireCurrentPassword, hashPassword } from '#server/identity/password/password-hash.ts';
import { refuseGuessable } from '#server/identity/password/guessable.ts';
import { grantSecondStep } from '#server/identity/one-time-code/login-code.ts';
import { SCOPES } from '#server/identity/provider/provider-options.ts';
import { usernameKey } from '#domain/identity/username.ts';
import { forgetFailures } from '#server/identity/sign-in/sign-in-failures.ts';
import { findTicket, takeTicket } from '#server/identity/sign-in/ticket.ts';

type NewPassword = {
  readonly user: User;
  readonly passwordHash: string;
  readonly language: Language;
  /** The person's API keys end too. */
  readonly endsApiKeys?: boolean | undefined;
};

/**
 * A new password ends every session with its tokens, forgets every trusted device and what is under way with the old one
 * (rules 6), revokes the person's open invitations, and the person is told by mail. Gives the sessions that ended, to be announced after the commit.
 */
export async function setPassword(identity: Identity, db: Db, given: NewPassword): Promise<string[]> {
  const { user, passwordHash, endsApiKeys } = given;
  const { rows } = await sql`
    update app_user set password_hash = ${passwordHash}
    where id = ${user.id} and password_hash = ${user.passwordHash} returning id`.execute(db);
  // Changed since it was looked at: who was thrown out by that doesn't come back by a change of his own.
  if (rows.length === 0) throw new Refused('current_password_incorrect');
  await forgetDevicesOf(db, user.id);
  await sql`delete from one_time_code where purpose = 'login' and subject = ${user.id}`.execute(db);
  await sql`delete from identity_ticket where user_id = ${user.id}`.execute(db);
  // Whoever had the old password may have invited an address of its own, even as an owner.
  await revokeInvitations(db, sql`invited_by = ${user.id}`, user.id);
  await queuePasswordMail(identity, db, given);
  noteSecurity('password_changed', { userId: user.id });
  const sessions = await deleteSessionsOf(identity, db, user.id);
  const keys = endsApiKeys ? await endApiKeysOf(db, identity.ends, { userId: user.id, by: user.id }) : [];
  return [...sessions, ...keys];
}

async function queuePasswordMail(identity: Identity, db: Db, { user, language }: NewPassword): Promise<void> {
  const say = wordsIn(language);
  const words = { brand: identity.brand.name, name: user.username };
  await queueMessage(db, {
    channel: 'email',
    recipient: user.email,
    subject: say('mail.passwordChangedSubject', words),
    body: say('mail.passwordChangedBody', words),
  });
}

/**
 * Changes the caller's password. Every session and token ends, the caller's too, because a stolen token is a copy of
 * the caller's own. The browser that asked signs in again with a one-time code, as after sign-up.
 */
export function changePasswordOperation(identity: Identity): Operation {
  return operationWithoutTransaction(changePassword, async ({ body, caller, language, fingerprint }) => {
    const refusals = judgeNewPassword(body);
    refuseFields({
      CurrentPassword: body.CurrentPassword === '' ? { code: 'field_required' } : undefined,
      ...refusals,
    });
    const { db } = identity;
    const user = await requireUser(db, caller);
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
  });
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

/** Sets a new password with a ticket: from the code of a forgotten password, or from the link of an operator. */
export function resetPasswordOperation(identity: Identity): Operation {
  return operationWithoutTransaction(resetPassword, async ({ body, fingerprint, nowMs, language }) => {
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
  });
}
