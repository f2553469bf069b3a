import type { Locator, Page } from '@playwright/test';
import type { RegistrationStatus } from '#domain/company/registration.ts';
import { insertRegistration } from '#testing/company-builders.ts';
import { startServer } from '#testing/server-process.ts';
import { bringMenu } from './bring-menu.ts';
import { placeInitialBid } from './auction-steps.ts';
import { expect, passSignIn, test } from './world.ts';

test.use({ isAlone: true });

const sidebarOf = (page: Page): Locator => page.getByRole('navigation', { name: 'Main menu' });
const clockIn = (page: Page, part: 'banner' | 'contentinfo'): Locator => page.getByRole(part).getByRole('time');

/** The seconds of the day that a clock shows. */
async function secondsOn(clock: Locator): Promise<number> {
  const [, hours, minutes, seconds] = /(\d\d):(\d\d):(\d\d)/.exec((await clock.textContent()) ?? '') ?? [];
  return Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds);
}

test('a user’s pages have a sidebar, a top bar and a footer, whose clocks go on each second', async ({
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

  await test.step('the top bar greets, and says who is signed in, for which company, and when it is', async () => {
    const bar = page.getByRole('banner');
    await expect(bar).toContainText(new RegExp(`Good (morning|afternoon|evening), ${person.username}`));
    await expect(bar).toContainText(`${person.username}@example.test`);
    await expect(bar).toContainText(`Company of ${person.username}`);
    await expect(clockIn(page, 'banner')).toHaveText(
      /^(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day.*\d\d:\d\d:\d\dGMT\+8$/,
    );
  });

  await test.step('both clocks go on each second', async () => {
    for (const part of ['banner', 'contentinfo'] as const) {
      const began = await secondsOn(clockIn(page, part));
      // Over midnight, too.
      const passed = async () => ((await secondsOn(clockIn(page, part))) - began + 86_400) % 86_400;
      for (const seconds of [1, 2, 3]) await expect.poll(passed, { intervals: [100] }).toBe(seconds);
    }
  });

  await test.step('on a phone the menu slides out, with who is signed in and the clock', async () => {
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

  await test.step('lists are a grid on a phone, whatever was chosen', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto('/user/upcoming');
    await expect(page.getByRole('button', { name: 'Grid' })).toHaveAttribute('aria-pressed', 'true');
    await page.getByRole('button', { name: 'List', exact: true }).click();
    await page.setViewportSize({ width: 360, height: 740 });
    await expect(page.getByRole('button', { name: 'List', exact: true })).toHaveCount(0);
    await expect(page.getByRole('table')).toHaveCount(0);
  });
});

test('an admin’s pages: the menu of administrators, no menu where an auction is created, an own avatar menu', async ({
  world,
  signIn,
}) => {
  const admin = await world.person({ role: 'Admin' });
  const page = await signIn(admin);
  await test.step('the menu', async () => {
    for (const name of [
      'Dashboard',
      'Live auctions',
      'Past auctions',
      'Tick size',
      'Marketplace New',
      'Account registration',
      'Business accounts',
      'Template management',
    ])
      await expect(sidebarOf(page).getByRole('link', { name: new RegExp(`^${name}`) })).toHaveCount(1);
  });

  await test.step('the avatar menu: password and sign-out, nothing of a company or of a phone', async () => {
    await bringMenu(page);
    await page.getByRole('button', { name: `Account of ${admin.username}` }).click();
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

test('tick sizes and registrations on screen', async ({ world, signIn }) => {
  await test.step('tick sizes are created and edited, with their unit', async () => {
    const page = await signIn(await world.person({ role: 'Admin' }));
    await page.goto('/admin/tick-size');
    await page.getByRole('button', { name: 'Create tick size' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(/^Name/).fill('Quarter');
    await dialog.getByLabel(/^Price step/).fill('0.25');
    await dialog.getByRole('button', { name: 'Create tick size' }).click();
    await expect(page.getByRole('row', { name: /Quarter/ })).toContainText('MYR 0.25/REC');
    await page.getByRole('button', { name: 'Edit: Quarter' }).click();
    await dialog.getByLabel(/^Price step/).fill('0.5');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('row', { name: /Quarter/ })).toContainText('MYR 0.50/REC');
  });

  await test.step('a registration has three steps', async () => {
    const founder = await world.person();
    const { db } = world.database;
    await db.deleteFrom('account_member').where('user_id', '=', founder.userId).execute();
    const page = await signIn(founder);
    const steps = page.getByRole('list', { name: 'Steps to a business account' }).getByRole('listitem');
    await expect(steps).toContainText(['Registration', 'Waiting for approval', 'Completed']);
    await expect(steps.nth(0)).toHaveAttribute('aria-current', 'step');
    await insertRegistration(db, founder.userId);
    await page.goto('/user/account-registration');
    await expect(steps.nth(1)).toHaveAttribute('aria-current', 'step');
  });
});

/** The part of the spectrum that a colour is in; gray where it is in none. */
function hueOf(colour: string): string {
  const [red = 0, green = 0, blue = 0] = [...colour.matchAll(/\d+/g)].map(Number);
  const most = Math.max(red, green, blue);
  if (most - Math.min(red, green, blue) < 30) return 'gray';
  if (most === blue) return 'blue';
  if (most === green) return 'green';
  return green > red / 3 ? 'orange' : 'red';
}

test('statuses have their colours, lists their page sizes and ten rows while they load', async ({ world, signIn }) => {
  const { db } = world.database;
  const COLOURS: Record<RegistrationStatus, readonly [words: string, hue: string]> = {
    New: ['New', 'gray'],
    'In-Progress': ['In progress', 'blue'],
    Returned: ['Returned', 'orange'],
    Approved: ['Approved', 'green'],
    Rejected: ['Rejected', 'red'],
  };
  for (const status of Object.keys(COLOURS) as RegistrationStatus[]) {
    const { userId, accountId } = await world.person();
    const id = await insertRegistration(db, userId, { companyName: `Company of Is-${status}` });
    const account_id = status === 'Approved' ? accountId : null;
    await db.updateTable('company_registration').set({ status, account_id }).where('id', '=', id).execute();
  }
  const page = await signIn(await world.person({ role: 'Admin' }));
  const hueIn = async (row: string, words: string) => {
    const badge = page.getByRole('row').filter({ hasText: row }).getByText(words, { exact: true });
    return hueOf(await badge.first().evaluate((shown) => getComputedStyle(shown).color));
  };

  await test.step('registrations', async () => {
    await page.goto('/admin/account-registration?search=Is-');
    for (const [status, [words, hue]] of Object.entries(COLOURS))
      expect([status, await hueIn(`Company of Is-${status}`, words)]).toEqual([status, hue]);
    for (const tab of ['All', 'New', 'Approved', 'Rejected'])
      await expect(page.getByRole('button', { name: tab, exact: true })).toBeVisible();
  });

  await test.step('business accounts', async () => {
    const [active, barred] = [await world.person(), await world.person()];
    await db.updateTable('account').set({ status: 'Blacklisted' }).where('id', '=', barred.accountId).execute();
    await page.goto('/admin/business-account?limit=100');
    expect(await hueIn(`Company of ${active.username}`, 'Active')).toBe('green');
    expect(await hueIn(`Company of ${barred.username}`, 'Blacklisted')).toBe('red');
  });

  await test.step('a page has 10, 25, 50 or 100 rows; ten stand there while it loads', async () => {
    await page.goto('/admin/business-account');
    const sizes = page.getByRole('combobox', { name: 'Per page' });
    await expect(sizes).toHaveValue('10');
    await expect(sizes.getByRole('option')).toHaveText(['10', '25', '50', '100']);
    await page.route('**/auction-api/admin/accounts?*', () => undefined);
    await page.reload();
    await expect(page.locator('table[aria-busy="true"] tbody tr')).toHaveCount(10);
  });
});

test('where the chart and the tours are switched off, the room has no chart, and nobody is shown around', async ({
  world,
  open,
  signIn,
}) => {
  const person = await world.person({ seesTours: true });
  const auction = await world.auction({ bidders: [{ person }] });
  const chart = (page: Page) => page.getByRole('heading', { name: 'Price-volume distribution' });
  await test.step('with them', async () => {
    const page = await signIn(person);
    await expect(page.getByRole('button', { name: 'Show me around' })).toHaveCount(1);
    await page.keyboard.press('Escape');
    await placeInitialBid(page, auction, '5.0', '100');
    await expect(chart(page).first()).toBeVisible();
  });

  await test.step('without them', async () => {
    const flags = { FLAG_AUCTION_ROOM_CHART: 'off', FLAG_TOUR_GUIDE: 'off' };
    const server = await startServer({ DATABASE_URL: world.url, ...flags });
    try {
      const page = await open({ baseURL: server.baseUrl });
      let asked = 0;
      page.on('request', (request) => (asked += request.url().includes('/user-tours') ? 1 : 0));
      await passSignIn(page, world, person);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Show me around' })).toHaveCount(0);
      await page.goto(`/user/auction/${auction.auctionId}`);
      await expect(page.getByRole('heading', { name: 'Ranking' })).toBeVisible();
      await expect(chart(page)).toHaveCount(0);
      expect(asked).toBe(0);
    } finally {
      await server.kill();
    }
  });
});

test('a sign-up that waits for its code is dropped by signing in, signing up anew and a forgotten password', async ({
  world,
  open,
}) => {
  const page = await open();
  const waiting = {
    userRegisterId: world.url,
    sent: { notification_method: 'email', target: 'a***@example.test', resend_after_seconds: 60 },
    sentAtMs: Date.now(),
    account: { Username: 'somebody', Email: 'somebody@example.test' },
    phone: {},
  };
  const kept = () => page.evaluate(() => sessionStorage.getItem('TNBX.greenlot.v1.signUp'));
  for (const path of ['/login', '/sign-up', '/forgot-password']) {
    await page.goto('/env');
    await page.evaluate((value) => sessionStorage.setItem('TNBX.greenlot.v1.signUp', value), JSON.stringify(waiting));
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect([path, await kept()]).toEqual([path, null]);
  }
});

test('a text counts as read from ten pixels before its end', async ({ world, signIn }) => {
  const auction = await world.auction({ isPrivate: false, startsIn: 3_600, endsIn: 7_200 });
  const page = await signIn(await world.person());
  // Low enough for the terms to be longer than their frame.
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto(`/user/auction/${auction.auctionId}/detail`);
  const text = page.getByRole('region', { name: 'Terms of the auction' });
  const accept = page.getByRole('checkbox', { name: /^I accept the terms of this auction/ });
  const scrollTo = (beforeEnd: number) =>
    text.evaluate((frame, gap) => {
      frame.scrollTop = frame.scrollHeight - frame.clientHeight - gap;
    }, beforeEnd);
  await expect(accept).toBeDisabled();
  await scrollTo(12);
  await page.waitForTimeout(300);
  await expect(accept).toBeDisabled();
  await scrollTo(10);
  await expect(accept).toBeEnabled();
});
