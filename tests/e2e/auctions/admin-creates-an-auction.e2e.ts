import { randomUUID } from 'node:crypto';
import { choose, typeDay } from '../steps/auction-steps.ts';
import { expect, test } from '../world.ts';

test('an administrator creates a private auction with items and a bidder, who then finds it', async ({
  world,
  signIn,
}) => {
  const [admin, anna] = [await world.person({ role: 'Admin' }), await world.person()];
  const seller = await world.person({ username: `own${randomUUID().slice(0, 8)}` });
  const title = `Sungai hydro ${randomUUID().slice(0, 6)}`;
  const page = await signIn(admin);
  await page.goto('/admin/create');

  await test.step('every wrong field explains its error, and keeps what was typed', async () => {
    await page.getByLabel(/^Title/).fill(title);
    await page.getByRole('button', { name: 'Save and add items' }).click();
    await expect(page.locator('[aria-invalid="true"]').first()).toBeFocused();
    await expect(page.getByLabel(/^Title/)).toHaveValue(title);
  });

  await test.step('settings are saved', async () => {
    await page
      .getByLabel(/^Auction owner/)
      .first()
      .fill(seller.username);
    await page.getByRole('option', { name: new RegExp(seller.username) }).click();
    await typeDay(page, 'Start', '15');
    await typeDay(page, 'End', '16');
    await page.getByLabel(/^Minimum item quantity/).fill('1000');
    await page.getByLabel(/^Minimum bid quantity/).fill('100');
    await page.getByLabel(/^Seller’s processing fee/).fill('1.25');
    await page.getByLabel(/^Buyer’s processing fee/).fill('0.5');
    await page.getByRole('button', { name: 'Save and add items' }).click();
    await expect(page).toHaveURL(/\/admin\/update\//);
  });

  await test.step('items are added, and a duplicate is rejected', async () => {
    for (const attempt of ['first', 'twin']) {
      await page.getByRole('button', { name: 'Add item', exact: true }).click();
      const dialog = page.getByRole('dialog');
      await choose(page, /^Country/, 'Malaysia');
      await choose(page, /^Fuel type/, 'Hydro');
      await dialog.getByLabel(/^Vintage year/).fill('2025');
      await choose(page, /^Vintage period/, 'Full year');
      await dialog.getByLabel(/^Quantity/).fill('5000');
      await dialog.getByLabel(/^Minimum bid price/).fill('3.05');
      await expect(dialog.getByText(/^Not a multiple of the tick size/)).toBeVisible();
      await dialog.getByLabel(/^Minimum bid price/).fill('3');
      await dialog.getByLabel(/^Maximum bid price/).fill('15');
      await dialog
        .getByRole('button', { name: /^(Save|Add item)$/ })
        .first()
        .click();
      if (attempt === 'first') await expect(dialog).toBeHidden();
    }
    await expect(page.getByRole('dialog').locator('[aria-invalid="true"]').first()).toBeVisible();
    const twin = page.getByText('Cannot create an item with the same country, vintage and fuel type');
    await expect(twin.first()).toBeVisible();
    await choose(page, /^Vintage period/, '1H');
    await expect(page.getByText('The months overlap with MY.Hydro.2025.')).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page.getByText('MY.Hydro.2025').first()).toBeVisible();
  });

  await test.step('a bidder is added with a maximum', async () => {
    const id = /update\/([\w-]+)/.exec(page.url())?.[1] ?? '';
    await page.goto(`/admin/add-bidders/${id}`);
    await page.getByRole('button', { name: 'Add bidders' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('searchbox').fill(anna.username);
    await dialog.getByRole('checkbox', { name: new RegExp(anna.username) }).check();
    await dialog.getByRole('button', { name: /^Add (1 bidder|bidders)$/ }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText(`Company of ${anna.username}`).first()).toBeVisible();
  });

  await test.step('companies bid automatically in its rehearsal, which can be deleted', async () => {
    const id = /bidders\/([\w-]+)/.exec(page.url())?.[1] ?? '';
    await page.goto(`/admin/update/${id}`);
    await page.getByRole('button', { name: 'Rehearse' }).click();
    await page.getByRole('button', { name: 'Start rehearsal' }).click();
    await expect(page.getByRole('heading', { name: `REHEARSAL 演练 · ${title}` })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Rehearsal', exact: true })).toContainText('the results don’t count');
    await expect(page.getByText('Simulated company').first()).toBeVisible();
    await page.getByRole('button', { name: 'Delete rehearsal' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete rehearsal' }).click();
    await expect(page).toHaveURL(`/admin/update/${id}`);
  });

  const annaPage = await signIn(anna);
  await expect(annaPage.getByText(title)).toBeVisible();
  await annaPage.getByRole('link', { name: 'Place initial bids' }).first().click();
  await expect(annaPage.getByText('Initial bids are sealed', { exact: false }).first()).toBeVisible();
});
