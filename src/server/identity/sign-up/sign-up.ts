import { randomUUID } from 'node:crypto';
import { sql, type Selectable } from 'kysely';
import type { SentOtp } from '#contract/identity/identity.ts';
import { confirmRegistration, register, resendRegistrationCode } from '#contract/identity/own-account.ts';
import type { BodyOf } from '#contract/basics/route.ts';
import { emailKey } from '#domain/identity/email.ts';
import { judgeRegistration } from '#domain/identity/judge-registration.ts';
import { judgeUsername, usernameKey } from '#domain/identity/username.ts';
import { settingIn } from '#server/platform-setting/stored-settings.ts';
import { CLIENT_ID } from '#server/platform/config/config.ts';
import { phoneCountriesOf } from '#server/platform/config/config-choices.ts';
import type { Db } from '#server/platform/database/database.ts';
import { requireFingerprint } from '#server/platform/http/fingerprint.ts';
import { operationWithoutTransaction, type Operation } from '#server/platform/http/operation.ts';
import { refuseFields, Refused } from '#server/platform/http/refused.ts';
import type { Tables } from '#server/platform/database/tables.gen.ts';
import { targetOf } from '#server/identity/one-time-code/code-target.ts';
import { refuseGuessable } from '#server/identity/password/guessable.ts';
import type { Identity } from '#server/identity/identity.ts';
import { grantSecondStep } from '#server/identity/one-time-code/login-code.ts';
import { openCode, sendCode, tryCode, type CodeTarget } from '#server/identity/one-time-code/one-time-code.ts';
import { lockCode, type CodeKey, type CodeRow } from '#server/identity/one-time-code/one-time-code-rows.ts';
import { hashPassword } from '#server/identity/password/password-hash.ts';
import { SCOPES } from '#server/identity/provider/provider-options.ts';
import { sha256 } from '#server/platform/runtime/sha256.ts';
import { findUser, findUserByEmail, findUserByName, type User } from '#server/identity/user-rows.ts';
import { storeAcceptances, refuseOldPolicies } from '#server/template/acceptances.ts';

/** Milliseconds in which a one-time code may be requested again. After that, the person must fill in the form again. */
const REGISTRATION_MS = 60 * 60_000;

/**
 * Returns the calls of sign-up (docs/rules.md#specified-calls). A registration is stored apart from users until the
 * person enters the one-time code that was sent. Only then is the user created. Until then, no answer reveals whether a
 * username or an address belongs to a user.
 */
export function signUpOperations(identity: Identity): Operation[] {
  const ask = operationWithoutTransaction(register, async ({ body, fingerprint, language }) => {
    requireFingerprint(fingerprint);
    const codes = phoneCountriesOf(identity.config, await settingIn(identity.db, 'regions')).map(({ code }) => code);
    refuseFields(judgeRegistration(body, codes));
    await refuseGuessable(identity, body.Password, { username: body.Username, email: body.Email });
    await refuseOldPolicies(identity.db, body.acceptedTemplates ?? []);
    const registration = await registrationOf(identity, body);
    return identity.db.transaction().execute(async (db) => {
      const accepted_templates = JSON.stringify(registration.accepted_templates);
      await db
        .insertInto('registration')
        .values({ ...registration, accepted_templates })
        .execute();
      const asker = { deviceHash: sha256(fingerprint), detail: { registrationId: registration.id }, language };
      const sending = { ...(await targetFor(db, registration)), ...asker };
      const sent = await openCode(identity, db, keyOf(registration), sending);
      return { ...sent, userRegisterId: registration.id };
    });
  });
  const resend = operationWithoutTransaction(
    resendRegistrationCode,
    async ({ body, fingerprint, language }): Promise<SentOtp> => {
      const registration = await findRegistration(identity, body.userRegisterId);
      return identity.db.transaction().execute(async (db) => {
        const before = await lockCode(db, keyOf(registration));
        if (!before || !isOpenFor(before, registration.id, fingerprint)) throw new Refused('otp_expired');
        const sending = { ...before, ...(await targetFor(db, registration)), language, before };
        return sendCode(identity, db, keyOf(registration), sending);
      });
    },
  );
  const confirm = operationWithoutTransaction(confirmRegistration, async ({ body, fingerprint, address }) => {
    if (body.Username !== undefined) refuseFields({ Username: judgeUsername(body.Username.trim()) });
    const registration = await findRegistration(identity, body.userRegisterId, body.Username);
    return tryCode(identity, keyOf(registration), {
      code: body.Otp,
      address,
      isOpen: (row) => isOpenFor(row, registration.id, fingerprint),
      refusalOf: (db) => refusalOfTaken(db, registration),
      onRight: (db) => makeUser(identity, db, { registration, fingerprint }),
    });
  });
  return [ask, resend, confirm];
}

type RegistrationRow = Selectable<Tables['registration']>;

async function registrationOf({ clock }: Identity, body: BodyOf<typeof register>): Promise<RegistrationRow> {
  return {
    id: randomUUID(),
    username: body.Username.trim(),
    email: body.Email.trim(),
    password_hash: await hashPassword(body.Password),
    phone_code: body.PhoneCode,
    phone_number: body.PhoneNumber.trim(),
    channel: body.NotificationMethod,
    expires_at: new Date(clock.nowMs() + REGISTRATION_MS),
    accepted_templates: body.acceptedTemplates ?? [],
  };
}

/**
 * Returns the key of a registration's code. Codes are counted per destination, so that requests under many usernames do
 * not send more codes.
 */
const keyOf = (registration: RegistrationRow): CodeKey => ({
  purpose: 'register',
  subject: emailKey(targetOfRegistration(registration).recipient),
});

const targetOfRegistration = ({ username, email, phone_code, phone_number, channel }: RegistrationRow) =>
  targetOf({ username, email, phone: { code: phone_code, number: phone_number } }, channel);

/**
 * Returns the destination of the code. If the mailbox already has an account, it gets an email with the account's
 * username and without a code. The caller gets the same answer in both cases, so nobody learns who has an account.
 */
async function targetFor(db: Db, registration: RegistrationRow): Promise<CodeTarget> {
  const target = targetOfRegistration(registration);
  const holder = await holderOf(db, registration);
  return holder && target.method === 'email'
    ? { ...target, recipient: holder.email, name: holder.username, hasAccount: true }
    : target;
}

const isOpenFor = (row: CodeRow, registrationId: string, fingerprint: string): boolean =>
  row.detail.registrationId === registrationId && row.deviceHash === sha256(fingerprint);

/** Returns an open registration. If `username` is given, it replaces the registration's username in the result. */
async function findRegistration({ db, clock }: Identity, id: string, username?: string): Promise<RegistrationRow> {
  const found = await db
    .selectFrom('registration')
    .selectAll()
    .where('id', '=', id)
    .where('expires_at', '>', new Date(clock.nowMs()))
    .executeTakeFirst();
  if (!found) throw new Refused('otp_expired');
  return { ...found, username: username?.trim() ?? found.username };
}

async function makeUser(
  identity: Identity,
  db: Db,
  { registration, fingerprint }: { registration: RegistrationRow; fingerprint: string },
) {
  const { id, username, email, password_hash, phone_code, phone_number, channel } = registration;
  const { accepted_templates, expires_at } = registration;
  if (channel === 'email') await releaseUnproven(db, email);
  // The creation time of the user. A phone that is proven at exactly this time is the phone of the sign-up.
  const now = sql<Date>`now()`;
  const proven = { email_proven_at: channel === 'email' ? now : null, phone_proven_at: channel === 'sms' ? now : null };
  await db
    .insertInto('app_user')
    .values({ id, username, email, password_hash, phone_code, phone_number, ...proven })
    .execute();
  // The person accepted these versions at sign-up, even if newer ones have come into force since.
  await storeAcceptances(db, id, accepted_templates, new Date(expires_at.getTime() - REGISTRATION_MS));
  await db.deleteFrom('registration').where('id', '=', id).execute();
  const user = await findUser(db, id);
  if (!user) throw new Error('the new user is missing');
  const step = { user, clientId: CLIENT_ID, fingerprint, scope: SCOPES.join(' '), provenBy: channel };
  return { username, Otp: await grantSecondStep(identity, db, step) };
}

/**
 * Returns an error if another user has taken the username or the address meanwhile. Only a caller with the correct code
 * sees this error, so the caller has the mailbox or the phone. Each such error costs the caller an attempt, so the
 * caller can see the error only a few times.
 */
async function refusalOfTaken(db: Db, registration: RegistrationRow): Promise<Refused | undefined> {
  // Sign-ups run one after the other here, so that the second one with the same username is refused.
  await sql`select pg_advisory_xact_lock(hashtextextended('sign-up', 0))`.execute(db);
  if (await findUserByName(db, usernameKey(registration.username))) return refusalAt('Username', 'username_taken');
  if (await holderOf(db, registration)) return refusalAt('Email', 'email_taken');
  return undefined;
}

const refusalAt = (field: string, code: 'username_taken' | 'email_taken') =>
  new Refused(code, undefined, { [field]: { code } });

/**
 * Returns the user who has the address of this registration. A user who only typed the address loses it to a person who
 * verifies it. So nobody can keep another person out by typing that person's address.
 */
async function holderOf(db: Db, { email, channel }: RegistrationRow): Promise<User | undefined> {
  const holder = await findUserByEmail(db, email);
  return holder && (holder.isEmailProven || channel !== 'email') ? holder : undefined;
}

/** Removes an unproven address from its user, who signed up by phone and can still sign in by phone. */
export async function releaseUnproven(db: Db, email: string): Promise<void> {
  await sql`
    update app_user set email = '' where lower(email) = ${emailKey(email)} and email_proven_at is null`.execute(db);
}
