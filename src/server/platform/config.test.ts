import { expect, test } from 'vitest';
import { readConfig } from '#server/platform/config.ts';

const PRODUCTION = {
  NODE_ENV: 'production',
  SECRET_KEY: 'x'.repeat(32),
  PUBLIC_URL: 'https://greenlot.example',
  SMTP_URL: 'smtp://mail.greenlot.example',
};

test('production starts with what it needs, and shows nothing of the development outbox or the demo', () => {
  expect(readConfig(PRODUCTION)).toMatchObject({ isProduction: true, isDemo: false });
});

test.each([
  ['SECRET_KEY is required', { SECRET_KEY: undefined }],
  ['PUBLIC_URL is required', { PUBLIC_URL: undefined }],
  ['PUBLIC_URL must begin with https:', { PUBLIC_URL: 'http://greenlot.example' }],
  ['SMTP_URL is required', { SMTP_URL: undefined }],
  ['SMS_URL is required', { FLAG_SMS_REQUIRED: 'on' }],
])('production does not start: %s', (said, change) => {
  expect(() => readConfig({ ...PRODUCTION, ...change })).toThrow(said);
});

test('all that is missing is named at once', () => {
  expect(() => readConfig({ NODE_ENV: 'production' })).toThrow(/SECRET_KEY.*PUBLIC_URL.*SMTP_URL/);
});
