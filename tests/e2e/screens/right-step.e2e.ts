import type { Page } from '@playwright/test';
import { moveAuction } from '#testing/builders/records.ts';
import { acceptTerms, bidByKeyboard, move } from '../steps/auction-steps.ts';
import { expect, test } from '../world.ts';

/** Checks that the page shows the same after a reload. */
async function staysAfterReload(page: Page, show: () => Promise<void>): Promise<void> {
  await show();
  await page.reload();
  await show();
}

test('the page of an auction without layout shows the right step when reloaded at any moment', async ({
  world,
  open,
  signIn,
}) => {
  const [anna, bo] = [await world.person(), await world.person()];
  const auction = await world.auction({ isPrivate: false, startsIn: 3_600, endsIn: 7_200, items: [{ quantity: 500 }] });
  const hidden = await world.auction({ startsIn: 3_600, endsIn: 7_200 });
  const [address, result] = [`/auction/${auction.auctionId}`, `/auction-result/${auction.auctionId}`];
  const page = await signIn(anna);

  await test.step('nothing to people who are signed out or not invited', async () => {
    const stranger = await open();
    await stranger.goto(`${address}/detail`);
    await expect(stranger).toHaveURL(/\/login\?redirect=%2Fauction%2F/);
    await page.goto(`/auction/${hidden.auctionId}`);
    await expect(page.getByText('Page not found')).toBeVisible();
  });

  await test.step('accept the terms', async () => {
    await page.goto(address);
    await staysAfterReload(page, () => expect(page.getByRole('region', { name: 'Auction terms' })).toBeVisible());
    for (const part of ['navigation', 'banner', 'contentinfo'] as const)
      await expect(page.getByRole(part)).toHaveCount(0);
    await acceptTerms(page);
  });

  await test.step('initial bids, before and after they are placed', async () => {
    await staysAfterReload(page, () => expect(page.getByText('Initial bids are sealed').first()).toBeVisible());
    await page
      .getByRole('textbox', { name: /^Price/ })
      .first()
      .fill('5.0');
    await page
      .getByLabel(/^Quantity/)
      .first()
      .fill('400');
    await page.getByRole('button', { name: 'Review 1 bid' }).click();
    await page.getByRole('button', { name: 'Confirm 1 bid' }).click();
    await expect(page.getByText(/1 bid placed/).first()).toBeVisible();
    await staysAfterReload(page, () => expect(page.getByText('Initial bids are sealed').first()).toBeVisible());
    await expect(page).toHaveURL(address);
  });

  await test.step('the room, where a bid before the start is rejected with a message', async () => {
    await move(world, auction, -60, 3_600);
    await staysAfterReload(page, () => expect(page.getByRole('heading', { name: 'Ranking' })).toBeVisible());
    // The auction's start was postponed, but this page does not know the new start yet.
    await moveAuction(world.database.db, auction.auctionId, 1_800, 3_600);
    await page.keyboard.press('b');
    await page.getByRole('textbox', { name: /^Price/ }).fill('6.0');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Place bid' }).click();
    await expect(page.getByText('The auction has not started').first()).toBeVisible();
    await move(world, auction, -60, 3_600);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Ranking' })).toBeVisible();
    await bidByKeyboard(page, '7.0');
  });

  await test.step('the result, with a message to people without a bid', async () => {
    await move(world, auction, -3_600, 1);
    await expect(page).toHaveURL(result);
    await staysAfterReload(page, () => expect(page.getByText('You won 400 RECs')).toBeVisible());
    await page.goto(address);
    await expect(page).toHaveURL(result);
    const late = await signIn(bo);
    await late.goto(address);
    await staysAfterReload(late, () => expect(late.getByText('The auction has ended', { exact: true })).toBeVisible());
    await late.goto(result);
    await expect(late.getByText('You don’t have access to this result')).toBeVisible();
  });
});
