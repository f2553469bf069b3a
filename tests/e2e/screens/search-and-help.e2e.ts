import type { Page } from '@playwright/test';
import { createTemplate } from '#contract/template.ts';
import { inEnglish } from '#testing/builders/template-builders.ts';
import { cutNetwork, restoreNetwork } from '../steps/cut-network.ts';
import { expectAccessible } from '../steps/expect-usable.ts';
import { callsOf } from '../steps/some-of-everything.ts';
import { expect, test } from '../world.ts';

test.use({ isAlone: 'search-and-help' });

/** Opens the search by its keys. A page that is still being drawn does not hear them, so they are pressed again. */
const openSearch = (page: Page) =>
  expect(async () => {
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused({ timeout: 2_000 });
  }).toPass();

test('a bidder finds an auction by keyboard alone, and nobody else finds it', async ({ world, signIn }) => {
  const [bidder, other] = [await world.person(), await world.person()];
  const { auctionId } = await world.auction({ startsIn: 3_600, endsIn: 7_200, bidders: [{ person: bidder }] });
  const title = 'Peregrine wind';
  await world.database.db.updateTable('auction').set({ title }).where('id', '=', auctionId).execute();
  const page = await signIn(bidder);
  const dialog = page.getByRole('dialog', { name: 'Search' });
  const field = dialog.getByRole('combobox');
  // Before the bar is drawn, nothing listens to keys.
  await expect(page.getByRole('button', { name: 'Search everywhere' })).toBeVisible();

  await test.step('Ctrl-K opens the pages of the menu; Escape closes the dialog', async () => {
    await openSearch(page);
    await expect(dialog.getByRole('option', { name: 'Settlements' })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  });

  await test.step('arrows select and Enter opens', async () => {
    await openSearch(page);
    await page.keyboard.type('e');
    await expect(dialog.getByRole('option').first()).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('ArrowDown');
    await expect(dialog.getByRole('option').nth(1)).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await expect(dialog.getByRole('option').last()).toHaveAttribute('aria-selected', 'true');
    await field.fill('peregrine');
    await expect(dialog.getByRole('group', { name: 'Auctions' }).getByRole('option', { name: title })).toBeVisible();
    await expect(dialog.getByRole('status')).toHaveText('1 result');
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`/user/auction/${auctionId}/detail`));
    await expect(dialog).toBeHidden();
  });

  await test.step('a failure can be retried, and a search without results says so', async () => {
    await page.getByRole('button', { name: 'Search everywhere' }).click();
    await expect(field).toBeFocused();
    await cutNetwork(page);
    await field.fill('peregrine w');
    await restoreNetwork(page);
    await expect(dialog.getByRole('option', { name: title })).toBeVisible();
    await field.fill('no such thing');
    await expect(dialog.getByRole('heading', { name: 'Nothing found' })).toBeVisible();
  });

  const others = await signIn(other);
  await others.getByRole('button', { name: 'Search everywhere' }).click();
  await others.getByRole('dialog').getByRole('combobox').fill('peregrine');
  await expect(others.getByRole('heading', { name: 'Nothing found' })).toBeVisible();
});

test('an administrator finds a person, and each page leads to its chapter of the guide', async ({ world, signIn }) => {
  const [admin, person] = [await world.person({ role: 'Admin' }), await world.person()];
  const page = await signIn(admin);
  const call = await callsOf(page);
  const html = '<h2>Companies</h2><p>One.</p><h2>Marketplace</h2><p>Two.</p>';
  await call(createTemplate, '', {
    documentName: 'Handbook',
    templateType: 'UserGuide',
    audience: 'Admins',
    isInUse: true,
    contents: inEnglish(html),
  });

  await openSearch(page);
  await page.getByRole('dialog').getByRole('combobox').fill(person.username);
  await page.getByRole('group', { name: 'People' }).getByRole('option', { name: person.username }).click();
  await expect(page).toHaveURL(new RegExp(`/admin/business-account/${person.accountId}`));

  await page.getByRole('link', { name: 'Help: Companies' }).click();
  await expect(page).toHaveURL(/\/admin\/guide\?document=.*#section-companies/);
  await expect(page.getByRole('heading', { name: 'Handbook', level: 1 })).toBeVisible();

  await page.goto('/admin/status');
  await page.getByRole('link', { name: 'Help: Operation' }).click();
  // No guide has this chapter, so the page lists the guides.
  await expect(page.getByRole('heading', { name: 'User guides', level: 1 })).toBeVisible();

  await page.goto('/admin/create');
  const help = page.getByText('The RECs have been issued').getByRole('button', { name: 'Explain this' });
  await help.hover();
  await expect(page.getByRole('tooltip')).toHaveText(/^Spot RECs: /);
  await expect(help).toHaveAccessibleDescription(/^Spot RECs: /);
  await expectAccessible(page);
});
