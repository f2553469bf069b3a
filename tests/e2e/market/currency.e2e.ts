import { move } from '../steps/auction-steps.ts';
import { expect, test } from '../world.ts';

// The currency is that of the whole platform, and these stories need a platform without money.
test.use({ isAlone: 'currency' });

test('an owner chooses the yen, and forms, rooms and orders have no decimals', async ({ world, signIn }) => {
  const page = await signIn(await world.person({ role: 'Admin' }));

  await test.step('the owner finds the currency by its name', async () => {
    await page.goto('/admin/platform');
    const currency = page.getByRole('combobox', { name: /^Currency/ });
    await expect(currency).toHaveValue(/^MYR/);
    await currency.fill('Japanese');
    await page.getByRole('option', { name: 'JPY – Japanese Yen' }).click();
    await expect(page.getByText('No decimals, such as JPY 1,234')).toBeVisible();
    await page.getByRole('button', { name: 'Save currency' }).click();
    await expect(page.getByRole('status').getByText('Platform settings saved').first()).toBeVisible();
  });

  await test.step('a tick size has no decimals', async () => {
    await page.goto('/admin/tick-size');
    await page.getByRole('button', { name: 'Create tick size' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(/^Name/).fill('Fifty yen');
    await dialog.getByLabel(/^Price increment/).fill('0.5');
    await dialog.getByRole('button', { name: 'Create tick size' }).click();
    await expect(dialog.getByText('The increment must be from 1 to 100,000, with no decimals')).toBeVisible();
    await dialog.getByLabel(/^Price increment/).fill('50');
    await dialog.getByRole('button', { name: 'Create tick size' }).click();
    await expect(page.getByText('JPY 50/REC').first()).toBeVisible();
  });

  await test.step('the currency is now fixed, and the page says why', async () => {
    await page.goto('/admin/platform');
    await expect(page.getByText(/^All prices.*It can no longer change/)).toBeVisible();
    await expect(page.getByRole('combobox', { name: /^Currency/ })).toBeDisabled();
    await expect(page.getByRole('button', { name: 'Save currency' })).toBeHidden();
  });

  const anna = await world.person();
  const auction = await world.auction({
    startsIn: 600,
    tickCents: 50,
    items: [{ quantity: 1_000, minimumCents: 1_500, maximumCents: 50_000 }],
    bidders: [{ person: anna }],
  });
  const hers = await signIn(anna);

  await test.step('a bidder bids in whole yen before the start', async () => {
    await hers.goto(`/user/auction/${auction.auctionId}`);
    const price = hers.getByRole('textbox', { name: 'Price (JPY)' }).first();
    await price.fill('1550.5');
    await hers
      .getByLabel(/^Quantity/)
      .first()
      .fill('400');
    await hers.getByRole('button', { name: 'Review 1 bid' }).click();
    await expect(hers.getByText(/Must be multiple of tick size \(50\)/i).first()).toBeVisible();
    await price.fill('1550');
    await expect(hers.getByText('JPY 620,000').first()).toBeVisible();
    await hers.getByRole('button', { name: 'Review 1 bid' }).click();
    await hers.getByRole('button', { name: 'Confirm 1 bid' }).click();
    await expect(hers.getByText(/1 bid placed/).first()).toBeVisible();
  });

  await test.step('the room shows prices, steps and totals in whole yen', async () => {
    await move(world, auction, -10, 600);
    await hers.goto(`/user/auction/${auction.auctionId}`);
    await expect(hers.getByRole('heading', { name: 'Ranking' })).toBeVisible();
    await expect(hers.getByText('JPY 50/REC').first()).toBeVisible();
    await expect(hers.getByRole('cell', { name: '1,550', exact: true }).first()).toBeVisible();
    await hers.keyboard.press('b');
    const price = hers.getByRole('textbox', { name: /^Price/ });
    await expect(price).toBeFocused();
    await expect(price).toHaveValue(/^\d+$/);
    expect(await hers.locator('main').innerText()).not.toMatch(/\d\.\d\d\b(?! ?%)/);
  });

  await test.step('a record of another platform keeps the decimals of its currency', async () => {
    await hers.goto('/record');
    const record = 'src/testing/releases/records-0.1/forward-soft-close.jsonl';
    await hers.locator('input[type=file]').first().setInputFiles(record);
    await expect(hers.getByText('Valid, but not signed by this platform')).toBeVisible();
    await expect(hers.getByText('USD 0.10/REC')).toBeVisible();
    await expect(hers.getByRole('cell', { name: '4.00 – 4.30' })).toBeVisible();
    await expect(
      hers
        .getByRole('region', { name: 'Ranking' })
        .getByText(/^\d\.\d\d$/)
        .first(),
    ).toBeVisible();
  });
});
