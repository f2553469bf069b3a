import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findCode } from '#server/identity/one-time-code/one-time-code-rows.ts';
import { hashPassword } from '#server/identity/password/password-hash.ts';
import { setPassword } from '#server/identity/password/set-password.ts';
import { findUser, type User } from '#server/identity/user-rows.ts';
import { openDatabase } from '#server/platform/database/database.ts';
import { freshDatabase } from '#testing/world/database.ts';
import {
  aDevice,
  aUser,
  giveCode,
  givePassword,
  identityWorldOn,
  lastCode,
  signIn,
  type Answer,
  type World,
} from '#testing/world/identity-world.ts';

/** One process changes a password while another process checks the old password. */
let changing: World;
let signingIn: World;
beforeAll(async () => {
  const { database, url } = await freshDatabase();
  changing = await identityWorldOn(database);
  signingIn = await identityWorldOn(await openDatabase({ url: url ?? '' }));
});
afterAll(async () => {
  await changing.close();
  await signingIn.close();
});

async function readUser(id: string): Promise<User> {
  const user = await findUser(changing.database.db, id);
  if (!user) throw new Error('there is no user');
  return user;
}

/** Runs `give`, which signs in with the old password, while a change of the password is not committed yet. */
async function whileChanging(user: User, give: () => Promise<Answer>): Promise<Answer> {
  const { db } = changing.database;
  const passwordHash = await hashPassword('Other-horse-10');
  const change = { user, passwordHash, language: 'en' } as const;
  const waiting = async () =>
    (
      await sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        signingIn.database.db,
      )
    ).rows.length;
  const { answer } = await db.transaction().execute(async (own) => {
    await setPassword(changing.identity, own, change);
    const given = give();
    await expect.poll(waiting).toBeGreaterThan(0);
    // The answer is not awaited here, because it comes only after this transaction.
    return { answer: given };
  });
  return answer;
}

it('a trusted device that signs in during a password change has no session afterwards', async () => {
  const { id, username } = await aUser(changing);
  const device = aDevice();
  await signIn(signingIn, device, username, true);
  const answer = await whileChanging(await readUser(id), () => givePassword(signingIn, device, username));
  expect(answer.body.error).toBe('invalid_username_or_password');
  const { rows } = await sql`select 1 from user_session where user_id = ${id}`.execute(changing.database.db);
  expect(rows).toEqual([]);
});

it('another device has no open second step, and gets no code', async () => {
  const { id, username } = await aUser(changing);
  const answer = await whileChanging(await readUser(id), () => givePassword(signingIn, aDevice(), username));
  expect(answer.body.error).toBe('invalid_username_or_password');
  expect(await findCode(changing.database.db, { purpose: 'login', subject: id })).toBeUndefined();
});

it('a browser rejected because of a password change is not trusted afterwards', async () => {
  const { id, username } = await aUser(changing);
  const device = aDevice();
  await givePassword(signingIn, device, username);
  const otp = await lastCode(signingIn, username);
  const user = await readUser(id);
  const answer = await whileChanging(user, () => giveCode(signingIn, device, { username, otp, trusted: true }));
  expect(answer.body.error).toBe('invalid_username_or_password');
  expect(Object.keys(device.cookies)).toEqual([]);
  const { rows } = await sql`select 1 from trusted_device where user_id = ${id}`.execute(changing.database.db);
  expect(rows).toEqual([]);
});

it('a change based on an older password changes nothing', async () => {
  const { id } = await aUser(changing);
  const user = await readUser(id);
  const { db } = changing.database;
  const change = async () => {
    const passwordHash = await hashPassword('Other-horse-10');
    const given = { user, passwordHash, language: 'en' } as const;
    return db.transaction().execute((own) => setPassword(changing.identity, own, given));
  };
  await change();
  const after = await readUser(id);
  await expect(change()).rejects.toThrow('current_password_incorrect');
  expect(await readUser(id)).toEqual(after);
});
