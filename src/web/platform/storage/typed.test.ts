import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type * as Session from '#web/platform/session/session.ts';
import type * as TypedStorage from '#web/platform/storage/typed.ts';

let typed: typeof TypedStorage;
let session: typeof Session;
const tab = new Map<string, string>();
const storage = {
  getItem: (key: string) => tab.get(key) ?? null,
  setItem: (key: string, value: string) => void tab.set(key, value),
  removeItem: (key: string) => void tab.delete(key),
};

beforeEach(async () => {
  tab.clear();
  vi.stubGlobal('sessionStorage', storage);
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('location', { pathname: '/admin/tick-size' });
  vi.stubGlobal('fetch', async () => Response.json({ variant: 'TNBX' }));
  vi.resetModules();
  await (await import('#web/platform/page/env.ts')).loadEnv();
  session = await import('#web/platform/session/session.ts');
  typed = await import('#web/platform/storage/typed.ts');
  signIn('anna');
});
afterEach(() => void vi.unstubAllGlobals());

function signIn(userId: string): void {
  session.keepTokens({ accessToken: 'a' });
  session.keepProfile({ userId, auctionUserRole: 'Admin' } as Parameters<typeof session.keepProfile>[0]);
}

function place(form: string): TypedStorage.TypedPlace {
  const found = typed.typedPlace(form);
  if (!found) throw new Error('nobody is signed in');
  return found;
}

it('keeps every form of a page separate', () => {
  typed.keepTyped(place('tick a'), { name: '' }, { name: 'one' });
  typed.keepTyped(place('tick b'), { name: '' }, { name: 'other' });
  expect(typed.readTyped(place('tick a'), { name: '' })).toEqual({ name: 'one' });
  expect(typed.readTyped(place('tick b'), { name: '' })).toEqual({ name: 'other' });
  typed.forgetTyped(place('tick a'));
  expect(typed.isTypedIn('tick a')).toBe(false);
  expect(typed.isTypedIn('tick b')).toBe(true);
});

it('finds nothing for another page, another person or other stored values', () => {
  typed.keepTyped(place('tick'), { name: 'old' }, { name: 'typed' });
  expect(typed.readTyped(place('tick'), { name: 'saved meanwhile' })).toBeUndefined();
  vi.stubGlobal('location', { pathname: '/admin/dashboard' });
  expect(typed.isTypedIn('tick')).toBe(false);
  vi.stubGlobal('location', { pathname: '/admin/tick-size' });
  signIn('bo');
  expect(typed.isTypedIn('tick')).toBe(false);
  typed.keepTyped(place('other'), {}, { of: 'bo' });
  signIn('anna');
  expect(typed.isTypedIn('tick')).toBe(false);
});

it('leaving during the session discards the text, even if the page has changed by then', () => {
  const here = place('tick');
  typed.keepTyped(here, {}, { name: 'typed' });
  vi.stubGlobal('location', { pathname: '/admin/dashboard' });
  typed.leaveTyped(here);
  vi.stubGlobal('location', { pathname: '/admin/tick-size' });
  expect(typed.isTypedIn('tick')).toBe(false);
});

it('the end of a session keeps everything', () => {
  const here = place('tick');
  typed.keepTyped(here, {}, { name: 'typed' });
  session.forgetSession();
  typed.leaveTyped(here);
  expect(typed.typedPlace('tick')).toBeUndefined();
  signIn('anna');
  expect(typed.readTyped(place('tick'), {})).toEqual({ name: 'typed' });
});
