import type { Page } from '@playwright/test';
import { expectNoSidewaysScroll } from '../steps/expect-usable.ts';
import { insertResult } from '../steps/some-of-everything.ts';
import { expect, test, type World } from '../world.ts';

/** Sells 250,000 of 400,000 RECs of vintage 2099, which no other story sells, for 1,250,000.00. */
async function aResult(world: World): Promise<void> {
  const { auctionId, itemIds } = await world.auction({
    startsIn: 3_600,
    endsIn: 7_200,
    items: [{ quantity: 400_000 }],
  });
  await insertResult(world, auctionId, { itemId: itemIds[0], vintage: 2099 });
}

test('an administrator starts at the dashboard with figures, charts as tables and limited ranges; users read past prices', async ({
  world,
  signIn,
}) => {
  await aResult(world);
  const page = await signIn(await world.person({ role: 'Admin' }));
  await expect(page).toHaveURL(/\/admin\/dashboard$/);
  await page.goto('/admin/dashboard?vintage=2099');
  // The first list has the figures of auctions. The figures of the marketplace are below it.
  const figure = (name: string) => page.locator('main dl').first().locator('div', { hasText: name }).locator('dd');
  await expect(figure('RECs sold')).toHaveText('250K');
  await expect(page.getByRole('button', { name: '250K (250,000)', exact: true })).toBeVisible();
  await expect(figure('Sell-through')).toHaveText('62.5%');
  await expect(figure('Weighted average price')).toHaveText('MYR 5.00');
  await expect(page.getByRole('table', { name: 'Top products by value' }).getByRole('row').nth(1)).toContainText(
    'Malaysia · Wind · 2099',
  );

  // Screen readers get a table with the same figures as the chart. Any user can show this table.
  const prices = page.getByRole('region', { name: 'Prices over time' });
  await expect(prices.getByRole('table')).toContainText('MYR 5.10');
  await prices.getByRole('button', { name: 'Table' }).click();
  await expect(prices.locator('svg.recharts-surface')).toHaveCount(0);

  await page.getByLabel('Direction').selectOption('Reverse');
  await expect(page.getByRole('heading', { name: 'No auctions closed in this range' })).toBeVisible();
  await page.getByLabel('Range', { exact: true }).selectOption('own');
  await page.goto('/admin/dashboard?range=own&from=2025-01-01&to=2026-01-01');
  await expect(page.getByText('The range can’t be longer than one year')).toBeVisible();

  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/admin/dashboard?vintage=2099');
  await expect(figure('RECs sold')).toHaveText('250K');
  await expectNoSidewaysScroll(page);

  const user = await signIn(await world.person());
  await readPrices(user);
});

/**
 * Checks that a user finds the same sale in the price history: by product, as a table, and as a file. For a country
 * without sales, the page says so.
 */
async function readPrices(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Price history' }).click();
  await expect(page).toHaveURL(/\/user\/price-history$/);
  await page.goto('/user/price-history?vintage=2099');
  const goods = page.getByRole('region', { name: 'Prices by product' });
  const sale = goods.getByRole('row', { name: /Malaysia · Wind · 2099/ });
  await expect(sale).toContainText('MYR 5.00 – 5.20');
  await expect(sale).toContainText('250,000');
  await expect(page.getByRole('region', { name: 'RECs sold over time' }).getByRole('table')).toContainText('250,000');
  const file = page.waitForEvent('download');
  await goods.getByRole('button', { name: 'Export as CSV' }).click();
  expect((await file).suggestedFilename()).toBe('Prices by product.csv');
  await sale.getByRole('link').click();
  await expect(page.getByLabel('Fuel type')).toHaveValue('Wind');
  await expect(page.getByLabel('Vintage period')).toHaveValue('FullYear');
  await page.getByLabel('Country').selectOption('VN');
  await expect(page.getByRole('heading', { name: 'No sales in closed auctions in this range' })).toBeVisible();
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/user/price-history?vintage=2099');
  await expect(sale).toBeVisible();
  await expectNoSidewaysScroll(page);
}
