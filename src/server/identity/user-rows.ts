import { sql, type RawBuilder } from 'kysely';
import { emailKey } from '#domain/identity/email.ts';
import type { NotificationMethod, Reach } from '#domain/identity/notification-method.ts';
import type { Phone } from '#domain/identity/phone.ts';
import { usernameKey } from '#domain/identity/username.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { Refused } from '#server/platform/http/refused.ts';

/** A user with the fields that signing in needs. */
export type User = {
  readonly id: string;
  readonly username: string;
  readonly email: string;
  readonly passwordHash: string;
  readonly role: 'User' | 'Admin';
  readonly roleName: string;
  readonly isEmailProven: boolean;
  /** The phone, if it is proven. One-time codes may be sent to it. */
  readonly phone: Phone | undefined;
  readonly unprovenPhone: Phone | undefined;
  /** When the user set this phone after the sign-up, ms since 1970; undefined for the phone of the sign-up. */
  readonly phoneSetAtMs: number | undefined;
  /** Countries of the user's business accounts. */
  readonly countries: readonly string[];
};

type UserRow = Omit<User, 'phone' | 'unprovenPhone' | 'phoneSetAtMs'> & {
  phone_code: string | null;
  phone_number: string | null;
  is_phone_proven: boolean;
  phone_set_at: Date | null;
};

const SELECT = sql`
  select u.id, u.username, u.email, u.password_hash as "passwordHash", u.auction_user_role as role,
    u.role_name as "roleName", u.email_proven_at is not null as "isEmailProven",
    u.phone_code, u.phone_number, u.phone_proven_at is not null as is_phone_proven,
    case when u.phone_proven_at > u.created_at then u.phone_proven_at end as phone_set_at,
    coalesce((select json_agg(distinct a.country) from account_member m join account a on a.id = m.account_id
      where m.user_id = u.id), '[]') as countries
  from app_user u`;

export const findUserByName = (db: Db, username: string): Promise<User | undefined> =>
  findOne(db, sql`lower(u.username) = ${usernameKey(username)}`);

/**
 * Returns the user with this name, for the second step of a sign-in. For an unknown name it returns `NOBODY`. So the
 * answer and its time are the same as for a known user without a sign-in in progress.
 */
export const findUserOrNobody = async (db: Db, username: string): Promise<User> =>
  (await findUserByName(db, username)) ?? NOBODY;

const NOBODY: User = {
  id: '00000000-0000-0000-0000-000000000000',
  username: '',
  email: '',
  passwordHash: '',
  role: 'User',
  roleName: 'User',
  isEmailProven: false,
  phone: undefined,
  unprovenPhone: undefined,
  phoneSetAtMs: undefined,
  countries: [],
};

export const findUserByEmail = (db: Db, email: string): Promise<User | undefined> =>
  findOne(db, sql`lower(u.email) = ${emailKey(email)}`);

export const findUser = (db: Db, userId: string): Promise<User | undefined> => findOne(db, sql`u.id = ${userId}`);

/** Returns the user who makes the call. */
export async function requireUser(db: Db, { userId }: Pick<Caller, 'userId'>): Promise<User> {
  const user = await findUser(db, userId);
  if (!user) throw new Refused('session_revoked');
  return user;
}

async function findOne(db: Db, which: RawBuilder<unknown>): Promise<User | undefined> {
  const { rows } = await sql<UserRow>`${SELECT} where ${which}`.execute(db);
  return rows[0] && userOf(rows[0]);
}

/** Records that the user entered a code that was sent to this address or phone, unless that was recorded before. */
export async function recordVerified(db: Db, userId: string, channel: NotificationMethod): Promise<void> {
  const column = sql.ref(channel === 'email' ? 'email_proven_at' : 'phone_proven_at');
  await sql`update app_user set ${column} = now() where id = ${userId} and ${column} is null`.execute(db);
}

function userOf({ phone_code: code, phone_number: number, is_phone_proven, phone_set_at, ...user }: UserRow): User {
  const phone = code && number ? { code, number } : undefined;
  return {
    ...user,
    phone: is_phone_proven ? phone : undefined,
    unprovenPhone: is_phone_proven ? undefined : phone,
    phoneSetAtMs: phone_set_at?.getTime(),
  };
}

export type ReachConfig = { readonly FLAG_SMS_REQUIRED: boolean };

/**
 * Returns the facts that decide how one-time codes can reach this user. An administrator acts for no account, so no
 * account's country can make a phone mandatory for an administrator.
 */
export const codeChannelsOf = (config: ReachConfig, user: User): Reach => ({
  smsRequired: config.FLAG_SMS_REQUIRED,
  countries: user.role === 'Admin' ? [] : user.countries,
  hasPhone: user.phone !== undefined,
});
