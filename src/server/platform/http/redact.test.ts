import { expect, test } from 'vitest';
import { redacted } from '#server/platform/http/redact.ts';

test('secrets are redacted everywhere, and similar text stays', () => {
  const body = { newPassword: 'a', of: [{ accessToken: 'b', code: 'c', otp: 4 }], clientSecret: 'd' };
  expect(redacted(body)).toEqual({
    newPassword: '…',
    of: [{ accessToken: '…', code: '…', otp: '…' }],
    clientSecret: '…',
  });
  const plain = { countryCode: '+60', picName: 'Mei', remark: '', until: null, isPrivate: false, bids: [1.5] };
  expect(redacted(plain)).toEqual(plain);
});

test('logs a file as name, kind and size, and cuts a long text, never within a character', () => {
  const file = new File(['abc'], '价格.pdf', { type: 'application/pdf' });
  expect(redacted({ File: file })).toEqual({ File: { file: '价格.pdf', type: 'application/pdf', size: 3 } });
  const text = redacted(`${'x'.repeat(1_999)}😀y`) as string;
  expect(text).toHaveLength(2_002);
  expect(text.isWellFormed()).toBe(true);
});
