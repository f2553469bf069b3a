import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addPhone, changePassword, changePhone, confirmForgotPassword, forgotPassword } from '#contract/own-account.ts';
import { openCopying } from '#server/backup/copying.ts';
import { writeBackup } from '#server/backup/write-backup.ts';
import { listMessages } from '#server/platform/outbox.ts';
import { folderStore } from '#server/platform/files.ts';
import { freshDatabase } from '#testing/database.ts';
import {
  PASSWORD,
  aDevice,
  aUser,
  askToken,
  call,
  callAs,
  givePassword,
  identityWorldOn,
  lastCode,
  signIn,
  type World,
} from '#testing/identity-world.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';

/** What somebody tries who wants into an account that isn't his. */
let w: World;
let url: string;
beforeAll(async () => {
  const fresh = await freshDatabase();
  url = fresh.url ?? '';
  w = await identityWorldOn(fresh.database);
});
afterAll(() => w.close());

const MINUTE_MS = 60_000;

test('a guesser who tries the codes of many accounts from one address is locked out of all of them', async () => {
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
  // The lockout passes, and honest people at other addresses never felt it.
  expect((await call(w, aDevice(), confirmForgotPassword, { body: { Email: 'x@example.com', Otp: '1' } })).code).toBe(
    'otp_expired',
  );
  w.pass(MINUTE_MS);
  expect((await guess())[0]).toBe('invalid_otp');
});

test('a guesser who waits until a code has expired gets no new tries with the next one', async () => {
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

test('a thief with a stolen session can neither stay after a new password nor send the codes to his phone', async () => {
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

test('somebody who reads the database or a backup of it finds no code that is under way', async () => {
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
  // Not even sealed: without a SECRET_KEY what opens it stands in the same database.
  expect(bytes).not.toContain(sealed);
  expect(bytes).not.toMatch(new RegExp(`(?<![\\w.-])${code}(?![\\w-])`));
});
