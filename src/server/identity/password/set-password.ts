import { sql } from 'kysely';
import type { Db } from '#server/platform/database/database.ts';
import { logSecurityEvent } from '#server/platform/telemetry/log-security-event.ts';
import { readTexts, wordsWith } from '#server/platform/mail/message-texts.ts';
import { queueMessage, NOBODY } from '#server/platform/mail/outbox.ts';
import { Refused, refuseFields } from '#server/platform/http/refused.ts';
import type { Language } from '#domain/basics/language.ts';
import { revokeInvitations } from '#server/company/end-powers.ts';
import { endApiKeysOf, deleteSessionsOf } from '#server/identity/session/user-session.ts';
import type { Identity } from '#server/identity/identity.ts';
import { removeDevicesOf } from '#server/identity/session/trusted-device.ts';
import { findUser, requireUser, recordVerified, type User, findUserByEmail } from '#server/identity/user-rows.ts';
import {
  changePassword,
  resetPassword,
  confirmForgotPassword,
  forgotPassword,
  resendForgotPasswordCode,
} from '#contract/identity/own-account.ts';
import { judgeNewPassword } from '#domain/identity/new-password.ts';
import { CLIENT_ID } from '#server/platform/config/config.ts';
import { operationWithoutTransaction, type Operation, type Call } from '#server/platform/http/operation.ts';
import { requireCurrentPassword, hashPassword } from '#server/identity/password/password-hash.ts';
import { refuseGuessable } from '#server/identity/password/guessable.ts';
import { grantSecondStep } from '#server/identity/one-time-code/login-code.ts';
import { SCOPES } from '#server/identity/provider/provider-options.ts';
import { usernameKey } from '#domain/identity/username.ts';
import { resetFailures } from '#server/identity/sign-in/sign-in-failures.ts';
import { findTicket, consumeTicket, issueTicket } from '#server/identity/sign-in/ticket.ts';
import type { SentOtp } from '#contract/identity/identity.ts';
import type { BodyOf } from '#contract/basics/route.ts';
import { emailKey, judgeEmail } from '#domain/identity/email.ts';
import { maySendResetTo } from '#domain/identity/phone.ts';
import { requireFingerprint } from '#server/platform/http/fingerprint.ts';
import { targetOf } from '#server/identity/one-time-code/code-target.ts';
import { openCode, sendCode, tryCode, type CodeTarget } from '#server/identity/one-time-code/one-time-code.ts';
import { lockCode, type CodeKey, type CodeRow } from '#server/identity/one-time-code/one-time-code-rows.ts';
import { sha256 } from '#server/platform/runtime/sha256.ts';

type NewPassword = {
  readonly user: User;
  readonly passwordHash: string;
  readonly language: Language;
  /** Whether the person's API keys end too. */
  readonly endsApiKeys?: boolean | undefined;
};

/**
 * Sets a password. Ends every session with its tokens, and removes trusted devices, one-time codes and tickets
 * (docs/rules.md#sessions). Revokes the person's open invitations and informs the person by email. Returns the ended
 * sessions, which the caller must announce after the commit.
 */
export async function setPassword(identity: Identity, db: Db, given: NewPassword): Promise<string[]> {
  const { user, passwordHash, endsApiKeys } = given;
  const { rows } = await sql`
    update app_user set password_hash = ${passwordHash}
    where id = ${user.id} and password_hash = ${user.passwordHash} returning id`.execute(db);
  // The password was changed meanwhile. That change ended this session, so this session must not set a password.
  if (rows.length === 0) throw new Refused('current_password_incorrect');
  await removeDevicesOf(db, user.id);
  await sql`delete from one_time_code where purpose = 'login' and subject = ${user.id}`.execute(db);
  await sql`delete from identity_ticket where user_id = ${user.id}`.execute(db);
  // Somebody who knew the old password may have sent invitations, even ones that make the invited person an owner.
  await revokeInvitations(db, sql`invited_by = ${user.id}`, user.id);
  await queuePasswordMail(identity, db, given);
  logSecurityEvent('password_changed', { userId: user.id });
  const sessions = await deleteSessionsOf(identity, db, user.id);
  const keys = endsApiKeys ? await endApiKeysOf(db, identity.ends, { userId: user.id, by: user.id }) : [];
  return [...sessions, ...keys];
}

async function queuePasswordMail(identity: Identity, db: Db, { user, language }: NewPassword): Promise<void> {
  const say = wordsWith(await readTexts(db), language);
  const words = { brand: identity.brand.name, name: user.username };
  await queueMessage(db, {
    kind: 'security',
    channel: 'email',
    recipient: user.email,
    subject: say('mail.passwordChangedSubject', words),
    body: say('mail.passwordChangedBody', words),
  });
}

/**
 * Changes the caller's password. All sessions and tokens end, also the caller's, because a stolen token may be a copy
 * of the caller's token. The caller's browser signs in again with a one-time code, as after sign-up.
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
 * Returns the one-time code for the second sign-in step on our own screens. Returns undefined for a hosted sign-in,
 * where the person enters the new password instead.
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

/** Sets a new password with a ticket. The ticket comes from a one-time code or from an operator's link. */
export function resetPasswordOperation(identity: Identity): Operation {
  return operationWithoutTransaction(resetPassword, async ({ body, fingerprint, nowMs, language }) => {
    refuseFields(judgeNewPassword(body));
    const shown = { purpose: 'reset_password', secret: body.resetToken, fingerprint } as const;
    // Computing a hash costs as much as a hundred queries, so a caller without a ticket is refused first.
    const shower = await findTicket(identity.db, shown, nowMs);
    if (!shower) throw new Refused('reset_expired');
    const person = await findUser(identity.db, shower.userId);
    if (person) await refuseGuessable(identity, body.Password, person);
    const passwordHash = await hashPassword(body.Password);
    const { username, ended } = await identity.db.transaction().execute(async (db) => {
      const ticket = await findTicket(db, shown, nowMs);
      const detail = ticket && (await consumeTicket(db, 'reset_password', ticket.userId));
      const user = ticket && (await findUser(db, ticket.userId));
      if (!detail || !user) throw new Refused('reset_expired');
      if (detail.provenBy === 'email') await recordVerified(db, user.id, 'email');
      // Failures that other people caused must not lock out the person, who has just been verified.
      await resetFailures(db, { kind: 'username', name: usernameKey(user.username) });
      const given = { user, passwordHash, language, endsApiKeys: body.endsApiKeys };
      return { username: user.username, ended: await setPassword(identity, db, given) };
    });
    identity.ends.announce(ended);
    return { username };
  });
}

/**
 * Returns the calls for a forgotten password: send a one-time code, and exchange it for a ticket to set a new password.
 * An unknown address is treated like a known one: attempts and lockouts count, and a code is made that is sent to
 * nobody. So no answer reveals who has an account.
 */
export function forgottenPasswordOperations(identity: Identity): Operation[] {
  const ask = operationWithoutTransaction(forgotPassword, (call) => open(identity, call, openCode));
  const again = operationWithoutTransaction(resendForgotPasswordCode, (call) => open(identity, call, resend));
  const confirm = operationWithoutTransaction(confirmForgotPassword, async ({ body, fingerprint, address, nowMs }) => {
    const { key, isTrusted } = await keyOf(identity.db, { email: body.Email, fingerprint, nowMs });
    const resetToken = await tryCode(identity, key, {
      code: body.Otp,
      address: isTrusted ? undefined : address,
      isOpen: (row) => row.deviceHash === sha256(fingerprint),
      onRight: (db, row) => giveTicket(db, { email: body.Email, fingerprint, row, nowMs }),
    });
    return { resetToken };
  });
  return [ask, again, confirm];
}

/**
 * Returns the key under which sent codes and attempts are counted: the email address. A device that the user trusts has
 * a key of its own, as in sign-in, so that requests and guesses of other people cannot lock the user out.
 */
async function keyOf(db: Db, asker: Asker): Promise<{ key: CodeKey; isTrusted: boolean }> {
  const deviceHash = sha256(asker.fingerprint);
  const { rows } = await sql`
    select 1 from trusted_device d join app_user u on u.id = d.user_id
    where lower(u.email) = ${emailKey(asker.email)} and d.device_hash = ${deviceHash}
      and d.expires_at > ${new Date(asker.nowMs)} limit 1`.execute(db);
  const isTrusted = rows.length > 0;
  const subject = emailKey(asker.email) + (isTrusted ? ` ${deviceHash}` : '');
  return { key: { purpose: 'forgot_password', subject }, isTrusted };
}
type Asker = { readonly email: string; readonly fingerprint: string; readonly nowMs: number };

type ResetRequest = Pick<Call, 'fingerprint' | 'language' | 'nowMs'> & { readonly body: BodyOf<typeof forgotPassword> };

async function open(
  identity: Identity,
  { body, fingerprint, language, nowMs }: ResetRequest,
  send: typeof openCode,
): Promise<SentOtp> {
  requireFingerprint(fingerprint);
  refuseFields({ Email: judgeEmail(body.Email) });
  const deviceHash = sha256(fingerprint);
  return identity.db.transaction().execute(async (db) => {
    const { key } = await keyOf(db, { email: body.Email, fingerprint, nowMs });
    const user = await findUserByEmail(db, body.Email);
    const target = targetFor(user, body, nowMs);
    const detail = { userId: user?.id ?? '' };
    return send(identity, db, key, { ...target, deviceHash, detail, language });
  });
}

const resend: typeof openCode = async (identity, db, key, opening) => {
  const before = await lockCode(db, key);
  if (before?.deviceHash !== opening.deviceHash) throw new Refused('otp_expired');
  return sendCode(identity, db, key, { ...opening, openedAtMs: before.openedAtMs, before });
};

/**
 * Returns the destination. `masked` is empty, so that the answer is the same for a user, for an unknown address, and
 * for an address that was never proven.
 */
function targetFor(
  user: User | undefined,
  { NotificationMethod: method }: ResetRequest['body'],
  nowMs: number,
): CodeTarget {
  const isBySms = user?.phone !== undefined && maySendResetTo(user.phoneSetAtMs, nowMs);
  const isReachable = user && (method === 'sms' ? isBySms : user.isEmailProven);
  return {
    method,
    recipient: isReachable ? targetOf(user, method).recipient : NOBODY,
    masked: '',
    name: user?.username ?? '',
  };
}

type TicketCause = { email: string; fingerprint: string; row: CodeRow; nowMs: number };

async function giveTicket(db: Db, { email, fingerprint, row, nowMs }: TicketCause): Promise<string> {
  const user = await findUserByEmail(db, email);
  // The code was sent to nobody, or to the user who had this address before (decision 59).
  if (!user || user.id !== row.detail.userId) throw new Refused('invalid_otp');
  const detail = { provenBy: row.channel };
  return issueTicket(db, { purpose: 'reset_password', userId: user.id, fingerprint, detail }, nowMs);
}
