import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { tokensOfReply } from '#web/platform/session/tokens.ts';

beforeEach(() => void vi.useFakeTimers({ now: 0 }));
afterEach(() => void vi.useRealTimers());

it('takes the tokens of an answer, and keeps the previous ones for those left out', () => {
  const reply = { access_token: 'a', refresh_token: 'r', id_token: 'i', expires_in: 600 };
  expect(tokensOfReply(reply)).toEqual({ accessToken: 'a', refreshToken: 'r', idToken: 'i', expiresAtMs: 600_000 });
  const before = { accessToken: 'a', refreshToken: 'r', idToken: 'i' };
  expect(tokensOfReply({ access_token: 'b' }, before)).toEqual({ ...before, accessToken: 'b' });
});

it.each([null, 17, ''])('treats a field that is %j as left out', (none) => {
  const before = { accessToken: 'a', refreshToken: 'r', idToken: 'i' };
  const reply = { access_token: 'b', refresh_token: none, id_token: none, expires_in: none === 17 ? 'soon' : none };
  expect(tokensOfReply(reply, before)).toEqual({ ...before, accessToken: 'b' });
});

it.each([undefined, null, '<html>', {}, { access_token: '' }, { access_token: 17 }])(
  'rejects %j, which has no access token',
  (reply) => expect(() => tokensOfReply(reply)).toThrow(expect.objectContaining({ code: 'request_failed' })),
);
