import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readConfig } from '#server/platform/config/config.ts';
import { publicEnvironment } from '#server/platform/config/public-environment.ts';
import { openApiDocument } from '#server/platform/api-document/openapi.ts';

const PRODUCTION = {
  NODE_ENV: 'production',
  SECRET_KEY: 'x'.repeat(32),
  PUBLIC_URL: 'https://greenlot.example',
  SMTP_URL: 'smtp://mail.greenlot.example',
};

const clientAt = (uri: string): string =>
  JSON.stringify([{ client_id: 'partner', name: 'Partner', redirect_uris: [uri] }]);

test.each(['http://localhost', 'http://localhost:3000', 'http://127.0.0.1:3000/', 'http://[::1]:3000'])(
  'production accepts %s, which is this machine',
  (PUBLIC_URL) => expect(readConfig({ ...PRODUCTION, PUBLIC_URL })).toMatchObject({ PUBLIC_URL }),
);

test('production starts with what it needs, without development outbox and demo', () => {
  expect(readConfig(PRODUCTION)).toMatchObject({ isProduction: true, isDemo: false });
});

test.each([
  ['SECRET_KEY is required', { SECRET_KEY: undefined }],
  ['PUBLIC_URL is required', { PUBLIC_URL: undefined }],
  ['PUBLIC_URL must begin with https:', { PUBLIC_URL: 'http://greenlot.example' }],
  ['PUBLIC_URL must begin with https:', { PUBLIC_URL: 'http://localhost.evil.example' }],
  ['PUBLIC_URL must begin with https:', { PUBLIC_URL: 'http://127.0.0.1.evil.example' }],
  ['PUBLIC_URL must begin with https:', { PUBLIC_URL: 'http://localhostess.example' }],
  ['PUBLIC_URL must begin with https:', { PUBLIC_URL: 'http://localhost@evil.example' }],
  ['CLIENTS', { CLIENTS: clientAt('http://localhost.evil.example/back') }],
  ['CLIENTS', { CLIENTS: clientAt('http://localhost:80@evil.example/back') }],
  ['SMTP_URL is required', { SMTP_URL: undefined }],
  ['DEMO is not for production', { DEMO: 'on' }],
  ['SMS_URL is required', { FLAG_SMS_REQUIRED: 'on' }],
])('production does not start: %s', (said, change) => {
  expect(() => readConfig({ ...PRODUCTION, ...change })).toThrow(said);
});

test('reports everything missing together', () => {
  expect(() => readConfig({ NODE_ENV: 'production' })).toThrow(/SECRET_KEY.*\n.*PUBLIC_URL.*\n.*SMTP_URL/);
});

test('a secret that replaces another one is required', () => {
  expect(() => readConfig({ SECRET_KEY_BEFORE: 'x'.repeat(32) })).toThrow('SECRET_KEY_BEFORE');
  expect(readConfig({ SECRET_KEY_BEFORE: 'x'.repeat(32), SECRET_KEY: 'y'.repeat(32) })).toBeDefined();
});

test('another role owns tables only if there is one to work with', () => {
  const owner = { DATABASE_OWNER_URL: 'postgres://owner@127.0.0.1/greenlot' };
  expect(() => readConfig(owner)).toThrow('DATABASE_OWNER_URL requires a DATABASE_URL');
  const both = { ...owner, DATABASE_URL: 'postgres://greenlot@127.0.0.1/greenlot' };
  expect(readConfig(both)).toMatchObject(both);
});

test('names an unusable secret without revealing it', () => {
  const settings = { SECRET_KEY: 'short-secret', SECRET_KEY_BEFORE: 'other-short-one', PORT: 'no port' };
  expect(() => readConfig(settings)).toThrow(/SECRET_KEY/);
  expect(() => readConfig(settings)).not.toThrow(/short/);
});

const GLOBAL = { VARIANT: 'GLOBAL', PUBLIC_URL: 'https://rec.greenlot.example' };
test.each([
  // Without a language choice, the screens use DEFAULT_LANGUAGE or, if that is not set, the browser's language.
  ['TNBX', {}, 'zh', { hasLanguageChoice: false, language: 'zh' }],
  ['TNBX', {}, 'en', { hasLanguageChoice: false, language: 'en' }],
  ['TNBX', { DEFAULT_LANGUAGE: 'en' }, 'zh', { hasLanguageChoice: false, language: 'en' }],
  ['TNBX', { LANGUAGE_CHOICE: 'on' }, 'zh', { hasLanguageChoice: true, language: 'en' }],
  // With a language choice, they use DEFAULT_LANGUAGE or English until the user selects one (docs/rules.md#variants).
  ['GLOBAL', {}, 'zh', { hasLanguageChoice: true, language: 'en' }],
  ['GLOBAL', { DEFAULT_LANGUAGE: 'zh' }, 'en', { hasLanguageChoice: true, language: 'zh' }],
] as const)('selects the language of the screens: %s, %j, a browser in %s', (VARIANT, settings, browser, told) => {
  expect(publicEnvironment(readConfig({ VARIANT, ...settings }), [], browser)).toMatchObject(told);
});

const CLIENT = { client_id: 'partner', name: 'Partner', redirect_uris: ['https://partner.example/back'] };

test('accepts cookies for the host or a parent domain, a foreign provider, and named clients', () => {
  for (const COOKIE_DOMAIN of ['rec.greenlot.example', 'greenlot.example'])
    expect(readConfig({ ...GLOBAL, COOKIE_DOMAIN })).toMatchObject({ COOKIE_DOMAIN });
  expect(readConfig({ ...GLOBAL, OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'x' }).isDemo).toBe(false);
  expect(readConfig({ CLIENTS: JSON.stringify([CLIENT]) }).CLIENTS).toEqual([
    { ...CLIENT, post_logout_redirect_uris: [], scopes: [] },
  ]);
});

test.each([
  ['COOKIE_DOMAIN must be', { ...GLOBAL, COOKIE_DOMAIN: 'other.example' }],
  ['COOKIE_DOMAIN must be', { ...GLOBAL, COOKIE_DOMAIN: 'lot.example' }],
  ['COOKIE_DOMAIN must be', { ...GLOBAL, COOKIE_DOMAIN: 'example' }],
  ['COOKIE_DOMAIN must be', { ...GLOBAL, PUBLIC_URL: 'https://greenlot.co.uk', COOKIE_DOMAIN: 'co.uk' }],
  ['COOKIE_DOMAIN must be', { VARIANT: 'GLOBAL', COOKIE_DOMAIN: 'greenlot.example' }],
  ['COOKIE_DOMAIN is for variant GLOBAL only', { ...GLOBAL, VARIANT: 'TNBX', COOKIE_DOMAIN: 'greenlot.example' }],
  ['OIDC_ISSUER is for variant GLOBAL only', { OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'x' }],
  ['set both, or none', { ...GLOBAL, OIDC_ISSUER: 'https://id.example' }],
  ['set both, or none', { ...GLOBAL, OIDC_CLIENT_SECRET: 'x' }],
  ['must begin with https:', { ...GLOBAL, OIDC_ISSUER: 'http://id.example', OIDC_CLIENT_ID: 'x' }],
  ['DEMO', { ...GLOBAL, OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'x', DEMO: 'on' }],
  ['is not JSON', { CLIENTS: '{' }],
  ['CLIENTS', { CLIENTS: '[{}]' }],
  ['a client_id twice', { CLIENTS: JSON.stringify([CLIENT, CLIENT]) }],
  ["the web application's own", { CLIENTS: JSON.stringify([{ ...CLIENT, client_id: 'greenlot-web' }]) }],
  ['must begin with https:', { CLIENTS: JSON.stringify([{ ...CLIENT, redirect_uris: ['http://partner.example/'] }]) }],
  ['have no fragment', { CLIENTS: JSON.stringify([{ ...CLIENT, redirect_uris: ['https://partner.example/#x'] }]) }],
  ['CLIENTS', { CLIENTS: JSON.stringify([{ ...CLIENT, redirect_uris: ['javascript:alert(1)'] }]) }],
  ['CLIENTS', { CLIENTS: JSON.stringify([{ ...CLIENT, client_secret: 'x' }]) }],
])('an inconsistent sign-in configuration does not start: %s (%#)', (said, settings) => {
  expect(() => readConfig(settings)).toThrow(said);
});

test('each variant has its currency, the countries of its phones unless a setting names others, and base URLs in /env', () => {
  const told = (settings: Record<string, string>) => publicEnvironment(readConfig(settings), []);
  const [tnbx, global] = [told({ VARIANT: 'TNBX' }), told({ VARIANT: 'GLOBAL' })];
  expect([tnbx.currency, global.currency]).toEqual(['MYR', 'USD']);
  expect(tnbx.phoneCountries).toEqual([{ country: 'MY', code: '+60' }]);
  expect(global.phoneCountries.length).toBeGreaterThan(200);
  expect(told({ VARIANT: 'GLOBAL', PHONE_COUNTRIES: 'MY,SG' }).phoneCountries.map(({ code }) => code)).toEqual([
    '+60',
    '+65',
  ]);
  expect(global).toMatchObject({ apiBaseUrl: '/auction-api', identityBaseUrl: '' });
});

test('the release has one version: in package.json, in /env and in the API document', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  expect(publicEnvironment(readConfig({}), []).version).toBe(version);
  expect(openApiDocument([], { title: 'API' })).toMatchObject({ info: { version } });
});
