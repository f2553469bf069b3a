import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type * as Session from '#web/platform/session/session.ts';
import type * as SavedViews from '#web/design/lists/saved-views.ts';

let views: typeof SavedViews;
let session: typeof Session;

beforeEach(async () => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
  vi.stubGlobal('fetch', async () => Response.json({ variant: 'TNBX' }));
  vi.resetModules();
  await (await import('#web/platform/page/env.ts')).loadEnv();
  session = await import('#web/platform/session/session.ts');
  views = await import('#web/design/lists/saved-views.ts');
  signIn('anna');
});
afterEach(() => void vi.unstubAllGlobals());

const signIn = (userId: string): void =>
  session.keepProfile({ userId, auctionUserRole: 'User' } as Parameters<typeof session.keepProfile>[0]);
const shown = (list: string) => views.viewsOf(list).map(({ name, search, isDefault }) => [name, search, isDefault]);

it('saves filters under a name for each list, and the same name replaces the view', () => {
  views.saveView('holdings', 'Hydro', { fuelType: 'Hydro' });
  views.saveView('holdings', 'Wind', { fuelType: 'Wind' });
  views.saveView('accounts', 'Hydro', { status: 'Active' });
  views.chooseDefaultView('holdings', 'Hydro');
  views.saveView('holdings', 'Hydro', { fuelType: 'Hydro', country: 'MY' });
  expect(shown('holdings')).toEqual([
    ['Wind', { fuelType: 'Wind' }, false],
    ['Hydro', { fuelType: 'Hydro', country: 'MY' }, true],
  ]);
  expect(shown('accounts')).toEqual([['Hydro', { status: 'Active' }, false]]);
});

it('has at most one default view for each list', () => {
  views.saveView('holdings', 'Hydro', {});
  views.saveView('holdings', 'Wind', {});
  views.chooseDefaultView('holdings', 'Hydro');
  views.chooseDefaultView('holdings', 'Wind');
  expect(views.viewsOf('holdings').map(({ isDefault }) => isDefault)).toEqual([false, true]);
  views.chooseDefaultView('holdings', undefined);
  expect(views.viewsOf('holdings').some(({ isDefault }) => isDefault)).toBe(false);
});

it('another user of this browser does not see them', () => {
  views.saveView('holdings', 'Hydro', {});
  signIn('bo');
  expect(views.viewsOf('holdings')).toEqual([]);
  views.saveView('holdings', 'Wind', {});
  views.deleteView('holdings', 'Wind');
  signIn('anna');
  expect(shown('holdings')).toEqual([['Hydro', {}, false]]);
});
