import { sql } from 'kysely';
import { usernameKey } from '#domain/identity/username.ts';
import type { Db } from '#server/platform/database.ts';

/** A user as signing in sees one. */
export type User = {
  readonly id: string;
  readonly username: string;
  readonly email: string;
  readonly passwordHash: string;
  readonly role: 'User' | 'Admin';
  readonly phone: { readonly code: string; readonly number: string } | undefined;
  /** Countries of the user's business accounts. */
  readonly countries: readonly string[];
};

type UserRow = {
  id: string;
  username: string;
  email: string;
  password_hash: string;
  auction_user_role: 'User' | 'Admin';
  phone_code: string | null;
  phone_number: string | null;
  countries: string[];
};

const SELECT = sql`
  select u.id, u.username, u.email, u.password_hash, u.auction_user_role, u.phone_code, u.phone_number,
    coalesce((select json_agg(distinct a.country) from account_member m join account a on a.id = m.account_id
      where m.user_id = u.id), '[]') as countries
  from app_user u`;

export async function findUserByName(db: Db, username: string): Promise<User | undefined> {
  const { rows } = await sql<UserRow>`${SELECT} where lower(u.username) = ${usernameKey(username)}`.execute(db);
  return rows[0] && userOf(rows[0]);
}

export async function findUser(db: Db, userId: string): Promise<User | undefined> {
  const { rows } = await sql<UserRow>`${SELECT} where u.id = ${userId}`.execute(db);
  return rows[0] && userOf(rows[0]);
}

const userOf = (row: UserRow): User => ({
  id: row.id,
  username: row.username,
  email: row.email,
  passwordHash: row.password_hash,
  role: row.auction_user_role,
  phone: row.phone_code && row.phone_number ? { code: row.phone_code, number: row.phone_number } : undefined,
  countries: row.countries,
});
