import { expect, it } from 'vitest';
import {
  changePassword,
  confirmForgotPassword,
  forgotPassword,
  resetPassword,
} from '#contract/identity/own-account.ts';
import { loggerOf } from '#server/platform/telemetry/request-log.ts';
import { authorizeRequest, visit } from '#testing/world/code-flow.ts';
import {
  aDevice,
  askToken,
  aUser,
  call,
  giveCode,
  givePassword,
  identityWorld,
  lastCode,
  PASSWORD,
  tokensOf,
} from '#testing/world/identity-world.ts';

const CHANGED = 'Changed-horse-11';
const RESET = 'Reset-horse-12';
const WRONG = 'Wrong-horse-13';

it('the most verbose log has no password, code, token or cookie (ASVS 16.3.1)', async () => {
  let log = '';
  const stream = { write: (line: string) => void (log += line) };
  const world = await identityWorld({}, undefined, loggerOf('trace', stream) || {});
  const device = aDevice();
  const { username } = await aUser(world);
  const Email = `${username}@example.com`;
  const secrets: string[] = [PASSWORD, CHANGED, RESET, WRONG];

  await givePassword(world, device, username, WRONG);
  await givePassword(world, device, username);
  const otp = await lastCode(world, username);
  const wrong = otp === '111111' ? '222222' : '111111';
  await giveCode(world, device, { username, otp: wrong });
  const tokens = tokensOf(await giveCode(world, device, { username, otp, trusted: true }));
  const refreshed = await askToken(world, device, { grant_type: 'refresh_token', refresh_token: tokens.refreshToken });
  const later = tokensOf(refreshed);
  const authorization = `Bearer ${later.accessToken}`;
  const body = { CurrentPassword: PASSWORD, Password: CHANGED, ConfirmPassword: CHANGED };
  expect((await call(world, device, changePassword, { authorization, body })).code).toBe('Success');

  await call(world, device, forgotPassword, { body: { Email, NotificationMethod: 'Email' } });
  const code = await lastCode(world, Email);
  const confirmed = await call(world, device, confirmForgotPassword, { body: { Email, Otp: code } });
  const { resetToken } = confirmed.data as { resetToken: string };
  const anew = { resetToken, Password: RESET, ConfirmPassword: RESET };
  expect((await call(world, device, resetPassword, { body: anew })).code).toBe('Success');
  await askToken(world, device, { grant_type: 'refresh_token', refresh_token: tokens.refreshToken });
  await visit(world, device, authorizeRequest(world).url);
  // Unreadable input is handled by different code than invalid input.
  await world.app.inject({
    method: 'POST',
    url: '/api/auth/reset-password',
    payload: `{"Password":"${WRONG}"`,
    headers: { 'content-type': 'application/json' },
  });

  secrets.push(
    otp,
    code,
    resetToken,
    ...Object.values(tokens),
    ...Object.values(later),
    ...Object.values(device.cookies),
  );
  expect(log.match(/answered/g)?.length).toBeGreaterThan(8);
  const told = [...log.matchAll(/"security":"(\w+)"/g)].map(([, event]) => event);
  expect(told).toEqual([
    'sign_in_failed',
    'code_failed',
    'signed_in',
    'password_changed',
    'session_ended',
    'password_changed',
  ]);
  expect(Object.keys(device.cookies).length).toBeGreaterThan(2);
  expect(secrets.filter((secret) => secret.length > 5 && log.includes(secret))).toEqual([]);
  await world.close();
});
