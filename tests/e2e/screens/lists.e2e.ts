import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { placeBid } from '#contract/bidding/bidding.ts';
import type { RegistrationStatus } from '#domain/company/registration.ts';
import { insertRegistration } from '#testing/builders/company-builders.ts';
import { callsOf } from '../steps/some-of-everything.ts';
import { expect, test } from '../world.ts';

/** Delays a lazily loaded module. Returns a function that releases it. */
async function holdBack(page: Page, module: string): Promise<() => void> {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(`**/${fileOf(module)}`, async (route) => {
    await held;
    await route.continue();
  });
  return release;
}

/** Returns the built file of a lazily loaded module. */
function fileOf(module: string): string {
  const chunks = JSON.parse(readFileSync('dist/.vite/manifest.json', 'utf8')) as Record<string, { file: string }>;
  const file = chunks[module]?.file;
  if (!file) throw new Error(`The build has no chunk of ${module}`);
  return file;
}

test.use({ isAlone: 'lists' });

test('a bidder opens details from a card or a row, filters, and follows an old bookmark', async ({ world, signIn }) => {
  const anna = await world.person();
  const bidders = [{ person: anna }];
  const times = { startsIn: 3_600, endsIn: 7_200, bidders };
  const forward = await world.auction({ ...times, items: [{ minimumCents: 550 }] });
  const reverse = await world.auction({ ...times, items: [{}, {}], auctionType: 'Reverse', isPrivate: false });
  // The titles look like item names, because the story of the pseudo-language may read them too.
  const titleOf = { [forward.auctionId]: 'VN.Wind.2030', [reverse.auctionId]: 'VN.Solar.2031' };
  for (const [id, title] of Object.entries(titleOf))
    await world.database.db.updateTable('auction').set({ title }).where('id', '=', id).execute();
  const page = await signIn(anna);
  // The list may also contain an auction of another story.
  const cards = page.getByRole('article').filter({ hasText: /VN\.(Wind|Solar)\.203/ });

  await test.step('opens details from the title of a card', async () => {
    const card = page.getByRole('article').filter({ hasText: 'VN.Wind.2030' });
    await expect(card).toContainText(/(MYR|USD) 5\.50/);
    await card.getByRole('link', { name: 'VN.Wind.2030', exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`/user/auction/${forward.auctionId}/detail`));
    await page.goBack();
  });

  await test.step('an old bookmark shows the list with its defaults', async () => {
    await page.goto('/user/upcoming?pageSize=7&limit=7&status=bogus&fuelType=Coal');
    await expect(cards).toHaveCount(2);
  });

  await test.step('filters apply', async () => {
    await page.getByRole('button', { name: 'Filters', exact: true }).click();
    await page.getByLabel('Fuel type').selectOption({ label: 'Solar' });
    await expect(cards).toHaveCount(1);
    await page.getByLabel('Direction').selectOption({ label: 'Forward' });
    await expect(cards).toHaveCount(0);
    await page.getByRole('button', { name: 'Clear all' }).click();
    await page.getByLabel('Access').selectOption({ label: 'Public' });
    await expect(cards).toContainText(['VN.Solar.2031']);
    await page.getByRole('button', { name: 'Clear all' }).click();
  });

  await test.step('the list waits for active filters, which would move it', async () => {
    const release = await holdBack(page, 'src/web/auction/auction-filters.tsx');
    const listed = page.waitForResponse((response) => response.url().includes('/auctions?') && response.ok());
    await page.goto('/user/upcoming?fuelType=Solar');
    await listed;
    await expect(page.getByRole('button', { name: /^Filters/ })).toBeVisible();
    await expect(cards).toHaveCount(0);
    release();
    await expect(page.getByLabel('Fuel type')).toHaveValue('Solar');
    await expect(cards).toHaveCount(1);
    await page.getByRole('button', { name: 'Clear all' }).click();
  });

  await test.step('opens details from a row, whatever columns are hidden', async () => {
    await page.getByRole('button', { name: 'List', exact: true }).click();
    await page.getByRole('button', { name: 'Columns' }).click();
    await expect(page.getByRole('checkbox', { name: 'Actions' })).toBeDisabled();
    await page.keyboard.press('Escape');
    await page.getByRole('row').getByRole('link', { name: 'VN.Solar.2031', exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`/user/auction/${reverse.auctionId}/detail`));
  });
});

test('a live auction shows its best bid and the number of bids to those in its room', async ({ world, signIn }) => {
  const [admin, anna, bo] = [await world.person({ role: 'Admin' }), await world.person(), await world.person()];
  const { auctionId, itemIds } = await world.auction({ bidders: [{ person: anna }, { person: bo }] });
  const title = 'VN.Hydro.2032';
  await world.database.db.updateTable('auction').set({ title }).where('id', '=', auctionId).execute();
  const [page, other, office] = [await signIn(anna), await signIn(bo), await signIn(admin)];
  const bid = { auctionItemId: itemIds[0], price: 7, quantity: 100, bidderPartialFulfillment: true };
  await (
    await callsOf(page)
  )(placeBid, auctionId, bid);
  await office.goto('/admin/upcoming');
  for (const each of [page, office]) {
    if (each === page) await each.reload();
    await expect(each.getByRole('article').filter({ hasText: title })).toContainText(/Highest bid.*7\.00.*Bids1/);
  }
  const hidden = other.getByRole('article').filter({ hasText: title });
  await expect(hidden).toContainText(/Opening price.*3\.00/);
  await expect(hidden).not.toContainText('Bids');
});

test('a link followed while a search is being typed opens its target', async ({ world, signIn }) => {
  const { username, accountId } = await world.person();
  const page = await signIn(await world.person({ role: 'Admin' }));
  await page.goto(`/admin/business-account?search=${username.slice(0, -1)}`);
  const link = page.getByRole('link', { name: `Company of ${username}` });
  await expect(link).toBeVisible();
  const release = await holdBack(page, 'src/web/routes/_admin/admin/business-account/$id.tsx?tsr-split=component');
  await page.getByRole('searchbox').fill(username);
  await link.click();
  // Waits longer than the pause after which a search is applied.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 600)));
  release();
  await expect(page).toHaveURL(new RegExp(`/admin/business-account/${accountId}$`));
});

test('tick sizes are created and edited, with their unit', async ({ world, signIn }) => {
  const page = await signIn(await world.person({ role: 'Admin' }));
  await page.goto('/admin/tick-size');
  await page.getByRole('button', { name: 'Create tick size' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^Name/).fill('VN.Quarter.2030');
  await dialog.getByLabel(/^Price increment/).fill('0.25');
  await dialog.getByRole('button', { name: 'Create tick size' }).click();
  await expect(page.getByRole('row', { name: /VN.Quarter/ })).toContainText('MYR 0.25/REC');
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await page.getByRole('button', { name: 'Edit: VN.Quarter.2030' }).click();
  await page.setViewportSize({ width: 360, height: 740 });
  await dialog.getByLabel(/^Price increment/).fill('0.5');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('row', { name: /VN.Quarter/ })).toContainText('MYR 0.50/REC');
  const message = await page.getByRole('status').filter({ hasText: 'VN.Quarter.2030' }).boundingBox();
  const title = await page.getByRole('heading', { level: 1 }).boundingBox();
  // A message on a phone covers neither the title nor the content below it.
  expect((message?.y ?? 0) + (message?.height ?? 0)).toBeLessThanOrEqual(title?.y ?? 0);
});

/** Returns the name of the color's part of the spectrum, or gray if the color is in none. */
function hueOf(colour: string): string {
  const [red = 0, green = 0, blue = 0] = [...colour.matchAll(/\d+/g)].map(Number);
  const most = Math.max(red, green, blue);
  if (most - Math.min(red, green, blue) < 30) return 'gray';
  if (most === blue) return 'blue';
  if (most === green) return 'green';
  return green > red / 3 ? 'orange' : 'red';
}

test('statuses have their colors, lists their page sizes and ten rows while they load', async ({ world, signIn }) => {
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

  await test.step('colors of registrations', async () => {
    await page.goto('/admin/account-registration?search=Is-');
    for (const [status, [words, hue]] of Object.entries(COLOURS))
      expect([status, await hueIn(`Company of Is-${status}`, words)]).toEqual([status, hue]);
    for (const tab of ['All', 'New', 'Approved', 'Rejected'])
      await expect(page.getByRole('button', { name: tab, exact: true })).toBeVisible();
  });

  await test.step('colors of business accounts', async () => {
    const [active, barred] = [await world.person(), await world.person()];
    await db.updateTable('account').set({ status: 'Blacklisted' }).where('id', '=', barred.accountId).execute();
    await page.goto('/admin/business-account?limit=100');
    expect(await hueIn(`Company of ${active.username}`, 'Active')).toBe('green');
    expect(await hueIn(`Company of ${barred.username}`, 'Blacklisted')).toBe('red');
  });

  await test.step('a page has 10, 25, 50 or 100 rows, and ten while it loads', async () => {
    await page.goto('/admin/business-account');
    const sizes = page.getByRole('combobox', { name: 'Per page' });
    await expect(sizes).toHaveValue('10');
    await expect(sizes.getByRole('option')).toHaveText(['10', '25', '50', '100']);
    await page.route('**/auction-api/admin/accounts?*', () => undefined);
    await page.reload();
    await expect(page.locator('table[aria-busy="true"] tbody tr')).toHaveCount(10);
  });
});
