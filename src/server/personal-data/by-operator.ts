import { findUser, findUserByName, type User } from '#server/identity/user-rows.ts';
import { endsElsewhere } from '#server/identity/session/user-session.ts';
import { eraseUser } from '#server/personal-data/erase.ts';
import { personOf } from '#server/personal-data/person.ts';
import { writeExport } from '#server/personal-data/held.ts';
import type { Database, Db } from '#server/platform/database/database.ts';
import { Refused } from '#server/platform/http/refused.ts';
import { errorMessage } from '#server/platform/http/words.ts';

const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

async function requireUser(db: Db, name: string): Promise<User> {
  const user = ID.test(name) ? await findUser(db, name) : await findUserByName(db, name);
  if (!user) throw new Error(`there is no user ${name}`);
  return user;
}

/** Returns the file of personal data for somebody who can't sign in. */
export const exportByOperator = async (db: Db, name: string, nowMs: number): Promise<string> =>
  writeExport(db, { person: personOf(await requireUser(db, name)), language: 'en', nowMs });

/**
 * Erases a person by username or id, and returns the id. The audit trail names the administrator `admin` as the actor.
 * Tells running servers which sessions end.
 * @throws Error with the text that the person would read, if something is still open
 */
export async function eraseByOperator(
  { db }: Pick<Database, 'db'>,
  { name, admin }: { readonly name: string; readonly admin: string },
): Promise<string> {
  const [user, by] = [await requireUser(db, name), await requireUser(db, admin)];
  if (by.role !== 'Admin') throw new Error(`${admin} is not an administrator`);
  const actor = { userId: by.id, username: by.username, address: '', session: '' };
  try {
    await db
      .transaction()
      .execute((own) => eraseUser({ ends: endsElsewhere }, own, { userId: user.id, language: 'en', actor }));
  } catch (failure) {
    if (failure instanceof Refused)
      throw new Error(errorMessage('en', failure.code, failure.params), { cause: failure });
    throw failure;
  }
  return user.id;
}

/**
 * Erases people again after the restore of a backup that is older than their erasure. Returns the ids of people who
 * cannot be erased, because the restored data contains a hindrance, such as an open auction.
 */
export async function eraseAgain({ db }: Pick<Database, 'db'>, userIds: readonly string[]): Promise<string[]> {
  const refused: string[] = [];
  for (const userId of userIds)
    await db
      .transaction()
      .execute((own) => eraseUser({ ends: endsElsewhere }, own, { userId, language: 'en' }))
      .catch((failure: unknown) => {
        if (!(failure instanceof Refused)) throw failure;
        if (failure.code !== 'not_found')
          refused.push(`${userId}: ${errorMessage('en', failure.code, failure.params)}`);
      });
  return refused;
}
