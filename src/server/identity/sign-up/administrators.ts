import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import {
  inviteAdministrator,
  inviteAdministratorAgain,
  listAdministrators,
  removeAdministrator,
  resetSecondFactor,
  updateAdministrator,
  type Administrator,
} from '#contract/identity/administrator.ts';
import { judgeOwners, type AdminRole } from '#domain/access/admin-role.ts';
import { judgeEmail } from '#domain/identity/email.ts';
import { adminRoleName } from '#domain/identity/role-name.ts';
import { judgeUsername } from '#domain/identity/username.ts';
import { hashPassword } from '#server/identity/password/password-hash.ts';
import type { SessionEnds } from '#server/identity/session/user-session.ts';
import { ANY_DEVICE } from '#server/identity/sign-in/ticket.ts';
import { ADMINISTRATORS_LOCK } from '#server/identity/sign-up/first-administrator-link.ts';
import { createUser, endPowersOf, linkFor } from '#server/identity/sign-up/people-by-operator.ts';
import { findUserByEmail, findUserByName } from '#server/identity/user-rows.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { Db } from '#server/platform/database/database.ts';
import { isoTime } from '#server/platform/database/iso-time.ts';
import { operation, type Call, type Operation } from '#server/platform/http/operation.ts';
import { Refused, refuseFields } from '#server/platform/http/refused.ts';
import { lockInSession } from '#server/platform/http/require-session.ts';
import { queueSecretMessage, type Sealing } from '#server/platform/mail/outbox.ts';
import { composeMails } from '#server/platform/mail/queue-mails.ts';
import { sha256 } from '#server/platform/runtime/sha256.ts';

type Parts = {
  readonly config: Pick<Config, 'VARIANT' | 'PUBLIC_URL' | 'PORT' | 'OIDC_ISSUER'>;
  readonly ends: SessionEnds;
  readonly secret: Pick<Sealing, 'seal'>;
};

/** Operations by which owners invite, change and remove administrators (decision 122). */
export const administratorOperations = (parts: Parts): Operation[] => [
  operation(listAdministrators, ({ db }) => findAdministrators(db)),
  operation(inviteAdministrator, async (call) => {
    const { db, body } = call;
    await lockAdministrators(call);
    const [username, email] = [body.username.trim(), body.email.trim()];
    refuseFields({ username: judgeUsername(username), email: judgeEmail(email) });
    const [named, addressed] = [await findUserByName(db, username), await findUserByEmail(db, email)];
    const former = named?.id === addressed?.id && (await isWithoutCompany(db, named?.id)) ? named : undefined;
    refuseFields({
      username: named && !former ? { code: 'username_taken' } : undefined,
      email: addressed && !former ? { code: 'email_taken' } : undefined,
    });
    const role = { role: 'Admin', roleName: adminRoleName(parts.config.VARIANT) } as const;
    const adminRoles = [...new Set(body.roles)];
    const id = former?.id ?? (await createUser(db, { username, email, password: aPassword(), ...role, adminRoles }));
    if (former) await makeAdministrator(parts, call, { id, roleName: role.roleName, adminRoles });
    await mailLink(parts, call, { id, email });
    return findAdministrators(db);
  }),
  operation(inviteAdministratorAgain, async (call) => {
    const { email } = await lockAdministrator(call);
    await mailLink(parts, call, { id: call.params.id, email });
    return findAdministrators(call.db);
  }),
  operation(updateAdministrator, async (call) => {
    const { db, params, body } = call;
    const roles = [...new Set(body.roles)];
    await refuseLastOwner(call, roles.includes('owner'));
    await db.updateTable('app_user').set({ admin_roles: roles }).where('id', '=', params.id).execute();
    return findAdministrators(db);
  }),
  operation(removeAdministrator, async (call) => {
    await refuseLastOwner(call, false);
    const user = { auction_user_role: 'User', role_name: 'User', admin_roles: null } as const;
    await call.db.updateTable('app_user').set(user).where('id', '=', call.params.id).execute();
    await endAll(parts, call);
    return findAdministrators(call.db);
  }),
  operation(resetSecondFactor, async (call) => {
    await lockAdministrator(call);
    await call.db
      .updateTable('app_user')
      .set({ phone_code: null, phone_number: null, phone_proven_at: null })
      .where('id', '=', call.params.id)
      .execute();
    await endAll(parts, call);
    return findAdministrators(call.db);
  }),
];

/**
 * Whether a person is a user without a company, such as somebody who was an administrator. Such a person can be invited
 * again, by the same username and email address.
 */
async function isWithoutCompany(db: Db, id: string | undefined): Promise<boolean> {
  if (id === undefined) return false;
  const { rows } = await sql`
    select from app_user person where id = ${id} and auction_user_role = 'User'
      and not exists (select from account_member where user_id = person.id)`.execute(db);
  return rows.length > 0;
}

type NewAdministrator = { readonly id: string; readonly roleName: string; readonly adminRoles: AdminRole[] };

/** Makes a person an administrator, who then needs the link of the invitation. The former password ends. */
async function makeAdministrator(
  { ends }: Parts,
  { db, caller, afterCommit }: Pick<Call, 'db' | 'caller' | 'afterCommit'>,
  { id, roleName, adminRoles }: NewAdministrator,
): Promise<void> {
  const password = await hashPassword(aPassword());
  await db
    .updateTable('app_user')
    .set({ auction_user_role: 'Admin', role_name: roleName, admin_roles: adminRoles, password_hash: password })
    .where('id', '=', id)
    .execute();
  const ended = await endPowersOf(db, ends, { userId: id, by: caller.userId });
  afterCommit(() => ends.announce(ended));
}

/** Nobody knows this password. The person sets a new one with the link of the invitation. */
const aPassword = (): string => `${randomBytes(24).toString('base64url')}aA1!`;

const lockAdministrators = (call: Pick<Call, 'db' | 'caller'>): Promise<void> =>
  lockInSession(call, ADMINISTRATORS_LOCK);

type AboutOne = Pick<Call, 'db' | 'caller' | 'nowMs' | 'afterCommit' | 'language'> & {
  readonly params: { readonly id: string };
};

async function lockAdministrator(call: AboutOne): Promise<Administrator> {
  await lockAdministrators(call);
  const found = (await findAdministrators(call.db)).find(({ id }) => id === call.params.id);
  if (!found) throw new Refused('not_found');
  return found;
}

/**
 * Locks an administrator who loses roles.
 * @throws Refused not_found, or last_administrator
 */
async function refuseLastOwner(call: AboutOne, staysOwner: boolean): Promise<void> {
  const { roles } = await lockAdministrator(call);
  const owners = (await findAdministrators(call.db)).filter((one) => one.roles.includes('owner'));
  const otherOwners = owners.filter(({ id }) => id !== call.params.id).length;
  const refusal = judgeOwners({ isOwner: roles.includes('owner'), staysOwner, otherOwners });
  if (refusal) throw new Refused(refusal);
}

/** Ends the sessions, trusted devices and keys of the person. */
async function endAll({ ends }: Parts, { db, caller, params, afterCommit }: AboutOne): Promise<void> {
  const ended = await endPowersOf(db, ends, { userId: params.id, by: caller.userId });
  afterCommit(() => ends.announce(ended));
}

type Invited = Pick<Administrator, 'id' | 'email'>;

/** Sends the link to set a password. It is a secret, so the message is encrypted until it is sent. */
async function mailLink(
  { config, secret }: Parts,
  { db, caller, nowMs, language }: Pick<Call, 'db' | 'caller' | 'nowMs' | 'language'>,
  { id, email: recipient }: Invited,
): Promise<void> {
  const link = await linkFor(db, config, id, nowMs);
  const [message] = await composeMails(db, 'invitation', [
    {
      recipient,
      language,
      write: (_, { words }) => ({
        subject: words('accountMail.administrator.subject'),
        body: words('accountMail.administrator.body', { inviter: caller.username }),
      }),
      ending: [link],
    },
  ]);
  if (message) await queueSecretMessage(db, secret, message);
}

async function findAdministrators(db: Db): Promise<Administrator[]> {
  const { rows } = await sql<Administrator & { roles: AdminRole[] }>`
    select person.id, person.username, person.email, person.admin_roles as roles,
      ${isoTime('person.created_at')} as "createdAt", ${isoTime('session.started_at')} as "signedInAt",
      ${isoTime('ticket.expires_at')} as "invitedUntil"
    from app_user person
    left join user_session session on session.user_id = person.id and session.expires_at > now()
    left join identity_ticket ticket on ticket.user_id = person.id and ticket.purpose = 'reset_password'
      and ticket.device_hash = ${sha256(ANY_DEVICE)} and ticket.expires_at > now()
    where person.auction_user_role = 'Admin' order by lower(person.username)`.execute(db);
  return rows;
}
