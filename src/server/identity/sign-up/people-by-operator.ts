import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { AdminRole } from '#domain/access/admin-role.ts';
import { OPERATOR_ACTS, type OperatorAct } from '#domain/access/audit-trail.ts';
import { judgeEmail } from '#domain/identity/email.ts';
import { adminRoleName } from '#domain/identity/role-name.ts';
import { judgeUsername } from '#domain/identity/username.ts';
import type { ErrorCode, ErrorParams } from '#contract/errors/errors.ts';
import { beginAct, endAct, type Actor } from '#server/platform/http/audit.ts';
import { issuerOf, type Config } from '#server/platform/config/config.ts';
import type { Db } from '#server/platform/database/database.ts';
import { errorMessage } from '#server/platform/http/words.ts';
import { ANY_DEVICE, issueTicket } from '#server/identity/sign-in/ticket.ts';
import { removeDevicesOf } from '#server/identity/session/trusted-device.ts';
import {
  deleteSessionsOf,
  endApiKeysOf,
  endsElsewhere,
  type SessionEnds,
} from '#server/identity/session/user-session.ts';
import { findUserByEmail, findUserByName, type User } from '#server/identity/user-rows.ts';
import { judgePassword } from '#domain/identity/password.ts';
import { hashPassword } from '#server/identity/password/password-hash.ts';

/** Milliseconds for which a link to set a password is valid. */
const LINK_MS = 24 * 60 * 60_000;

type Deployment = Pick<Config, 'VARIANT' | 'PUBLIC_URL' | 'PORT' | 'OIDC_ISSUER'>;

/** The operator, as the audit trail shows the operator. No user can have this id or this name. */
const OPERATOR = {
  userId: '00000000-0000-0000-0000-000000000000',
  username: 'npm run people',
  address: '',
  session: '',
};

/**
 * Returns the functions with which an operator manages people. No page does this in variant GLOBAL or for the first
 * administrator (decision 63). Each act is in the audit trail.
 */
export function peopleByOperator(db: Db, config: Deployment) {
  const roleOf = (isAdmin: boolean) =>
    isAdmin
      ? ({ role: 'Admin', roleName: adminRoleName(config.VARIANT), adminRoles: ['owner'] } as const)
      : ({ role: 'User', roleName: 'User', adminRoles: null } as const);

  return {
    /**
     * Creates a person. Returns the link with which the person sets a password. The operator passes the link on.
     * @throws Error with a readable text if the username or the address is invalid or taken
     */
    async add(person: { username: string; email: string; isAdmin: boolean }, nowMs: number): Promise<string> {
      const username = person.username.trim();
      const email = person.email.trim();
      refuse(judgeUsername(username) ?? judgeEmail(email));
      return db.transaction().execute(async (own) => {
        if (await findUserByName(own, username)) refuse({ code: 'username_taken' });
        if (await findUserByEmail(own, email)) refuse({ code: 'email_taken' });
        // Nobody knows this password. The person sets a new one with the link, or uses the foreign provider.
        const password = `${randomBytes(24).toString('base64url')}aA1!`;
        const id = await createUser(own, { username, email, password, ...roleOf(person.isAdmin) });
        await noteOperatorAct(own, 'addPerson', id);
        if (person.isAdmin) await noteOperatorAct(own, 'makeAdministrator', id);
        return linkFor(own, config, id, nowMs);
      });
    },

    /** Returns a new link for a person who has forgotten the password. The previous link becomes invalid. */
    async link(username: string, nowMs: number): Promise<string> {
      const { id } = await requireUser(db, username);
      return db.transaction().execute(async (own) => {
        await noteOperatorAct(own, 'linkPerson', id);
        return linkFor(own, config, id, nowMs);
      });
    },

    /**
     * Makes a person an administrator, or a user again. A new administrator stays signed in. A former one is signed out,
     * because pages and sockets that are open show what only administrators may see.
     */
    async setRole(username: string, isAdmin: boolean): Promise<void> {
      const { id } = await requireUser(db, username);
      const { role, roleName, adminRoles } = roleOf(isAdmin);
      await db.transaction().execute(async (own) => {
        await noteOperatorAct(own, isAdmin ? 'makeAdministrator' : 'makeUser', id);
        await own
          .updateTable('app_user')
          .set({ auction_user_role: role, role_name: roleName, admin_roles: adminRoles && [...adminRoles] })
          .where('id', '=', id)
          .execute();
        if (!isAdmin) await endPowersOf(own, endsElsewhere, { userId: id, by: id });
      });
    },
  };
}

/**
 * Ends the sessions, trusted devices and keys of a person. `by` is the user who requested it. Returns the ended sessions,
 * which a server must announce after the commit.
 */
export async function endPowersOf(
  db: Db,
  ends: SessionEnds,
  { userId, by }: { readonly userId: string; readonly by: string },
): Promise<string[]> {
  const sessions = await deleteSessionsOf({ ends }, db, userId);
  const keys = await endApiKeysOf(db, ends, { userId, by });
  await removeDevicesOf(db, userId);
  return [...sessions, ...keys];
}

/** Adds an act on a person to the audit trail, as the operator's act if `actor` is left out. */
export async function noteOperatorAct(db: Db, act: OperatorAct, id: string, actor: Actor = OPERATOR): Promise<void> {
  await beginAct(db, actor, { action: OPERATOR_ACTS[act], subject: { id }, detail: {} });
  await endAct(db);
}

/**
 * Returns the link with which a person sets a password, once and for a day. A previous link becomes invalid. If a foreign
 * provider signs people in, says where.
 */
export async function linkFor(db: Db, config: Deployment, userId: string, nowMs: number): Promise<string> {
  if (config.OIDC_ISSUER !== undefined)
    return `The person signs in at ${config.OIDC_ISSUER} with the same email address.`;
  const ticket = { purpose: 'reset_password', userId, fingerprint: ANY_DEVICE, validMs: LINK_MS, detail: {} } as const;
  return `${issuerOf(config)}/set-password#${await issueTicket(db, ticket, nowMs)}`;
}

async function requireUser(db: Db, username: string): Promise<User> {
  const user = await findUserByName(db, username);
  if (!user) throw new Error(`there is no user ${username}`);
  return user;
}

function refuse(refusal: { readonly code: ErrorCode; readonly params?: ErrorParams } | undefined): void {
  if (refusal) throw new Error(errorMessage('en', refusal.code, refusal.params));
}

export type NewUser = {
  readonly id?: string;
  readonly username: string;
  readonly email: string;
  readonly password: string;
  readonly role?: 'User' | 'Admin';
  /** The role name that the identity service stores, for example TNBxOps for administrators of variant TNBX. */
  readonly roleName?: string;
  readonly phone?: { readonly code: string; readonly number: string };
  /** Only for administrators; owner if left out. */
  readonly adminRoles?: readonly AdminRole[] | null;
};

/**
 * Creates a user who can sign in, with a proven email address and phone. Returns the id. Callers have already checked
 * what people typed, so an invalid value here is a bug and throws an Error.
 */
export async function createUser(db: Db, user: NewUser): Promise<string> {
  const refusal = judgeUsername(user.username) ?? judgePassword(user.password);
  if (refusal) throw new Error(`user ${user.username}: ${refusal.code}`);
  return insertUser(db, { ...user, passwordHash: await hashPassword(user.password) });
}

/** Stores a user whose name and password were judged. Returns the id. */
export async function insertUser(
  db: Db,
  user: Omit<NewUser, 'password'> & { readonly passwordHash: string },
): Promise<string> {
  const id = user.id ?? randomUUID();
  const role = user.role ?? 'User';
  await db
    .insertInto('app_user')
    .values({
      id,
      username: user.username,
      email: user.email,
      password_hash: user.passwordHash,
      auction_user_role: role,
      role_name: user.roleName ?? role,
      admin_roles: role === 'Admin' ? [...(user.adminRoles ?? ['owner' as const])] : null,
      phone_code: user.phone?.code ?? null,
      phone_number: user.phone?.number ?? null,
      email_proven_at: sql<Date>`now()`,
      phone_proven_at: user.phone ? sql<Date>`now()` : null,
    })
    .execute();
  return id;
}
