import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { tokensOfReply } from '#web/platform/session/tokens.ts';

beforeEach(() => void vi.useFakeTimers({ now: 0 }));
afterEach(() => void vi.useRealTimers());

it('takes the tokens of an answer, and those that it leaves out from before', () => {
  const reply = { access_token: 'a', refresh_token: 'r', id_token: 'i', expires_in: 600 };
  expect(tokensOfReply(reply)).toEqual({ accessToken: 'a', refreshToken: 'r', idToken: 'i', expiresAtMs: 600_000 });
  const before = { accessToken: 'a', refreshToken: 'r', idToken: 'i' };
  expect(tokensOfReply({ access_token: 'b' }, before)).toEqual({ ...before, accessToken: 'b' });
});

it.each([
  undefined,
  null,
  '<html>',
  {},
  { access_token: '' },
  { access_token: 17 },
  { access_token: 'a', refresh_token: 17 },
  { access_token: 'a', id_token: null },
  { access_token: 'a', expires_in: 'soon' },
  { access_token: 'a', expires_in: Number.NaN },
])('refuses %j, which has no tokens to store', (reply) => {
  expect(() => tokensOfReply(reply)).toThrow(expect.objectContaining({ code: 'request_failed' }));
});
