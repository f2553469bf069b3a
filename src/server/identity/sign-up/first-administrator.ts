import type { BodyOf } from '#contract/basics/route.ts';
import {
  makeFirstAdministrator,
  openFirstAdministratorLink,
  sendFirstAdministratorCode,
} from '#contract/identity/first-administrator.ts';
import { emailKey, judgeEmail } from '#domain/identity/email.ts';
import { judgeNewPassword } from '#domain/identity/new-password.ts';
import { adminRoleName } from '#domain/identity/role-name.ts';
import { judgeUsername } from '#domain/identity/username.ts';
import type { Identity } from '#server/identity/identity.ts';
import { targetOf } from '#server/identity/one-time-code/code-target.ts';
import { grantSecondStep } from '#server/identity/one-time-code/login-code.ts';
import { openCode, tryCode } from '#server/identity/one-time-code/one-time-code.ts';
import type { CodeKey } from '#server/identity/one-time-code/one-time-code-rows.ts';
import { refuseGuessable } from '#server/identity/password/guessable.ts';
import { hashPassword } from '#server/identity/password/password-hash.ts';
import { SCOPES } from '#server/identity/provider/provider-options.ts';
import {
  endFirstLink,
  findFirstLink,
  isAddressOfLink,
  ADMINISTRATORS_LOCK,
} from '#server/identity/sign-up/first-administrator-link.ts';
import { insertUser, noteOperatorAct } from '#server/identity/sign-up/people-by-operator.ts';
import { releaseUnproven } from '#server/identity/sign-up/sign-up.ts';
import { findUser, findUserByEmail, findUserByName } from '#server/identity/user-rows.ts';
import { CLIENT_ID } from '#server/platform/config/config.ts';
import type { Db } from '#server/platform/database/database.ts';
import { requireFingerprint } from '#server/platform/http/fingerprint.ts';
import { operationWithoutTransaction, type Operation } from '#server/platform/http/operation.ts';
import { Refused, refuseFields } from '#server/platform/http/refused.ts';
import { sha256 } from '#server/platform/runtime/sha256.ts';
import { isStillFailing } from '#server/platform/mail/outbox.ts';
import { logSecurityEvent } from '#server/platform/telemetry/log-security-event.ts';
import { takeLock } from '#server/platform/http/require-session.ts';

type Person = Omit<BodyOf<typeof makeFirstAdministrator>, 'Otp'>;

/**
 * Returns the calls with which the holder of the one-time link becomes the first administrator (decision 129). They work
 * in both variants. The one-time code proves the address and that the platform can send emails.
 */
export function firstAdministratorOperations(identity: Identity): Operation[] {
  const { db, clock, config } = identity;
  const open = operationWithoutTransaction(openFirstAdministratorLink, async ({ body }) => {
    const { email, expiresAt } = await requireLink(db, body.token, clock.nowMs());
    return { email, expiresAt: expiresAt.toISOString() };
  });
  const send = operationWithoutTransaction(sendFirstAdministratorCode, async ({ body, fingerprint, language }) => {
    requireFingerprint(fingerprint);
    await judgePerson(identity, body);
    const sending = {
      ...targetOf({ username: body.Username.trim(), email: body.Email.trim(), phone: undefined }, 'email'),
      deviceHash: sha256(fingerprint),
      detail: { link: sha256(body.token) },
      language,
    };
    return db.transaction().execute(async (own) => {
      // The platform may never have sent an email. The operator must learn that the mail server refuses it.
      if (await isStillFailing(own, { ...sending, channel: 'email' })) throw new Refused('code_not_sent');
      return openCode(identity, own, keyOf(body), sending);
    });
  });
  const make = operationWithoutTransaction(makeFirstAdministrator, async ({ body, fingerprint, address }) => {
    requireFingerprint(fingerprint);
    await judgePerson(identity, body);
    const passwordHash = await hashPassword(body.Password);
    return tryCode(identity, keyOf(body), {
      code: body.Otp,
      address,
      isOpen: ({ detail, deviceHash }) => detail['link'] === sha256(body.token) && deviceHash === sha256(fingerprint),
      // Two callers with the same link run one after the other: the second one finds the link ended.
      async refusalOf(own) {
        await takeLock(own, ADMINISTRATORS_LOCK);
        const link = await findFirstLink(own, body.token, clock.nowMs());
        return link ? undefined : new Refused('first_link_over');
      },
      async onRight(own) {
        const username = body.Username.trim();
        await releaseUnproven(own, body.Email.trim());
        const id = await insertUser(own, {
          username,
          email: body.Email.trim(),
          passwordHash,
          role: 'Admin',
          roleName: adminRoleName(config.VARIANT),
        });
        await noteOperatorAct(own, 'makeAdministrator', id, { userId: id, username, address, session: '' });
        await endFirstLink(own);
        logSecurityEvent('first_administrator_made', { userId: id });
        return { username, ...(await secondStep(identity, own, id, fingerprint)) };
      },
    });
  });
  return [open, send, make];
}

/** Codes are counted apart from those of sign-up, so that no stranger can use up the codes of this address. */
const keyOf = ({ Email }: Person): CodeKey => ({
  purpose: 'register',
  subject: `first administrator ${emailKey(Email)}`,
});

async function requireLink(db: Db, token: string, nowMs: number) {
  const link = await findFirstLink(db, token, nowMs);
  if (link) return link;
  logSecurityEvent('first_link_failed');
  throw new Refused('first_link_over');
}

/** Checks the link first, so that nobody without the link learns which names and addresses are taken. */
async function judgePerson(identity: Identity, person: Person): Promise<void> {
  const { db, clock } = identity;
  const { Username, Email, Password } = person;
  const link = await requireLink(db, person.token, clock.nowMs());
  refuseFields({
    Username: judgeUsername(Username.trim()),
    Email: judgeEmail(Email),
    ...judgeNewPassword(person),
  });
  const isNameTaken = await findUserByName(db, Username.trim());
  // A stranger may have typed this address at sign-up. The code decides whose it is.
  const isEmailTaken = (await findUserByEmail(db, Email))?.isEmailProven === true;
  refuseFields({
    Username: isNameTaken && { code: 'username_taken' },
    Email: isEmailTaken
      ? { code: 'email_taken' }
      : isAddressOfLink(link, Email)
        ? undefined
        : { code: 'email_not_of_link' },
  });
  await refuseGuessable(identity, Password, { username: Username, email: Email });
}

/** In variant GLOBAL, the hosted page signs the person in. */
async function secondStep(identity: Identity, db: Db, id: string, fingerprint: string): Promise<{ Otp?: string }> {
  const user = await findUser(db, id);
  if (identity.config.VARIANT !== 'TNBX' || !user) return {};
  const step = { user, clientId: CLIENT_ID, fingerprint, scope: SCOPES.join(' '), provenBy: 'email' } as const;
  return { Otp: await grantSecondStep(identity, db, step) };
}
