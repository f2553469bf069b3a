import { sql } from 'kysely';
import type { BodyOf } from '#contract/basics/route.ts';
import type { SentOtp } from '#contract/identity/identity.ts';
import { addPhone, changePhone, resendPhoneCode, validatePhone } from '#contract/identity/own-account.ts';
import { isSamePhone, judgeNewPhone, type Phone } from '#domain/identity/phone.ts';
import { phoneCountriesOf } from '#server/platform/config/config-choices.ts';
import type { Db } from '#server/platform/database/database.ts';
import { requireFingerprint } from '#server/platform/http/fingerprint.ts';
import {
  operationWithoutTransaction,
  switchedOff,
  type Call,
  type Operation,
} from '#server/platform/http/operation.ts';
import { queueMessage } from '#server/platform/mail/outbox.ts';
import { refuseFields, Refused } from '#server/platform/http/refused.ts';
import type { Language } from '#domain/basics/language.ts';
import { wordsIn } from '#server/platform/http/words.ts';
import { phoneTarget } from '#server/identity/one-time-code/code-target.ts';
import { requireCurrentPassword } from '#server/identity/password/password-hash.ts';
import type { Identity } from '#server/identity/identity.ts';
import { grantSecondStep } from '#server/identity/one-time-code/login-code.ts';
import { openCode, sendCode, tryCode } from '#server/identity/one-time-code/one-time-code.ts';
import { lockCode, NO_DEVICE, type CodeKey, type CodeRow } from '#server/identity/one-time-code/one-time-code-rows.ts';
import { settingIn } from '#server/platform-setting/stored-settings.ts';
import { sha256 } from '#server/platform/runtime/sha256.ts';
import { consumeTicket } from '#server/identity/sign-in/ticket.ts';
import { findUser, requireUser, type User } from '#server/identity/user-rows.ts';

type PhoneBody = BodyOf<typeof addPhone>;
type PhoneCall = Pick<Call, 'caller' | 'fingerprint' | 'language'> & { readonly body: PhoneBody };

/**
 * Returns the calls that set or replace the phone for one-time codes by SMS. The phone is stored only after the person
 * entered the code that was sent to it (docs/rules.md#specified-calls). Callers have a session or a setup ticket.
 */
export function phoneOperations(identity: Identity): Operation[] {
  const { config } = identity;
  const add = operationWithoutTransaction(addPhone, async (call) => {
    const user = await requireUser(identity.db, call.caller);
    if (user.phone) throw new Refused('phone_already_set');
    await requirePassword(identity, call, user);
    return open(identity, { ...call, user });
  });
  const change = operationWithoutTransaction(changePhone, async (call) => {
    // A caller with only a setup ticket has no phone to change.
    if (call.caller.sessionId === '') throw new Refused('not_signed_in');
    const user = await requireUser(identity.db, call.caller);
    await requirePassword(identity, call, user);
    return open(identity, { ...call, user });
  });
  const resend = operationWithoutTransaction(
    resendPhoneCode,
    async ({ body, caller, fingerprint, language }): Promise<SentOtp> =>
      identity.db.transaction().execute(async (db) => {
        const before = await lockCode(db, keyOf(caller.userId));
        if (body.NotificationMethod === 'email') throw new Refused('invalid_request');
        if (!before || !isOpenFor(before, body, fingerprint)) throw new Refused('otp_expired');
        const target = { method: 'sms', ...phoneTarget(phoneOf(body)), name: caller.username } as const;
        const sending = { ...before, ...target, language, before, isCountedByRecipient: true };
        return sendCode(identity, db, keyOf(caller.userId), sending);
      }),
  );
  const validate = operationWithoutTransaction(validatePhone, async (call) =>
    tryCode(identity, keyOf(call.caller.userId), {
      code: call.body.Otp,
      address: call.address,
      isOpen: (row) => isOpenFor(row, call.body, call.fingerprint),
      onRight: (db) => setPhone(identity, db, call),
    }),
  );
  return [add, change, resend, validate].map(config.VARIANT === 'TNBX' ? (one) => one : onlyBeforeSignIn);
}

/**
 * Refuses calls with a session, and allows calls with a setup ticket. Used in variant GLOBAL, where a person can set up
 * a phone only in order to sign in. In variant TNBX, a session is also enough (docs/rules.md#variants).
 */
const onlyBeforeSignIn = (one: Operation): Operation => ({
  ...one,
  handle: (call) => (call.caller.sessionId === '' ? one : switchedOff(one)).handle(call),
});

const keyOf = (userId: string): CodeKey => ({ purpose: 'phone', subject: userId });

const phoneOf = (body: PhoneBody): Phone => ({ code: body.PhoneCode, number: body.PhoneNumber.trim() });

const isOpenFor = (row: CodeRow, body: PhoneBody, fingerprint: string): boolean =>
  row.deviceHash === sha256(fingerprint) &&
  isSamePhone(phoneOf(body), { code: row.detail.code ?? '', number: row.detail.number ?? '' });

/**
 * Requires the password of a caller with a session. A phone receives one-time codes, so a session alone must not be
 * enough to set a phone. A caller with a setup ticket has just given the password.
 */
async function requirePassword(identity: Identity, { caller, body }: PhoneCall, user: User): Promise<void> {
  if (caller.sessionId !== '') await requireCurrentPassword(identity, user, body.CurrentPassword ?? '');
}

async function open(identity: Identity, call: PhoneCall & { readonly user: User }): Promise<SentOtp> {
  const { body, user, fingerprint, language } = call;
  requireFingerprint(fingerprint);
  const isOffered = phoneCountriesOf(identity.config, await settingIn(identity.db, 'regions')).some(
    ({ code }) => code === body.PhoneCode,
  );
  refuseFields({
    PhoneCode: isOffered ? undefined : { code: 'phone_code_unknown' },
    PhoneNumber: judgeNewPhone(phoneOf(body), user.phone),
  });
  const { code, number } = phoneOf(body);
  const target = { method: 'sms', ...phoneTarget({ code, number }), name: user.username } as const;
  return identity.db.transaction().execute((db) => {
    const asker = { deviceHash: sha256(fingerprint), detail: { code, number }, language };
    return openCode(identity, db, keyOf(user.id), { ...target, ...asker, isCountedByRecipient: true });
  });
}

async function setPhone(identity: Identity, db: Db, call: PhoneCall): Promise<{ Otp?: string }> {
  const { caller, fingerprint, language } = call;
  const before = await findUser(db, caller.userId);
  const { code, number } = phoneOf(call.body);
  await sql`
    update app_user set phone_code = ${code}, phone_number = ${number},
      phone_proven_at = ${new Date(identity.clock.nowMs())}
    where id = ${caller.userId}`.execute(db);
  await endCodesAtPhone(identity, db, caller.userId);
  if (before) await queueWarning(identity, db, before, language);
  if (caller.sessionId !== '') return {};
  const [ticket, user] = [
    await consumeTicket(db, 'two_factor_setup', caller.userId),
    await findUser(db, caller.userId),
  ];
  if (!ticket || !user) throw new Refused('otp_expired');
  return { Otp: await grantSecondStep(identity, db, { ...ticket, user, fingerprint, provenBy: 'sms' }) };
}

/**
 * Ends one-time codes that were sent to the previous phone, which may be lost or stolen. Also ends a password reset
 * that was begun with such a code.
 */
async function endCodesAtPhone({ clock }: Identity, db: Db, userId: string): Promise<void> {
  await sql`
    update one_time_code set device_hash = ${NO_DEVICE}, detail = '{}', expires_at = ${new Date(clock.nowMs())}
    where channel = 'sms' and ((purpose = 'login' and subject = ${userId})
      or (purpose = 'forgot_password' and detail ->> 'userId' = ${userId}))`.execute(db);
  await sql`
    delete from identity_ticket
    where user_id = ${userId} and purpose = 'reset_password' and detail ->> 'provenBy' = 'sms'`.execute(db);
}

/**
 * Warns the user by email. If another person took over a session and set another phone, the user learns of the change.
 */
async function queueWarning(identity: Identity, db: Db, user: User, language: Language): Promise<void> {
  const say = wordsIn(language);
  const words = { brand: identity.brand.name, name: user.username };
  const { email: recipient, phone } = user;
  const subject = say(phone ? 'mail.phoneChangedSubject' : 'mail.phoneAddedSubject', words);
  const body = say(phone ? 'mail.phoneChangedBody' : 'mail.phoneAddedBody', words);
  const message = { kind: 'security', subject, body } as const;
  await queueMessage(db, { ...message, channel: 'email', recipient });
  if (phone) await queueMessage(db, { ...message, channel: 'sms', recipient: phoneTarget(phone).recipient });
}
