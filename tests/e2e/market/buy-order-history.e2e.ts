import { recurrenceOf } from '#domain/auction/recurrence.ts';
import { move, placeInitialBid } from '../steps/auction-steps.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../steps/expect-usable.ts';
import { expect, test } from '../world.ts';

const MONTHLY = { recurrenceTimeZone: 'Asia/Kuala_Lumpur', recurrenceUntil: null, recurrenceTimes: null };

test('bought RECs are in the history and return to the seller in part, and unsold RECs are offered again', async ({
  world,
  signIn,
}) => {
  const [anna, admin] = [await world.person(), await world.person({ role: 'Admin' })];
  const auction = await world.auction({
    startsIn: 3_600,
    endsIn: 7_200,
    items: [{ quantity: 1_000 }, { quantity: 500 }],
    bidders: [{ person: anna, maxQuantity: 900 }],
  });
  const title = `Every month ${anna.username}`;
  const recurrence = JSON.stringify(recurrenceOf(MONTHLY, Date.now(), null));
  await world.database.db
    .updateTable('auction')
    .set({ title, recurrence })
    .where('id', '=', auction.auctionId)
    .execute();
  const [page, adminPage] = [await signIn(anna), await signIn(admin)];
  await placeInitialBid(page, auction, '5.0', '600');
  await move(world, auction, -3_600, -10);

  await test.step('an administrator returns part of a won bid to the seller, with a remark', async () => {
    await adminPage.goto(`/admin/auction-result/${auction.auctionId}`);
    await expect(adminPage.getByText('600 held', { exact: true })).toBeVisible();
    await adminPage.getByRole('button', { name: /^Return to seller: / }).click();
    const dialog = adminPage.getByRole('dialog');
    const quantity = dialog.getByLabel(/^RECs to return/);
    // A return to the seller cannot be undone. The field starts empty, so that an early click returns nothing.
    await expect(quantity).toHaveValue('');
    await quantity.fill('700');
    await dialog.getByRole('button', { name: 'Return to seller', exact: true }).click();
    await expect(quantity).toHaveAttribute('aria-invalid', 'true');
    await expect(dialog.getByLabel(/^Remark/)).toHaveAttribute('aria-invalid', 'true');
    await quantity.fill('250');
    await dialog.getByLabel(/^Remark/).fill('The plant stood still in March');
    await expectAccessible(adminPage);
    await dialog.getByRole('button', { name: 'Return to seller', exact: true }).click();
    await expect(dialog).toHaveCount(0);
    await expect(adminPage.getByText('350 held · 250 returned to seller', { exact: true })).toBeVisible();
  });

  await test.step('the buyer reads what it bought, and an administrator where the RECs are', async () => {
    await page.goto('/user/buy-order-history');
    const bought = page.getByRole('row').filter({ hasText: title });
    await expect(bought).toContainText('350 held');
    await expect(bought).toContainText('3,000.00');
    await page.getByRole('button', { name: 'Sold', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Sales history' })).toBeVisible();
    await expect(page.getByText('No sales yet')).toBeVisible();
    await adminPage.goto('/admin/buy-order-history');
    await adminPage.getByRole('searchbox', { name: 'Search by title or reference' }).fill(title);
    await expect(adminPage).toHaveURL(/search=/);
    await expect(adminPage.locator('tbody tr')).toHaveText([new RegExp(title)]);
    await adminPage.getByLabel('Fuel type').selectOption('Solar');
    await expect(adminPage.getByText('Nothing found')).toBeVisible();
    await adminPage.getByLabel('Fuel type').selectOption('Hydro');
    await expect(adminPage.getByRole('row').filter({ hasText: anna.username })).toContainText('250 returned to seller');
    await expectAccessible(adminPage);
    await adminPage.getByRole('button', { name: 'Saved filters' }).click();
    const views = adminPage.getByRole('dialog', { name: 'Saved filters' });
    await views.getByLabel('Save current filters as').fill('Hydro of mine');
    await views.getByRole('button', { name: 'Save', exact: true }).click();
    await views.getByRole('button', { name: 'Use Hydro of mine by default for this list' }).click();
    await adminPage.keyboard.press('Escape');
    await adminPage.getByRole('button', { name: 'Remove filter Fuel type: Hydro' }).click();
    await expect(adminPage).not.toHaveURL(/fuel=/);
    await adminPage.getByRole('button', { name: 'Clear all' }).click();
    await expect(adminPage).not.toHaveURL(/search=/);
    await adminPage.getByRole('button', { name: 'Columns' }).click();
    await adminPage.getByRole('checkbox', { name: 'Price' }).uncheck();
    await adminPage.keyboard.press('Escape');
    await expect(adminPage.getByRole('columnheader', { name: 'Price' })).toHaveCount(0);
    await adminPage.goto('/admin/buy-order-history');
    await expect(adminPage).toHaveURL(/fuel=Hydro/);
    await expect(adminPage.getByRole('columnheader', { name: 'Price' })).toHaveCount(0);
    await expect(adminPage.getByRole('row').filter({ hasText: title })).toHaveCount(1);
    await adminPage.setViewportSize({ width: 360, height: 800 });
    await expectNoSidewaysScroll(adminPage);
    const dates = ['From', 'To'].map((name) => adminPage.getByRole('textbox', { name, exact: true }));
    const filters = [...['Country', 'Fuel type', 'Vintage'].map((name) => adminPage.getByLabel(name)), ...dates];
    const widths = await Promise.all(
      filters.map(async (filter) => Math.round((await filter.boundingBox())?.width ?? 0)),
    );
    expect(new Set(widths).size, String(widths)).toBe(1);
    await adminPage.setViewportSize({ width: 1280, height: 800 });
  });

  await test.step('the next auction is a draft with the unsold RECs, which an administrator confirms', async () => {
    await adminPage.goto('/admin/upcoming?status=draft');
    await adminPage.getByRole('searchbox', { name: 'Search auctions' }).fill(title);
    await adminPage.getByRole('link', { name: `Review and confirm: ${title}` }).click();
    await expect(adminPage.getByText('This is a draft')).toBeVisible();
    await expect(adminPage.getByText('2 items, 900 RECs')).toBeVisible();
    await page.goto('/user/upcoming');
    await expect(page.getByRole('heading', { name: 'Live auctions' })).toBeVisible();
    await expect(page.getByRole('heading', { name: title })).toHaveCount(0);
    await adminPage.getByRole('button', { name: 'Confirm draft' }).click();
    const dialog = adminPage.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Confirm draft', exact: true }).click();
    await expect(adminPage.getByText('This is a draft')).toHaveCount(0);
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
  });
});
