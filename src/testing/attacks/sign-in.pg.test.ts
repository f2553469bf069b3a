import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeApiKey } from '#contract/company/api-key.ts';
import { endSessions, listAccountChanges } from '#contract/company/company.ts';
import { listOwnAccounts } from '#contract/identity/identity.ts';
import {
  addPhone,
  changePassword,
  changePhone,
  confirmForgotPassword,
  confirmRegistration,
  countApiKeys,
  forgotPassword,
  register,
  resetPassword,
} from '#contract/identity/own-account.ts';
import { openCopying } from '#server/backup/copying.ts';
import { writeBackup } from '#server/backup/write-backup.ts';
import { listMessages } from '#server/platform/mail/outbox.ts';
import { folderStore } from '#server/platform/files/files.ts';
import { freshDatabase } from '#testing/world/database.ts';
import {
  PASSWORD,
  aDevice,
  aUser,
  askToken,
  call,
  callAs,
  giveCode,
  givePassword,
  identityWorldOn,
  lastCode,
  lastMessage,
  signIn,
  tokensOf,
  type Tokens,
  type World,
} from '#testing/world/identity-world.ts';
import { insertApiKey, insertPerson } from '#testing/builders/records.ts';
import { temporaryFolder } from '#testing/world/temporary-folder.ts';
import { world } from '#testing/world/world.ts';

/** In these tests an attacker tries to get into another person's account (decisions 59, 74 and 75). */
let w: World;
let url: string;
beforeAll(async () => {
  const fresh = await freshDatabase();
  url = fresh.url ?? '';
  w = await identityWorldOn(fresh.database);
});
afterAll(() => w.close());

const MINUTE_MS = 60_000;

test('locks an address out of all accounts when it guesses codes of many (ASVS 6.6.3)', async () => {
  const address = '203.0.113.77';
  const guess = async (): Promise<string[]> => {
    const { username } = await aUser(w);
    const device = aDevice({ address });
    const Email = `${username}@example.com`;
    await call(w, device, forgotPassword, { body: { Email, NotificationMethod: 'email' } });
    const right = await lastCode(w, Email);
    const Otp = right === '000000' ? '000001' : '000000';
    const codes: string[] = [];
    for (let i = 0; i < 4; i += 1)
      codes.push((await call(w, device, confirmForgotPassword, { body: { Email, Otp } })).code);
    return codes;
  };
  const codes: string[] = [];
  while (codes.length < 60) codes.push(...(await guess()));
  expect(codes.filter((code) => code === 'invalid_otp')).toHaveLength(50);
  expect(codes.slice(50).every((code) => code === 'too_many_requests')).toBe(true);
  // A user at another network address is not locked out. After a minute, the lockout expires.
  expect((await call(w, aDevice(), confirmForgotPassword, { body: { Email: 'x@example.com', Otp: '1' } })).code).toBe(
    'otp_expired',
  );
  w.pass(MINUTE_MS);
  expect((await guess())[0]).toBe('invalid_otp');
});

test('an expired code gives a guesser no new tries with the next one', async () => {
  const { username } = await aUser(w);
  const Email = `${username}@example.com`;
  const device = aDevice();
  const codes: string[] = [];
  for (let i = 0; i < 3; i += 1) {
    await call(w, device, forgotPassword, { body: { Email, NotificationMethod: 'email' } });
    for (let j = 0; j < 2; j += 1)
      codes.push((await call(w, device, confirmForgotPassword, { body: { Email, Otp: 'wrong' } })).code);
    w.pass(6 * MINUTE_MS);
  }
  expect(codes.slice(0, 4)).toEqual(Array<string>(4).fill('invalid_otp'));
  expect(codes.slice(4)).toEqual(Array<string>(2).fill('forgot-password-error-reached-max-attempts-otp'));
});

test('a stolen session ends with a new password, and cannot add a phone for codes (ASVS 7.4.3, 7.5.1)', async () => {
  const { username } = await aUser(w);
  const device = aDevice();
  const stolen = await signIn(w, device, username);
  const authorization = `Bearer ${stolen.accessToken}`;
  const phone = { PhoneCode: '+60', PhoneNumber: '12 999 0000' };
  const thief = aDevice();
  expect((await call(w, thief, addPhone, { authorization, body: phone })).code).toBe('field_required');
  const guessed = { ...phone, CurrentPassword: 'Guessed-horse-1' };
  expect((await call(w, thief, changePhone, { authorization, body: guessed })).code).toBe('current_password_incorrect');
  const next = { CurrentPassword: PASSWORD, Password: 'Other-horse-10', ConfirmPassword: 'Other-horse-10' };
  expect((await call(w, device, changePassword, { authorization, body: next })).code).toBe('Success');
  expect(await callAs(w, stolen.accessToken)).toBe('session_revoked');
  const refresh = { grant_type: 'refresh_token', refresh_token: stolen.refreshToken };
  expect((await askToken(w, thief, refresh)).body.error).toBe('invalid_grant');
});

test('neither the database nor a backup of it shows a valid code (ASVS 6.5.2)', async () => {
  const { username } = await aUser(w);
  await givePassword(w, aDevice(), username);
  const code = await lastCode(w, username);
  const { rows } = await sql<{ all: string }>`select string_agg(outbox::text, ' ') as all from outbox`.execute(
    w.database.db,
  );
  expect(rows[0]?.all).not.toMatch(new RegExp(`(?<![\\w.-])${code}(?![\\w-])`));
  const sealed =
    (await listMessages(w.database.db)).find(({ recipient }) => recipient.startsWith(username))?.body ?? '';
  expect(sealed).not.toBe('');
  const folder = await temporaryFolder('codes');
  const path = join(folder.path, 'backup');
  const copying = await openCopying({ url });
  await writeBackup(copying, folderStore(join(folder.path, 'files')), path);
  await copying.close();
  const bytes = gunzipSync(await readFile(path)).toString('latin1');
  await folder.remove();
  // The archive must not contain the sealed code either. Without a SECRET_KEY, the key to open it is in the same
  // database.
  expect(bytes).not.toContain(sealed);
  expect(bytes).not.toMatch(new RegExp(`(?<![\\w.-])${code}(?![\\w-])`));
});

let phones = 1_000_000;

/** Returns the registration of a new user. Its username is new unless one is given. */
const aRegistration = (changes: object = {}) => ({
  Username: `st-${crypto.randomUUID().slice(0, 8)}`,
  Email: `${crypto.randomUUID()}@example.com`,
  Password: PASSWORD,
  ConfirmPassword: PASSWORD,
  PhoneCode: '+60',
  PhoneNumber: `12 ${(phones += 1)}`,
  NotificationMethod: 'Email',
  ...changes,
});
const idOf = (data: unknown): string => (data as { userRegisterId: string } | undefined)?.userRegisterId ?? '';

test.each(['Email', 'SMS'])('a stranger who signs up by %s learns nobody’s username or address', async (method) => {
  const { username } = await aUser(w);
  const Email = `${username}@example.com`;
  const shared = { NotificationMethod: method, PhoneNumber: aRegistration().PhoneNumber };
  const attempts = [{}, { Username: username }, { Email }, { Username: username, Email }];
  const replies: unknown[] = [];
  for (const changes of attempts) {
    // A phone gets at most one message a minute.
    w.pass(MINUTE_MS);
    const { data, ...rest } = await call(w, aDevice(), register, { body: aRegistration({ ...shared, ...changes }) });
    const { userRegisterId, notification_target: target, ...told } = data as Record<string, string>;
    expect([userRegisterId?.length, typeof target]).toEqual([36, 'string']);
    replies.push({ ...rest, ...told });
  }
  expect(replies.slice(1)).toEqual(Array(3).fill(replies[0]));
  expect(replies[0]).toMatchObject({ status: 200, code: 'Success' });
});

test('a stranger cannot flood a mailbox by signing up with it, and the email informs the account’s owner', async () => {
  const { username } = await aUser(w);
  const Email = `${username}@example.com`;
  const codes: string[] = [];
  for (let i = 0; i < 6; i += 1) {
    codes.push((await call(w, aDevice(), register, { body: aRegistration({ Email }) })).code);
    w.pass(MINUTE_MS);
  }
  expect(codes).toEqual([...Array<string>(5).fill('Success'), 'otp_resend_too_soon']);
  expect(await lastMessage(w, Email)).toContain(`your username is ${username}`);
});

test('one sign-up can test at most five usernames', async () => {
  const { username } = await aUser(w);
  const device = aDevice();
  const body = aRegistration();
  const { data } = await call(w, device, register, { body });
  const given = { userRegisterId: idOf(data), Otp: await lastCode(w, body.Email), Username: username };
  const codes: string[] = [];
  for (let i = 0; i < 6; i += 1) codes.push((await call(w, device, confirmRegistration, { body: given })).code);
  expect(codes).toEqual([
    ...Array<string>(4).fill('username_taken'),
    ...Array<string>(2).fill('otp_reached_max_attempts'),
  ]);
});

test('a person with a phone learns about at most four addresses by one SMS', async () => {
  const device = aDevice();
  const { PhoneNumber } = aRegistration();
  const phone = `+60${PhoneNumber.replaceAll(' ', '')}`;
  const codes: string[] = [];
  for (let i = 0; i < 6; i += 1) {
    const Email = `${(await aUser(w)).username}@example.com`;
    const body = aRegistration({ NotificationMethod: 'SMS', PhoneNumber, Email });
    const { code, data } = await call(w, device, register, { body });
    const given = { userRegisterId: idOf(data), Otp: await lastCode(w, phone) };
    codes.push(code === 'Success' ? (await call(w, device, confirmRegistration, { body: given })).code : code);
  }
  expect(codes).toEqual([
    ...Array<string>(4).fill('email_taken'),
    ...Array<string>(2).fill('otp_reached_max_attempts'),
  ]);
  const sent = await listMessages(w.database.db);
  expect(sent.filter(({ recipient }) => recipient === phone)).toHaveLength(1);
});

test.each(['Newcomer-TNBX-2026', 'Newcomer@Tnbx2026', 'newcomer.TNBX.99', 'Greenlot-Demo-1'])(
  'rejects %s: a guesser would try username, brand and year together',
  async (Password) => {
    const body = aRegistration({ Username: 'newcomer', Password, ConfirmPassword: Password });
    expect((await call(w, aDevice(), register, { body })).code).toBe('password_guessable');
  },
);

test('an administrator who ends a person’s sessions also revokes an attacker’s API key', async () => {
  const office = await world();
  const [admin, person] = [await office.signedIn({ role: 'Admin' }), await office.signedIn()];
  const at = { params: { id: person.accountId } };
  const body = { name: 'Thief', role: 'viewer', days: 30 } as const;
  const { key } = (await office.call(person, makeApiKey, { ...at, body })).data;
  const thief = { ...person, token: key };
  expect((await office.call(thief, listOwnAccounts)).code).toBe('Success');
  await office.call(admin, endSessions, { params: { id: person.userId } });
  expect((await office.call(thief, listOwnAccounts)).status).toBe(401);
  const { items } = (await office.call(admin, listAccountChanges, at)).data;
  expect(items[0]).toMatchObject({
    kind: 'api_key_revoked',
    changes: [{ field: 'Thief', before: 'viewer', after: '' }],
  });
  await office.end();
});

test('a changed or reset password also revokes an attacker’s API key if the person requests it', async () => {
  const { db } = w.database;
  const { accountId } = await insertPerson(db);
  const { id, username } = await aUser(w);
  const withKey = () => insertApiKey(db, { accountId, userId: id }, 'key');
  const keysLeft = async (): Promise<number> =>
    (await db.selectFrom('api_key').select('id').where('user_id', '=', id).where('revoked_at', 'is', null).execute())
      .length;
  const device = aDevice();
  const keysTold = async ({ accessToken }: Tokens): Promise<unknown> =>
    (await call(w, device, countApiKeys, { authorization: `Bearer ${accessToken}` })).data;
  const change = async ({ accessToken }: Tokens, CurrentPassword: string, Password: string, endsApiKeys: boolean) => {
    const body = { CurrentPassword, Password, ConfirmPassword: Password, endsApiKeys };
    const { data } = await call(w, device, changePassword, { authorization: `Bearer ${accessToken}`, body });
    return tokensOf(await giveCode(w, device, { username, otp: (data as { Otp: string }).Otp }));
  };
  await withKey();
  const again = await change(await signIn(w, device, username), PASSWORD, 'Other-horse-10', false);
  expect(await keysLeft()).toBe(1);
  expect(await keysTold(again)).toEqual({ count: 1 });
  const last = await change(again, 'Other-horse-10', 'Third-horse-11', true);
  expect(await keysLeft()).toBe(0);
  expect(await keysTold(last)).toEqual({ count: 0 });
  await withKey();
  const Email = `${username}@example.com`;
  await call(w, device, forgotPassword, { body: { Email, NotificationMethod: 'Email' } });
  const Otp = await lastCode(w, Email);
  const { data } = await call(w, device, confirmForgotPassword, { body: { Email, Otp } });
  const { resetToken } = data as { resetToken: string };
  const body = { resetToken, Password: 'Fourth-horse-12', ConfirmPassword: 'Fourth-horse-12', endsApiKeys: true };
  expect([(await call(w, device, resetPassword, { body })).code, await keysLeft()]).toEqual(['Success', 0]);
});
