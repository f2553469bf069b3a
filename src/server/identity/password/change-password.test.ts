import { afterAll, beforeAll, expect, it } from 'vitest';
import { changePassword } from '#contract/identity/own-account.ts';
import {
  aDevice,
  askToken,
  aUser,
  call,
  callAs,
  giveCode,
  givePassword,
  identityWorld,
  lastMessage,
  PASSWORD,
  signIn,
  tokensOf,
  type World,
} from '#testing/world/identity-world.ts';

const NEW_PASSWORD = 'Other-horse-10';
let world: World;
beforeAll(async () => void (world = await identityWorld()));
afterAll(() => world.close());

async function someone() {
  const { username } = await aUser(world);
  const device = aDevice();
  const tokens = await signIn(world, device, username, true);
  const authorization = `Bearer ${tokens.accessToken}`;
  const change = (body: object = {}) =>
    call(world, device, changePassword, {
      authorization,
      body: { CurrentPassword: PASSWORD, Password: NEW_PASSWORD, ConfirmPassword: NEW_PASSWORD, ...body },
    });
  return { username, device, tokens, change };
}

it('a changed password ends every session and token, removes trusted devices, and sends an email', async () => {
  const { username, device, tokens, change } = await someone();
  const { code, data } = await change();
  expect(code).toBe('Success');
  expect(await lastMessage(world, `${username}@example.com`)).toMatch(/password has just been changed/);
  // A stolen token would be a copy of one of these tokens.
  expect(await callAs(world, tokens.accessToken)).toBe('session_revoked');
  const refresh = { grant_type: 'refresh_token', refresh_token: tokens.refreshToken };
  expect((await askToken(world, device, refresh)).body.error).toBe('invalid_grant');
  // The browser that made the request signs in again with the code. Other devices cannot use the code.
  const { Otp: otp } = data as { Otp: string };
  expect((await giveCode(world, aDevice(), { username, otp })).body.error).toBe('otp_expired');
  const again = tokensOf(await giveCode(world, device, { username, otp }));
  expect(await callAs(world, again.accessToken)).toBe(200);
  expect((await givePassword(world, device, username)).body.error).toBe('invalid_username_or_password');
  expect((await givePassword(world, device, username, NEW_PASSWORD)).body.error).toBe('sent-otp');
});

it.each([
  [{ CurrentPassword: 'Wrong-horse-99' }, 'CurrentPassword', 'current_password_incorrect'],
  [{ CurrentPassword: '' }, 'CurrentPassword', 'field_required'],
  [{ Password: PASSWORD, ConfirmPassword: PASSWORD }, 'Password', 'password_unchanged'],
  [{ Password: 'short', ConfirmPassword: 'short' }, 'Password', 'password_requirements'],
  [{ Password: 'P@ssw0rd2024', ConfirmPassword: 'P@ssw0rd2024' }, 'Password', 'password_guessable'],
  [{ ConfirmPassword: 'Different-1-x' }, 'ConfirmPassword', 'password_does_not_match'],
])('rejects %j beside its field (ASVS 6.2.2, 6.2.3)', async (body, field, code) => {
  const { change } = await someone();
  expect(await change(body)).toMatchObject({ status: 422, code, fields: { [field]: { code } } });
});

it('a changed password can be changed back', async () => {
  const { username, device, change } = await someone();
  const { data } = await change();
  const { Otp: otp } = data as { Otp: string };
  const { accessToken } = tokensOf(await giveCode(world, device, { username, otp }));
  const body = { CurrentPassword: NEW_PASSWORD, Password: PASSWORD, ConfirmPassword: PASSWORD };
  const authorization = `Bearer ${accessToken}`;
  expect((await call(world, device, changePassword, { authorization, body })).code).toBe('Success');
  expect((await givePassword(world, device, username)).body.error).toBe('sent-otp');
});

it('a session cannot guess the password: after ten wrong ones the account is locked for a while', async () => {
  const { change, tokens } = await someone();
  for (let i = 0; i < 10; i += 1) await change({ CurrentPassword: 'Wrong-horse-99' });
  // Only the password change is locked. The session stays.
  expect(await change()).toMatchObject({ status: 401, code: 'account_locked', params: { seconds: 30 } });
  expect(await callAs(world, tokens.accessToken)).toBe(200);
  world.pass(31_000);
  expect((await change()).code).toBe('Success');
});

it('rejects a change without a session', async () => {
  expect((await call(world, aDevice(), changePassword, { body: {} })).code).toBe('not_signed_in');
});
