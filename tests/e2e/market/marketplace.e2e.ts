import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { choose, typeDay } from '../steps/auction-steps.ts';
import { fillClaim } from '../steps/claim-steps.ts';
import { expect, test } from '../world.ts';

/** Fills in the form of a buy order and continues to its review. */
async function review(page: Page, quantity: string): Promise<void> {
  await page.getByLabel(/^Quantity/).fill(quantity);
  await page.getByRole('button', { name: 'Review order' }).click();
  await expect(page.getByRole('button', { name: 'Place order' })).toBeEnabled();
}

async function decide(page: Page, verb: 'Approve' | 'Reject' | 'Cancel sell order', remark: string): Promise<void> {
  await page.getByRole('button', { name: verb, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^Remark/).fill(remark);
  await dialog.getByRole('button', { name: verb, exact: true }).click();
  await expect(dialog).toBeHidden();
}

/** Sends both orders at the same time, so that neither page gets an answer before the other order is sent. */
async function placeAtOnce(pages: readonly Page[]): Promise<void> {
  let asked = 0;
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  for (const page of pages)
    await page.route('**/sell-orders/*/buy-orders', async (route) => {
      asked += 1;
      if (asked === pages.length) release();
      await held;
      await route.continue();
    });
  await Promise.all(pages.map((page) => page.getByRole('button', { name: 'Place order' }).click()));
}

// The main path runs with all animations.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test('a sell order goes from its editor to the last REC, which two buyers want', async ({ world, signIn }) => {
  const [admin, anna, bo] = [await world.person({ role: 'Admin' }), await world.person(), await world.person()];
  const seller = await world.person({ username: `sel${randomUUID().slice(0, 8)}` });
  const title = `Perak hydro ${randomUUID().slice(0, 6)}`;
  const [office, annaPage, boPage] = [await signIn(admin), await signIn(anna), await signIn(bo)];
  await annaPage.goto('/user/marketplace');
  await expect(annaPage.getByRole('link', { name: 'Marketplace New' })).toBeVisible();

  await test.step('saves settings, then an item; unsaved changes can’t be published', async () => {
    await office.goto('/admin/marketplace/create');
    await office.getByLabel(/^Title/).fill(title);
    await office
      .getByLabel(/^Seller/)
      .first()
      .fill(seller.username);
    await office.getByRole('option', { name: new RegExp(seller.username) }).click();
    await office.getByLabel(/^Unit price/).fill('5.40');
    await office.getByLabel(/^Maximum per buy order/).fill('80');
    await office.getByRole('button', { name: 'Save and add items' }).click();
    await office.getByRole('button', { name: 'Add item', exact: true }).click();
    const dialog = office.getByRole('dialog');
    await choose(office, /^Country/, 'Malaysia');
    await choose(office, /^Fuel type/, 'Hydro');
    await dialog.getByLabel(/^Vintage year/).fill('2025');
    await dialog.getByLabel(/^Quantity/).fill('100');
    await dialog.getByRole('button', { name: 'Add item' }).click();
    await expect(dialog).toBeHidden();
    await office.getByRole('tab', { name: 'Settings' }).click();
    await office.getByLabel(/^Description/).fill('Run-of-river');
    await expect(office.getByText('Save changes before publishing').first()).toBeVisible();
    await office.getByRole('button', { name: 'Save changes', exact: true }).click();
    await expect(office.getByText('Save changes before publishing')).toHaveCount(0);
  });

  await test.step('adds buyers from a pasted list', async () => {
    await office.getByRole('link', { name: /^Buyers \(everyone\)/ }).click();
    await office.getByRole('button', { name: 'Add buyers' }).click();
    const dialog = office.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Paste a list' }).click();
    await dialog.getByLabel(/^Names/).fill(`${anna.username}\n${bo.username}`);
    await dialog.getByRole('button', { name: 'Check the list' }).click();
    await expect(dialog.getByText('2 matches found')).toBeVisible();
    await dialog.getByRole('button', { name: 'Add buyers' }).click();
    await expect(office.getByText('Visible to 2 companies')).toBeVisible();
  });

  await test.step('a scheduled sell order appears automatically at its time', async () => {
    await office.getByRole('link', { name: 'Sell order settings' }).click();
    await office.getByRole('button', { name: 'Publish', exact: true }).first().click();
    await office.getByText('At a later time').click();
    await typeDay(office, 'Publish time', '15');
    await office.getByRole('button', { name: 'Schedule' }).click();
    await expect(office.getByText('Publishes in', { exact: true })).toBeVisible();
    await expect(annaPage.getByText(title)).toHaveCount(0);
    const publish_at = new Date(Date.now() + 1_000);
    await world.database.db.updateTable('sell_order').set({ publish_at }).where('title', '=', title).execute();
    await expect(annaPage.getByRole('heading', { name: title })).toBeVisible();
  });

  await test.step('its seller cannot buy, and reads why', async () => {
    const sellerPage = await signIn(seller);
    await sellerPage.goto('/user/marketplace');
    await expect(sellerPage.getByRole('heading', { name: title })).toBeVisible();
    await expect(sellerPage.getByRole('link', { name: `Buy: ${title}` })).toHaveCount(0);
    await sellerPage.getByRole('link', { name: new RegExp(`: ${title}$`) }).click();
    const why = 'The seller can’t buy from its own sell order';
    await expect(sellerPage.getByRole('button', { name: /^Buy/ })).toHaveAccessibleDescription(why);
    await sellerPage.goto(`/user/marketplace/${sellerPage.url().split('/').at(-1)}`);
    await expect(sellerPage.getByRole('alert')).toHaveText(why);
    await expect(sellerPage.getByText(why)).toHaveCount(1);
    await expect(sellerPage.getByLabel(/^Quantity/)).toHaveCount(0);
  });

  let [late, first] = [boPage, annaPage];

  await test.step('both want 60 of 100: one reads how many are left, and keeps what was typed', async () => {
    await annaPage.getByRole('link', { name: `Buy: ${title}` }).click();
    await review(annaPage, '60');
    await boPage.goto(annaPage.url());
    await review(boPage, '60');
    await placeAtOnce([annaPage, boPage]);
    const isReserved = annaPage.getByText('60 RECs are reserved for you');
    const isRefused = annaPage.getByText('Only 40 RECs left').first();
    await expect(isReserved.or(isRefused)).toBeVisible();
    if (await isRefused.isVisible()) [late, first] = [annaPage, boPage];
    await expect(late.getByText('Order not placed. Only 40 RECs left')).toBeVisible();
    await expect(late.getByLabel(/^Quantity/)).toHaveValue('60');
    await expect(first.getByText('60 RECs are reserved for you')).toBeVisible();
    await first.getByRole('link', { name: 'View buy order' }).click();
  });

  await test.step('the rest is ordered for a beneficiary, and a later buyer reads that nothing is left', async () => {
    await late.getByText('Retire for a beneficiary', { exact: true }).click();
    await late.getByText('New beneficiary', { exact: true }).click();
    await late.getByRole('textbox', { name: 'Name', exact: true }).fill('Menara Pantai');
    await late.getByLabel(/^Address/).fill('Jalan Sultan 8, Ipoh');
    await late.getByRole('combobox', { name: /^Country of consumption/ }).fill('Malaysia');
    await late.getByRole('option', { name: 'Malaysia' }).click();
    await fillClaim(late);
    await review(late, '40');
    await late.getByRole('button', { name: 'Place order' }).click();
    await late.getByRole('link', { name: 'View buy order' }).click();
    await late.getByRole('link', { name: title }).click();
    await expect(late.getByText('Sold out', { exact: true })).toBeVisible();
    await expect(late.getByText('This sell order is not available').first()).toBeAttached();
  });

  await test.step('after a rejection it is offered again, and every viewer sees it immediately', async () => {
    await office.goto(first.url().replace('/user/', '/admin/'));
    await decide(office, 'Reject', 'The payment did not arrive.');
    await expect(first.getByText('Rejected', { exact: true })).toBeVisible();
    await expect(first.getByText('The payment did not arrive.')).toBeVisible();
    await expect(late.getByText('Available', { exact: true })).toBeVisible();
  });

  await test.step('approval retires it for the beneficiary of the order', async () => {
    await late.getByRole('region', { name: 'My buy orders' }).getByRole('link').first().click();
    await expect(late.getByText('Menara Pantai').first()).toBeVisible();
    await office.goto(late.url().replace('/user/', '/admin/'));
    await decide(office, 'Approve', 'Paid.');
    await expect(late.getByText('Approved', { exact: true })).toBeVisible();
    await expect(late.getByText('Retirement statement')).toBeVisible();
    await expect(late.getByRole('button', { name: 'Order confirmation (PDF)' })).toBeVisible();
    await late.goto('/user/buy-order-history');
    await expect(late.getByText(title).first()).toBeVisible();
  });

  await test.step('a cancelled sell order shows what was not sold, and offers no second cancellation', async () => {
    const { db } = world.database;
    const { id } = await db.selectFrom('sell_order').select('id').where('title', '=', title).executeTakeFirstOrThrow();
    await office.goto(`/admin/marketplace/sell-order/${id}`);
    await decide(office, 'Cancel sell order', 'The seller withdrew.');
    await expect(office.getByText('Cancelled', { exact: true }).first()).toBeVisible();
    await expect(office.getByRole('button', { name: 'Cancel sell order' })).toHaveCount(0);
    await office.goto('/admin/marketplace');
    await expect(office.getByRole('article').filter({ hasText: title })).toContainText('Not sold: 60 of 100');
  });
});
