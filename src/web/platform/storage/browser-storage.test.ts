import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type * as BrowserStorage from '#web/platform/storage/browser-storage.ts';

const KEY = 'TNBX.greenlot.v1.pageSize';
const isNumber = (value: unknown): value is number => typeof value === 'number';
const refuse = (): never => {
  throw new DOMException('full', 'QuotaExceededError');
};

/** A fake browser storage. As in a real one, each stored key is a property of the object. */
class SomeStorage {
  getItem(key: string): string | null {
    return (this as unknown as Record<string, string>)[key] ?? null;
  }
  setItem(key: string, value: string): void {
    Object.assign(this, { [key]: value });
  }
  removeItem(key: string): void {
    Reflect.deleteProperty(this, key);
  }
}

let local: SomeStorage;
let tab: SomeStorage;
let kept: typeof BrowserStorage;

beforeEach(async () => {
  [local, tab] = [new SomeStorage(), new SomeStorage()];
  vi.stubGlobal('localStorage', local);
  vi.stubGlobal('sessionStorage', tab);
  vi.stubGlobal('fetch', async () => Response.json({ variant: 'TNBX' }));
  vi.resetModules();
  await (await import('#web/platform/page/env.ts')).loadEnv();
  kept = await import('#web/platform/storage/browser-storage.ts');
});
afterEach(() => void vi.unstubAllGlobals());

describe('a stored value', () => {
  it('has a key with variant and version, in the browser or in the tab', () => {
    kept.keep('pageSize', 25);
    kept.keep('signUp', 1);
    expect([Object.keys(local), Object.keys(tab)]).toEqual([[KEY], ['TNBX.greenlot.v1.signUp']]);
    expect(kept.readStored('pageSize', isNumber)).toBe(25);
    kept.keep('pageSize', undefined);
    expect([Object.keys(local), kept.readStored('pageSize', isNumber)]).toEqual([[], undefined]);
  });

  it.each(['{', '"25"', 'null', ''])('and is ignored if it is invalid: %s', (text) => {
    local.setItem(KEY, text);
    expect(kept.readStored('pageSize', isNumber)).toBeUndefined();
  });

  it('of another version is removed unread, and those of other brands and applications stay', () => {
    const others = ['GLOBAL.greenlot.v0.tokens', 'greenlot.v0.tokens', 'theirs'];
    for (const key of [...others, 'TNBX.greenlot.v0.pageSize', 'TNBX.greenlot.v12.tokens', KEY])
      local.setItem(key, '7');
    tab.setItem('TNBX.greenlot.v0.signUp', '7');
    kept.removeOtherVersions();
    expect(Object.keys(local).toSorted()).toEqual([...others, KEY].toSorted());
    expect(Object.keys(tab)).toEqual([]);
    expect(kept.readStored('pageSize', isNumber)).toBe(7);
  });
});

describe('if storage is', () => {
  it('full, the page remembers new values, not the old ones', () => {
    kept.keep('pageSize', 25);
    local.setItem = refuse;
    kept.keep('pageSize', 50);
    expect(kept.readStored('pageSize', isNumber)).toBe(50);
    kept.keep('pageSize', undefined);
    expect(kept.readStored('pageSize', isNumber)).toBeUndefined();
  });

  it('forbidden, the page remembers values until it is closed', () => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(globalThis, name, { configurable: true, get: refuse });
    expect(kept.readStored('pageSize', isNumber)).toBeUndefined();
    kept.keep('pageSize', 25);
    expect(kept.readStored('pageSize', isNumber)).toBe(25);
    kept.keep('pageSize', undefined);
    expect(kept.readStored('pageSize', isNumber)).toBeUndefined();
    expect(() => kept.removeOtherVersions()).not.toThrow();
  });
});
