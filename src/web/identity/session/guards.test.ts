import { describe, expect, it } from 'vitest';
import { safeRedirect } from '#web/identity/session/guards.ts';

const ORIGIN = 'https://green.example';

describe('the target after sign-in', () => {
  it.each(['/user/upcoming', '/user/auction/7?x=1#bids', '/auction/7', '/development/outbox'])(
    'may be %s',
    (target) => {
      expect(safeRedirect(target, 'user', ORIGIN)).toBe(target);
    },
  );
  it.each([
    undefined,
    7,
    '',
    '/',
    'user/upcoming',
    'https://evil.example/user',
    '//evil.example/user',
    '/\\evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    '/login?redirect=/user',
    '/logout',
    '/user/../logout',
    '/admin',
    '/admin/create',
  ])('is never %s', (target) => {
    expect(safeRedirect(target, 'user', ORIGIN)).toBeUndefined();
  });
  it('is in the area of the user’s role only', () => {
    expect(safeRedirect('/admin/create', 'admin', ORIGIN)).toBe('/admin/create');
    expect(safeRedirect('/user/upcoming', 'admin', ORIGIN)).toBeUndefined();
    expect(safeRedirect('/administrators', 'user', ORIGIN)).toBe('/administrators');
  });
});
