import { expect, it } from 'vitest';
import { paths } from '#web/paths.ts';
import { menuOf } from '#web/shell/menu.ts';

const placesOf = (variant: 'TNBX' | 'GLOBAL'): string[] =>
  menuOf('admin', variant).flatMap(({ items }) => items.map(({ to }) => to));

it('business accounts stand in the menu of variant TNBX only (specification 1)', () => {
  expect(placesOf('TNBX')).toContain(paths.businessAccounts);
  expect(placesOf('GLOBAL')).not.toContain(paths.businessAccounts);
  expect(placesOf('GLOBAL')).toContain(paths.accountRegistrations);
});
