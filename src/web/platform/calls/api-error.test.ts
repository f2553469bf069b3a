import { expect, test } from 'vitest';
import { errorOfAnswer } from '#web/platform/calls/api-error.ts';

test.each([
  [{ code: 'account_blacklisted', message: 'Blacklisted.' }, 'account_blacklisted', 'Blacklisted.'],
  [{ code: 'sent-otp' }, 'sent-otp', ''],
  [{ code: 'of_a_newer_server', message: 'Its own words.' }, 'of_a_newer_server', 'Its own words.'],
  [{ code: 'ECONNREFUSED', message: 'a proxy' }, 'internal', 'a proxy'],
  [{ code: 17 }, 'internal', ''],
  ['<html>', 'internal', ''],
  [null, 'internal', ''],
])('%j is the error %s', (body, code, message) => {
  expect(errorOfAnswer(502, body)).toMatchObject({ code, message, status: 502 });
});
