import type { Locator, Page } from '@playwright/test';
import { bringMenu } from '../steps/bring-menu.ts';
import { expect, test } from '../world.ts';

const sidebarOf = (page: Page): Locator => page.getByRole('navigation', { name: 'Main menu' });
const clockIn = (page: Page, part: 'banner' | 'contentinfo'): Locator => page.getByRole(part).getByRole('time');

/** Returns the seconds of the day that a clock shows. */
async function secondsOn(clock: Locator): Promise<number> {
  const [, hours, minutes, seconds] = /(\d\d):(\d\d):(\d\d)/.exec((await clock.textContent()) ?? '') ?? [];
  return Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds);
}

test('a user’s pages have a sidebar, a top bar and a footer, whose clocks advance each second', async ({
  world,
  signIn,
}) => {
  const person = await world.person();
  const page = await signIn(person);
  await test.step('the sidebar is open, with the groups of the menu', async () => {
    const items = sidebarOf(page).getByRole('listitem');
    await expect(items.filter({ hasText: 'Live auctions' })).toBeVisible();
    for (const name of ['Live auctions', 'Past auctions', 'Marketplace'])
      await expect(sidebarOf(page).getByRole('link', { name })).toHaveCount(1);
    await expect(items.filter({ hasText: 'Marketplace' })).toContainText('New');
    await expect(page.getByRole('button', { name: 'Collapse menu' })).toHaveAttribute('aria-expanded', 'true');
  });

  await test.step('the top bar greets, and shows the user, the company and the time', async () => {
    const bar = page.getByRole('banner');
    await expect(bar).toContainText(new RegExp(`Good (morning|afternoon|evening), ${person.username}`));
    await expect(bar).toContainText(`${person.username}@example.test`);
    await expect(bar).toContainText(`Company of ${person.username}`);
    await expect(clockIn(page, 'banner')).toHaveText(
      /^(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day.*\d\d:\d\d:\d\dGMT\+8$/,
    );
  });

  await test.step('both clocks advance each second', async () => {
    for (const part of ['banner', 'contentinfo'] as const) {
      const began = await secondsOn(clockIn(page, part));
      // The difference is also right across midnight.
      const passed = async () => ((await secondsOn(clockIn(page, part))) - began + 86_400) % 86_400;
      for (const seconds of [1, 2, 3]) await expect.poll(passed, { intervals: [100] }).toBe(seconds);
    }
  });

  await test.step('on a phone the menu slides out, with the user and the clock', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await expect(sidebarOf(page)).toBeHidden();
    await page.getByRole('button', { name: 'Open menu' }).click();
    const menu = page.getByRole('dialog', { name: 'Main menu' });
    await expect(menu).toContainText(`Company of ${person.username}`);
    await expect(menu.getByRole('time')).toHaveText(/day.*GMT\+8$/);
    await menu.getByRole('link', { name: 'Past auctions' }).click();
    await expect(page).toHaveURL(/\/user\/past$/);
    await expect(menu).toBeHidden();
  });

  await test.step('lists are a grid on a phone, whatever was selected', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto('/user/upcoming');
    await expect(page.getByRole('button', { name: 'Grid' })).toHaveAttribute('aria-pressed', 'true');
    await page.getByRole('button', { name: 'List', exact: true }).click();
    await page.setViewportSize({ width: 360, height: 740 });
    await expect(page.getByRole('button', { name: 'List', exact: true })).toHaveCount(0);
    await expect(page.getByRole('table')).toHaveCount(0);
  });
});

test('an administrator’s pages have their own menu and avatar menu, and no menu where an auction is created', async ({
  world,
  signIn,
}) => {
  const admin = await world.person({ role: 'Admin' });
  const page = await signIn(admin);
  await test.step('the menu has its items', async () => {
    for (const name of [
      'Dashboard',
      'Live auctions',
      'Past auctions',
      'Tick size',
      'Marketplace New',
      'Account registration',
      'Business accounts',
      'Documents',
    ])
      await expect(sidebarOf(page).getByRole('link', { name: new RegExp(`^${name}`) })).toHaveCount(1);
  });

  await test.step('counts of waiting work are aligned in a column, also beside a badge', async () => {
    const data = { registrations: 128, buyOrders: 999, drafts: 3, changeRequests: 0 };
    await page.route('**/auction-api/admin/waiting', (route) => route.fulfill({ json: { code: 'Success', data } }));
    await page.reload();
    const counts = sidebarOf(page).getByText(/^\d+ waiting$/);
    await expect(counts).toHaveCount(3);
    const ends = await counts.evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().right)));
    expect(new Set(ends).size, String(ends)).toBe(1);
    await page.unroute('**/auction-api/admin/waiting');
  });

  await test.step('the avatar menu has password and sign-out, and nothing about a company or a phone', async () => {
    await bringMenu(page);
    await page.getByRole('button', { name: `${admin.username}’s account` }).click();
    const entries = page.getByRole('menuitem');
    await expect(entries.filter({ hasText: /Company information|Change 2FA phone number/ })).toHaveCount(0);
    await expect(entries.filter({ hasText: 'Sign out' })).toHaveCount(1);
    await entries.filter({ hasText: 'Change password' }).click();
    await expect(page).toHaveURL(/\/admin\/change-password$/);
  });

  await test.step('an auction is created without a sidebar', async () => {
    await expect(sidebarOf(page)).toBeVisible();
    await page.goto('/admin/create');
    await expect(page.getByLabel(/^Title/)).toBeVisible();
    await expect(sidebarOf(page)).toHaveCount(0);
    await expect(page.getByRole('banner')).toBeVisible();
  });
});
