import { readPdf } from '#testing/readers/read-pdf.ts';
import { bidByKeyboard, move, placeInitialBid } from '../steps/auction-steps.ts';
import { cutNetwork } from '../steps/cut-network.ts';
import { expect, test } from '../world.ts';

// The main path runs with all animations.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test('two bidders go from sealed bids through the live room to the result', async ({ world, signIn }) => {
  const [anna, bo] = [await world.person(), await world.person()];
  const auction = await world.auction({
    startsIn: 3_600,
    endsIn: 7_200,
    items: [{ quantity: 1_000 }],
    bidders: [{ person: anna }, { person: bo }],
  });
  const annaPage = await signIn(anna);
  const boPage = await signIn(bo);
  await test.step('initial bids are sealed', async () => {
    await placeInitialBid(annaPage, auction, '5.0', '600');
    await placeInitialBid(boPage, auction, '6.0', '600');
    await annaPage.reload();
    await expect(annaPage.getByText('Initial bids are sealed', { exact: false }).first()).toBeVisible();
    await expect(annaPage.locator('main')).not.toContainText('6.00');
  });

  await test.step('at the start the page becomes the room automatically', async () => {
    await move(world, auction, 0, 3_600);
    for (const page of [annaPage, boPage]) {
      await expect(page.getByRole('heading', { name: 'Ranking' })).toBeVisible();
    }
    await expect(annaPage.getByText('6.00').first()).toBeVisible();
    await expect(annaPage.locator('main')).not.toContainText(bo.username);
  });

  await test.step("a rival's bid appears without a reload, with the keyboard alone", async () => {
    await bidByKeyboard(annaPage, '7.3');
    await expect(boPage.getByText('7.30').first()).toBeVisible();
    await expect(boPage.getByText(/Outbid on|wins only 400|wins nothing/).first()).toBeVisible();
  });

  const admin = await world.person({ role: 'Admin' });
  const adminPage = await signIn(admin);
  await test.step("an administrator enters a bid on a bidder's behalf and cancels it, and everyone sees both", async () => {
    await adminPage.goto(`/admin/auction/${auction.auctionId}`);
    await adminPage.getByRole('button', { name: 'Bid on behalf of a bidder' }).click();
    const dialog = adminPage.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Bidder' }).fill(bo.username);
    await adminPage.getByRole('option', { name: bo.username }).click();
    await dialog.getByLabel(/^Price/).fill('8.4');
    await dialog.getByLabel(/^Quantity/).fill('300');
    await dialog.getByLabel(/^At least/).fill('301');
    await dialog.getByRole('button', { name: 'Place bid' }).click();
    await expect(dialog.getByText('must be a whole number from 1 to 300')).toBeVisible();
    await dialog.getByLabel(/^At least/).fill('200');
    await dialog.getByLabel(/^Reason/).fill('By telephone');
    await dialog.getByRole('button', { name: 'Place bid' }).click();
    const asked = adminPage.getByRole('dialog', { name: 'Bid this price?' });
    await expect(asked).toContainText('8.40 is 38% above the price that would win now, 6.10.');
    await asked.getByRole('button', { name: 'Bid this price anyway' }).click();
    const entered = annaPage.getByRole('row', { name: /8\.40/ });
    await expect(entered).toContainText('by an administrator');
    await expect(entered).toContainText('at least 200, could drop out');
    await adminPage.getByRole('button', { name: new RegExp(`^Cancel ${bo.username}.*’s bid, rank 1$`) }).click();
    await dialog.getByLabel(/^Reason/).fill('Typed twice');
    await dialog.getByRole('button', { name: 'Cancel the bid' }).click();
    await expect(entered).toHaveCount(0);
  });

  await test.step('after the closing period the result opens automatically', async () => {
    await move(world, auction, -3_600, 1);
    await expect(annaPage).toHaveURL(/auction-result/);
    await expect(annaPage.getByText('You won 600 RECs')).toBeVisible();
    await expect(boPage).toHaveURL(/auction-result/);
    await expect(boPage.getByText('You won 400 RECs')).toBeVisible();
    await annaPage.locator('main').getByText('Bid history', { exact: true }).click();
    await expect(annaPage.getByText('Auction closed')).toBeVisible();
    await expect(annaPage.getByText('cancelled by an administrator')).toBeVisible();
    // The administrator's reason may name a bidder, so rivals never read it.
    await expect(annaPage.locator('main')).not.toContainText('Typed twice');
    await expect(annaPage.locator('main')).not.toContainText(bo.username);
  });

  await test.step('the printed result is dark on white, names company, place and time, and has no controls', async () => {
    await annaPage.goto(`/user/auction-result/${auction.auctionId}`);
    await expect(annaPage.getByText('You won 600 RECs')).toBeVisible();
    await annaPage.emulateMedia({ colorScheme: 'dark' });
    await expect(annaPage.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
    const { pages } = await readPdf(await annaPage.pdf({ format: 'A4' }));
    const paper = pages.join(' ');
    expect(paper).toMatch(/TNBX .* · \w{3} \d\d, \d{4} - \d\d:\d\d:\d\d GMT.* · http.*auction-result/);
    expect(paper).toContain('You won 600 RECs');
    expect(pages.at(-1)).toContain(`${pages.length} / ${pages.length}`);
    for (const pressed of ['Trade confirmation (PDF)', 'More', 'Bid history', 'Sign out', 'Dark mode'])
      expect(paper).not.toContain(pressed);
    await annaPage.emulateMedia({ media: 'print' });
    await annaPage.evaluate(() => globalThis.dispatchEvent(new Event('beforeprint')));
    const ink = await annaPage.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(ink).toBe('rgb(255, 255, 255)');
    await annaPage.evaluate(() => globalThis.dispatchEvent(new Event('afterprint')));
    await expect(annaPage.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
    await annaPage.emulateMedia({ media: 'screen', colorScheme: 'light' });
  });

  await test.step('the administrator sees names, and the result appears among past auctions', async () => {
    await adminPage.goto(`/admin/auction-result/${auction.auctionId}`);
    await expect(adminPage.getByText(bo.username).first()).toBeVisible();
    await adminPage.goto('/admin/past');
    await expect(adminPage.getByText('Hydro and solar, Peninsular Malaysia').first()).toBeVisible();
  });
});

test('a lost connection is shown and stops bidding, and reconnecting misses nothing', async ({ world, signIn }) => {
  const [anna, bo] = [await world.person(), await world.person()];
  const auction = await world.auction({ items: [{ quantity: 1_000 }], bidders: [{ person: anna }, { person: bo }] });
  const [annaPage, boPage] = [await signIn(anna), await signIn(bo)];
  await placeInitialBid(annaPage, auction, '5.0', '600');
  await placeInitialBid(boPage, auction, '6.0', '600');
  await expect(annaPage.getByRole('heading', { name: 'Ranking' })).toBeVisible();
  await cutNetwork(annaPage);
  await expect(annaPage.getByText('Offline').first()).toBeVisible();
  await expect(annaPage.getByText(/can’t bid until/).first()).toBeVisible();

  await bidByKeyboard(boPage, '6.1');
  await expect(annaPage.getByRole('region', { name: 'Ranking' })).not.toContainText('6.10');
  await annaPage.context().setOffline(false);
  await expect(annaPage.getByRole('region', { name: 'Ranking' })).toContainText('6.10');

  await test.step('a bidder about to place a bid continues where it was', async () => {
    const place = annaPage.getByRole('button', { name: 'Place bid' });
    await expect(annaPage.getByRole('button', { name: 'Review bid' })).toBeEnabled();
    await annaPage.keyboard.press('b');
    await annaPage.getByRole('textbox', { name: /^Price/ }).fill('6.3');
    await annaPage.keyboard.press('Enter');
    await expect(place).toBeFocused();
    await cutNetwork(annaPage);
    await expect(place).toBeDisabled();
    await annaPage.context().setOffline(false);
    await expect(place).toBeFocused();
    await annaPage.keyboard.press('Enter');
    await expect(annaPage.getByText(/^Accepted at/).filter({ hasText: '6.30' })).toBeVisible();
  });
});

test('a rejected bid shows the reason beside its field and keeps what was typed', async ({ world, signIn }) => {
  const [anna, bo] = [await world.person(), await world.person()];
  const auction = await world.auction({
    items: [{ quantity: 1_000 }],
    bidders: [{ person: anna, maxQuantity: 700 }, { person: bo }],
  });
  const page = await signIn(anna);
  await placeInitialBid(page, auction, '5.0', '600');
  const price = page.getByRole('textbox', { name: /^Price/ });
  await price.fill('5.05');
  await page.getByRole('button', { name: 'Review bid' }).click();
  await expect(page.getByText(/Must be multiple of tick size \(0\.1\)/).first()).toBeVisible();
  await expect(price).toHaveValue('5.05');
  await page.getByLabel(/^Quantity/).fill('800');
  await price.fill('5.2');
  await page.getByRole('button', { name: 'Review bid' }).click();
  await expect(page.getByLabel(/^Quantity/)).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel(/^Quantity/)).toHaveValue('800');
});
