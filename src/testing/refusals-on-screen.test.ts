import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import en from '#phrases/en.json' with { type: 'json' };
import zh from '#phrases/zh.json' with { type: 'json' };
import { textsOf, type Phrases } from '#testing/tidy/catalogues.ts';
import type { LocalErrorCode } from '#web/platform/calls/api-error.ts';

/**
 * A message of docs/rules.md#error-messages (`said`), its phrase (`as`), and the story in `e2e` that shows the message
 * (`in`).
 */
type ShownRefusal = { readonly said: string; readonly as: string; readonly in: string };

const SEEN: readonly ShownRefusal[] = [
  // 401 and 403
  { said: 'Logged in on a different device', as: 'error.logged_in_on_different_device', in: 'session' },
  { said: 'Invalid role', as: 'error.invalid_role', in: 'session' },
  { said: 'Forbidden', as: 'error.forbidden_access', in: 'session' },
  { said: 'Warning toast only', as: 'error.account_locked', in: 'session' },
  { said: 'Error toast and logout', as: 'error.session_revoked', in: 'session' },
  { said: 'Any other error is a toast', as: 'error.results_not_ready', in: 'session' },
  // Identity
  { said: 'Invalid Username or Password', as: 'error.invalid_username_or_password', in: 'sign-in' },
  { said: 'login-error-reached-max-attempts-otp', as: 'error.login-error-reached-max-attempts-otp', in: 'refusals' },
  // Messages
  { said: 'Current password incorrect', as: 'error.current_password_incorrect', in: 'change-password' },
  { said: 'password change failed with a retry prompt', as: 'identity.changeFailed', in: 'change-password' },
  { said: 'You do not have permission to join', as: 'error.no_permission_to_join_auction', in: 'refusals' },
  { said: 'You do not have permission to see a result', as: 'result.noPermission', in: 'right-step' },
  { said: 'You are offline', as: 'room.offline', in: 'bid-from-start-to-result' },
  { said: 'no permission to update', as: 'error.no_permission_to_update', in: 'members' },
  { said: 'no permission to act', as: 'error.viewer_cannot_act', in: 'reverse-public-auction' },
  {
    said: 'cannot create item with same country/vintage/fuel type',
    as: 'error.duplicate_item',
    in: 'admin-creates-an-auction',
  },
  {
    said: 'spot RECs not supported in reverse',
    as: 'error.spot_not_supported_in_reverse',
    in: 'reverse-public-auction',
  },
  { said: 'auction has no items', as: 'error.auction_has_no_items', in: 'refusals' },
  { said: 'auction not started', as: 'error.auction_not_started', in: 'right-step' },
  { said: 'auction has ended', as: 'error.auction_has_ended', in: 'right-step' },
  { said: 'file type must be', as: 'error.file_type_must_be', in: 'refusals' },
  { said: 'file too large', as: 'error.file_too_large', in: 'refusals' },
  { said: 'maximum files', as: 'error.maximum_files', in: 'refusals' },
  {
    said: 'unable to determine latitude and longitude',
    as: 'error.location_undetermined',
    in: 'item-pictures-and-place',
  },
  { said: 'sell order not available', as: 'error.sell_order_not_available', in: 'marketplace' },
  { said: 'save changes before publishing', as: 'sellOrder.saveFirst', in: 'marketplace' },
  { said: 'already logged in on another tab', as: 'shell.signedInInOtherTab', in: 'session' },
];

const phraseIn = (catalogue: Phrases, key: string): string => {
  const found = textsOf(catalogue).find(([path]) => path === key);
  if (!found) throw new Error(`no phrase ${key}`);
  return found[1];
};

/**
 * Number of characters that identify a phrase, without its arguments. Stories contain only the beginning of a long
 * phrase.
 */
const KNOWN_BY = 24;

const knownBy = (words: string): RegExp => {
  const [start = '', ...rest] = words.split(/\{[^}]*\}/);
  const parts = [start.slice(0, KNOWN_BY), ...(start.length < KNOWN_BY ? rest : [])];
  return new RegExp(parts.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join('.+'));
};

describe('each specified message appears on screen', () => {
  it.each(SEEN)('$said', ({ as, in: story }) => {
    const [path = ''] = globSync(`tests/e2e/*/${story}.e2e.ts`);
    const text = readFileSync(path, 'utf8');
    expect(text).toMatch(knownBy(phraseIn(en, as)));
    expect(phraseIn(zh, as)).toMatch(/\p{Script=Han}/u);
  });
});

/** Errors that occur before a server has answered. Server tests cannot cause them. */
const LOCAL = { connection_lost: '', no_response: '', request_failed: '' } satisfies Record<LocalErrorCode, ''>;

describe('messages of the browser itself appear word for word, in both languages', () => {
  it.each(Object.keys(LOCAL))('%s', (code) => {
    const story = readFileSync('tests/e2e/screens/server-gone.e2e.ts', 'utf8');
    for (const catalogue of [en, zh]) expect(story).toContain(`'${phraseIn(catalogue, `error.${code}`)}'`);
  });

  it('a missing server, in the specified words, before any phrase is loaded', () => {
    const story = readFileSync('tests/e2e/screens/server-gone.e2e.ts', 'utf8');
    const page = readFileSync('src/web/shell/start-failed.tsx', 'utf8');
    for (const words of ['Cannot connect to the server', '无法连接服务器'])
      for (const text of [story, page]) expect(text).toContain(`'${words}'`);
  });

  it('a lost connection in the specified words', () =>
    expect(en.error.connection_lost).toBe(
      'Connection Lost: It appears that you have lost internet connection. Please check your connection and try again.',
    ));
});
