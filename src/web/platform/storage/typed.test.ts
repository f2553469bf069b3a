import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type * as Session from '#web/platform/session/session.ts';
import type * as TypedStorage from '#web/platform/storage/saved-input.ts';

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
  typed = await import('#web/platform/storage/saved-input.ts');
  signIn('anna');
});
afterEach(() => void vi.unstubAllGlobals());

function signIn(userId: string): void {
  session.keepTokens({ accessToken: 'a' });
  session.keepProfile({ userId, auctionUserRole: 'Admin' } as Parameters<typeof session.keepProfile>[0]);
}

function place(form: string): TypedStorage.InputKey {
  const found = typed.inputKey(form);
  if (!found) throw new Error('nobody is signed in');
  return found;
}

it('keeps every form of a page separate', () => {
  typed.saveInput(place('tick a'), { name: '' }, { name: 'one' });
  typed.saveInput(place('tick b'), { name: '' }, { name: 'other' });
  expect(typed.readSavedInput(place('tick a'), { name: '' })).toEqual({ name: 'one' });
  expect(typed.readSavedInput(place('tick b'), { name: '' })).toEqual({ name: 'other' });
  typed.discardInput(place('tick a'));
  expect(typed.hasSavedInput('tick a')).toBe(false);
  expect(typed.hasSavedInput('tick b')).toBe(true);
});

it('finds nothing for another page, another person or other stored values', () => {
  typed.saveInput(place('tick'), { name: 'old' }, { name: 'typed' });
  expect(typed.readSavedInput(place('tick'), { name: 'saved meanwhile' })).toBeUndefined();
  vi.stubGlobal('location', { pathname: '/admin/dashboard' });
  expect(typed.hasSavedInput('tick')).toBe(false);
  vi.stubGlobal('location', { pathname: '/admin/tick-size' });
  signIn('bo');
  expect(typed.hasSavedInput('tick')).toBe(false);
  typed.saveInput(place('other'), {}, { of: 'bo' });
  signIn('anna');
  expect(typed.hasSavedInput('tick')).toBe(false);
});

it('leaving during the session discards the text, even if the page has changed by then', () => {
  const here = place('tick');
  typed.saveInput(here, {}, { name: 'typed' });
  vi.stubGlobal('location', { pathname: '/admin/dashboard' });
  typed.discardInputOnLeave(here);
  vi.stubGlobal('location', { pathname: '/admin/tick-size' });
  expect(typed.hasSavedInput('tick')).toBe(false);
});

it('the end of a session keeps everything', () => {
  const here = place('tick');
  typed.saveInput(here, {}, { name: 'typed' });
  session.clearSession();
  typed.discardInputOnLeave(here);
  expect(typed.inputKey('tick')).toBeUndefined();
  signIn('anna');
  expect(typed.readSavedInput(place('tick'), {})).toEqual({ name: 'typed' });
});
