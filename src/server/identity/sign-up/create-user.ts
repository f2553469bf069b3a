import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { judgePassword } from '#domain/identity/password.ts';
import { judgeUsername } from '#domain/identity/username.ts';
import type { Db } from '#server/platform/database/database.ts';
import { hashPassword } from '#server/identity/password/password-hash.ts';

export type NewUser = {
  readonly id?: string;
  readonly username: string;
  readonly email: string;
  readonly password: string;
  readonly role?: 'User' | 'Admin';
  /** As the identity service stores it, e.g. TNBxOps for administrators of variant TNBX. */
  readonly roleName?: string;
  readonly phone?: { readonly code: string; readonly number: string };
};

/** Makes a user who can sign in, whose e-mail address and phone are known to be right; gives its id. Callers have judged what a person typed: here a bad value is a bug. */
export async function createUser(db: Db, user: NewUser): Promise<string> {
  const refusal = judgeUsername(user.username) ?? judgePassword(user.password);
  if (refusal) throw new Error(`user ${user.username}: ${refusal.code}`);
  const id = user.id ?? randomUUID();
  const role = user.role ?? 'User';
  await db
    .insertInto('app_user')
    .values({
      id,
      username: user.username,
      email: user.email,
      password_hash: await hashPassword(user.password),
      auction_user_role: role,
      role_name: user.roleName ?? role,
      phone_code: user.phone?.code ?? null,
      phone_number: user.phone?.number ?? null,
      email_proven_at: sql<Date>`now()`,
      phone_proven_at: user.phone ? sql<Date>`now()` : null,
    })
    .execute();
  return id;
}
