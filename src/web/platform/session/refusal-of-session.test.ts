import { expect, it } from 'vitest';
import { ERRORS, isErrorCode } from '#contract/errors/errors.ts';
import { sessionStepOf } from '#web/platform/session/refusal-of-session.ts';

it.each([
  [401, 'logged_in_on_different_device', 'alert'],
  [401, 'invalid_role', 'toast'],
  [401, 'forbidden_access', 'toast'],
  [401, 'session_revoked', 'toast'],
  [401, 'account_locked', 'warn'],
  [401, 'unauthorized_access', 'block'],
  [401, 'token_expired', 'refresh'],
  [401, 'not_signed_in', 'refresh'],
  [403, 'not_for_applications', 'toast'],
  [403, 'internal', 'toast'],
  [403, 'no_permission_to_join_auction', 'none'],
  [409, 'account_blacklisted', 'none'],
  [409, 'viewer_cannot_act', 'none'],
  [404, 'not_found', 'none'],
  [409, 'auction_has_ended', 'none'],
  [0, 'no_response', 'none'],
] as const)('a %d with %s means %s', (status, code, step) => {
  expect(sessionStepOf({ status, code })).toBe(step);
});

/** The error codes that are about the session. The browser treats any other 401 or 403 as the end of the session. */
const ABOUT_THE_SESSION = new Set([
  'logged_in_on_different_device',
  'invalid_role',
  'forbidden_access',
  'account_locked',
  'session_revoked',
  'unauthorized_access',
  'token_expired',
  'not_signed_in',
]);
/** The error codes that only callers with an API key get. A browser has no API key (decision 50). */
const ABOUT_A_KEY = new Set(['api_key_not_valid', 'not_for_api_keys', 'scope_missing', 'not_for_applications']);

it('an error that is not about the session leaves it alone', () => {
  const touching = Object.keys(ERRORS)
    .filter(isErrorCode)
    .filter((code) => sessionStepOf({ status: ERRORS[code].status, code }) !== 'none');
  expect(new Set(touching)).toEqual(ABOUT_THE_SESSION.union(ABOUT_A_KEY));
});
