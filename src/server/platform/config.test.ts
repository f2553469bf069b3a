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

test('a secret that takes the place of another one needs to be there', () => {
  expect(() => readConfig({ SECRET_KEY_BEFORE: 'x'.repeat(32) })).toThrow('SECRET_KEY_BEFORE');
  expect(readConfig({ SECRET_KEY_BEFORE: 'x'.repeat(32), SECRET_KEY: 'y'.repeat(32) })).toBeDefined();
});

test('a secret that is no good is named without being told', () => {
  const settings = { SECRET_KEY: 'short-secret', SECRET_KEY_BEFORE: 'other-short-one', PORT: 'no port' };
  expect(() => readConfig(settings)).toThrow(/SECRET_KEY/);
  expect(() => readConfig(settings)).not.toThrow(/short/);
});
