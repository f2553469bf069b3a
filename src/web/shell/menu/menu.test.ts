import { expect, it } from 'vitest';
import { paths } from '#web/paths.ts';
import '#web/shell/menu/admin-menu.ts';
import { menuOf } from '#web/shell/menu/menu.ts';

const FLAGS = {
  marketplace: true,
  reverseAuction: true,
  smsRequired: true,
  tourGuide: true,
  auctionRoomChart: true,
  publicAuctions: true,
};

const placesOf = (variant: 'TNBX' | 'GLOBAL', flags = FLAGS): string[] =>
  menuOf('admin', { variant, flags }).flatMap(({ items }) => items.map(({ to }) => to));

it('the menu has business accounts in variant TNBX only', () => {
  expect(placesOf('TNBX')).toContain(paths.businessAccounts);
  expect(placesOf('GLOBAL')).not.toContain(paths.businessAccounts);
  expect(placesOf('GLOBAL')).toContain(paths.accountRegistrations);
});

it('a flag that is off hides its menu item', () => {
  expect(placesOf('TNBX')).toContain(paths.marketplace('admin'));
  expect(placesOf('TNBX', { ...FLAGS, marketplace: false })).not.toContain(paths.marketplace('admin'));
});

it('users see auctions and the marketplace; administrators the specified items, and the marketplace as new', () => {
  const itemsOf = (role: 'user' | 'admin') =>
    menuOf(role, { variant: 'TNBX', flags: FLAGS }).map(({ title, items }) => [title, items.map(({ label }) => label)]);
  expect(itemsOf('user')).toEqual(
    expect.arrayContaining([
      ['shell.auctions', expect.arrayContaining(['shell.liveAuctions', 'shell.pastAuctions'])],
      ['shell.marketplace', ['shell.marketplace']],
    ]),
  );
  expect(itemsOf('admin')).toEqual(
    expect.arrayContaining([
      ['shell.dashboard', ['shell.dashboard']],
      ['shell.auctions', expect.arrayContaining(['shell.liveAuctions', 'shell.pastAuctions', 'shell.tickSize'])],
      ['shell.marketplace', ['shell.marketplace']],
      ['shell.companies', ['shell.accountRegistration', 'shell.businessAccount']],
      ['shell.template', ['template.title']],
    ]),
  );
  for (const role of ['user', 'admin'] as const) {
    const marked = menuOf(role, { variant: 'TNBX', flags: FLAGS }).flatMap(({ items }) =>
      items.filter((one) => one.isNew),
    );
    expect(marked.map(({ to }) => to)).toEqual([paths.marketplace(role)]);
  }
});

it('after G every target has its own letter', () => {
  for (const role of ['user', 'admin'] as const) {
    const letters = menuOf(role, { variant: 'TNBX', flags: FLAGS }).flatMap(({ items }) =>
      items.map((one) => one.letter),
    );
    expect(new Set(letters).size).toBe(letters.length);
    expect(letters).not.toContain('g');
  }
});
