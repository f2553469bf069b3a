import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { judgeUsername, usernameKey } from '#domain/identity/username.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { ForeignPerson } from '#server/identity/foreign-provider/foreign-provider.ts';
import type { Identity } from '#server/identity/identity.ts';
import { hashPassword } from '#server/identity/password/password-hash.ts';
import { findUserByEmail } from '#server/identity/user-rows.ts';

/** Our user for somebody whom the foreign provider has signed in: known from before, the same by e-mail, or new. */
export async function findOrMakeUser(identity: Identity, person: ForeignPerson): Promise<string> {
  const { issuer, subject } = person;
  const idToken = identity.secret.seal(person.idToken);
  return identity.db.transaction().execute(async (db) => {
    // Somebody who comes for the first time, twice at once, is made once.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`foreign:${issuer} ${subject}`}, 0))`.execute(db);
    const known = await sql<{ user_id: string }>`
      update foreign_identity set id_token = ${idToken}
      where issuer = ${issuer} and subject = ${subject} returning user_id`.execute(db);
    if (known.rows[0]) return known.rows[0].user_id;
    const userId = (await findSameByEmail(db, person)) ?? (await makeUser(db, person));
    await db.insertInto('foreign_identity').values({ issuer, subject, user_id: userId, id_token: idToken }).execute();
    return userId;
  });
}

/** The newest id token of this user's at the foreign provider; undefined also where it was sealed by a secret that is gone. */
export async function findForeignIdToken({ db, secret }: Identity, userId: string): Promise<string | undefined> {
  const { rows } = await sql<{ id_token: string }>`
    select id_token from foreign_identity where user_id = ${userId}`.execute(db);
  try {
    return rows[0] && secret.open(rows[0].id_token);
  } catch {
    return undefined;
  }
}

/**
 * Both sides must have proven the address. One that somebody only typed here would hand its owner an account that
 * another holds the password of. Whom the provider knows already by another subject is somebody else, too: mailboxes get
 * new owners.
 */
async function findSameByEmail(db: Db, { issuer, email }: ForeignPerson): Promise<string | undefined> {
  const user = email === undefined ? undefined : await findUserByEmail(db, email);
  if (!user?.isEmailProven) return undefined;
  const { rows } = await sql`
    select 1 from foreign_identity where user_id = ${user.id} and issuer = ${issuer}`.execute(db);
  return rows.length === 0 ? user.id : undefined;
}

/** Nobody knows the new user's password: there is no way in but by the foreign provider. */
async function makeUser(db: Db, { email, username }: ForeignPerson): Promise<string> {
  const id = randomUUID();
  const isFree = email !== undefined && !(await findUserByEmail(db, email));
  const password_hash = await hashPassword(randomBytes(32).toString('base64url'));
  const wanted = username !== undefined && !judgeUsername(username) ? [username] : [];
  for (const name of [...wanted, madeUpName()]) {
    // A savepoint isn't needed: a username that is taken is no error here.
    const { rows } = await sql`
      insert into app_user (id, username, email, password_hash, email_proven_at)
      select ${id}, ${name}, ${isFree ? email : ''}, ${password_hash}, ${isFree ? sql`now()` : null}
      where not exists (select 1 from app_user where lower(username) = ${usernameKey(name)}) returning id`.execute(db);
    if (rows.length > 0) return id;
  }
  throw new Error('a made-up username was taken');
}

/** Legal and as good as unique: 13 characters, of which ten say nothing. */
const madeUpName = (): string => `id-${randomBytes(5).toString('hex')}`;
