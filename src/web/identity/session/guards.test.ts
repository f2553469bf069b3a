import { describe, expect, it } from 'vitest';
import { safeRedirect } from '#web/identity/session/guards.ts';

const ORIGIN = 'https://green.example';

describe('where sign-in may lead', () => {
  it.each(['/user/upcoming', '/user/auction/7?x=1#bids', '/auction/7', '/development/outbox'])('%s', (target) => {
    expect(safeRedirect(target, 'user', ORIGIN)).toBe(target);
  });
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
  ])('never to %s', (target) => {
    expect(safeRedirect(target, 'user', ORIGIN)).toBeUndefined();
  });
  it('into the area of the own role only', () => {
    expect(safeRedirect('/admin/create', 'admin', ORIGIN)).toBe('/admin/create');
    expect(safeRedirect('/user/upcoming', 'admin', ORIGIN)).toBeUndefined();
    expect(safeRedirect('/administrators', 'user', ORIGIN)).toBe('/administrators');
  });
});
