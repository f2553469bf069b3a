import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { SITE_MAP } from '#testing/permissions/site-map.ts';
import '#web/shell/menu/admin-menu.ts';
import { menuOf, sectionOf } from '#web/shell/menu/menu.ts';

const FLAGS = {
  marketplace: true,
  reverseAuction: true,
  smsRequired: true,
  tourGuide: true,
  auctionRoomChart: true,
  publicAuctions: true,
};

it('lists every route once, and nothing else', () => {
  const tree = readFileSync(new URL('route-tree.gen.ts', import.meta.url), 'utf8');
  const listed = /interface FileRoutesByFullPath \{(.*?)\n\}/s.exec(tree)?.[1] ?? '';
  const routes = [...listed.matchAll(/^ {2}'(.+)':/gm)].map(([, path = '']) => path.replace(/(.)\/$/, '$1'));
  expect(routes.length).toBeGreaterThan(50);
  expect(SITE_MAP.map(({ path }) => path).toSorted()).toEqual([...new Set(routes)].toSorted());
});

it('the menu marks the section of every page of an area', () => {
  for (const { path, guard, section } of SITE_MAP) {
    if (guard !== 'user' && guard !== 'admin') continue;
    const groups = menuOf(guard, { variant: 'TNBX', flags: FLAGS });
    const held = groups.find(({ items }) => items.some(({ holds }) => holds.includes(sectionOf(path))));
    expect([path, held?.title]).toEqual([path, section && `shell.${section}`]);
  }
});
