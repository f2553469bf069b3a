import type { Page } from '@playwright/test';
import { move, placeInitialBid } from '../steps/auction-steps.ts';
import { expect, test } from '../world.ts';

/** Chooses an action from the administrator's menu, gives the reason and confirms. */
async function conduct(page: Page, action: string, confirm: string, reason: string): Promise<void> {
  await page.getByRole('button', { name: 'Auction controls' }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: confirm, exact: true }).click();
  await expect(dialog.getByLabel(/^Reason/)).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByLabel(/^Reason/).fill(reason);
  await dialog.getByRole('button', { name: confirm, exact: true }).click();
  await expect(dialog).toHaveCount(0);
}

test('a late bid extends, an administrator pauses, resumes and annuls, and everyone in the room reads why', async ({
  world,
  signIn,
}) => {
  const [anna, admin] = [await world.person(), await world.person({ role: 'Admin' })];
  const auction = await world.auction({
    startsIn: 3_600,
    endsIn: 7_200,
    softClose: { minutes: 5, maximum: 3 },
    items: [{ quantity: 1_000 }],
    bidders: [{ person: anna }],
  });
  const [bidderPage, adminPage] = [await signIn(anna), await signIn(admin)];
  await placeInitialBid(bidderPage, auction, '5.0', '600');
  await move(world, auction, 0, 200);
  const note = (page: Page) =>
    page
      .getByRole('status')
      .filter({ hasText: /^(A bid in|Extended to|Paused by|The administrator extended|Auction resumed\.) / });
  const price = bidderPage.getByRole('textbox', { name: /^Price/ });
  const timer = bidderPage.getByRole('timer').first();

  await test.step('soft close is announced before it happens, and when it does, with the new end', async () => {
    // Waits until the page has received the new times. The note then names the latest end.
    await expect(timer).toHaveText(/^00h0[23]m/);
    const latest =
      /^A bid in the last 5 minutes that changes a winner extends the auction, to (\d\d:\d\d:\d\d) at the latest\./;
    await expect(note(bidderPage)).toHaveText(latest);
    const latestEnd = latest.exec((await note(bidderPage).textContent()) ?? '')?.[1] ?? 'none';
    await price.fill('5.1');
    await bidderPage.getByLabel(/^Quantity/).fill('700');
    await bidderPage.getByRole('button', { name: 'Review bid' }).click();
    await bidderPage.getByRole('button', { name: 'Place bid' }).click();
    await expect(note(bidderPage)).toHaveText(
      /^Extended to \d\d:\d\d:\d\d: a bid in the last 5 minutes changed a winner\.A bid in the last 5 minutes .*$/,
    );
    // The limit applies to all extensions together, so one extension does not move the latest end.
    await expect(note(bidderPage)).toContainText(`extends the auction, to ${latestEnd} at the latest.`);
    await expect(timer).toHaveText(/^00h0[45]m/);
  });

  await test.step('a pause stops the clock and every bid, and keeps what was typed', async () => {
    await adminPage.goto(`/admin/auction/${auction.auctionId}`);
    await price.fill('7.7');
    await conduct(adminPage, 'Pause', 'Pause the auction', 'Meter readings are checked');
    for (const page of [bidderPage, adminPage]) {
      await expect(note(page)).toContainText('Paused by the administrator: Meter readings are checked');
      await expect(page.getByText('Paused', { exact: true }).first()).toBeVisible();
    }
    await expect(
      bidderPage.getByText('The auction is paused. You can bid again when it resumes. Your entries are kept.').first(),
    ).toBeVisible();
    await expect(bidderPage.getByRole('button', { name: 'Review bid' })).toBeDisabled();
    // The page counts only bidders with a bid, not all added bidders.
    await expect(adminPage.getByText('Bidders with a bid')).toBeVisible();
    await bidderPage.mouse.wheel(0, 5_000);
    await expect(bidderPage.getByText('Paused · time left')).toBeInViewport();
    const left = await timer.textContent();
    await bidderPage.waitForTimeout(1_500);
    await expect(timer).toHaveText(left ?? '');
    await expect(price).toHaveValue('7.7');
  });

  await test.step('time is added during a pause: by a button, or any later end, typed or selected in a visible calendar', async () => {
    await adminPage.getByRole('button', { name: 'Auction controls' }).click();
    await adminPage.getByRole('menuitem', { name: 'Extend', exact: true }).click();
    const dialog = adminPage.getByRole('dialog', { name: 'Extend the auction' });
    const end = dialog.getByRole('textbox', { name: /^New end/ });
    const endMs = async () => Date.parse((await end.inputValue()).replace(' - ', ' '));
    await expect(end).not.toHaveValue('');
    const presentMs = await endMs();
    await dialog.getByRole('button', { name: '+5 min' }).click();
    await dialog.getByRole('button', { name: '+1 min' }).click();
    // The field shows the new end a moment after the form has it.
    await expect.poll(async () => (await endMs()) - presentMs).toBe(360_000);
    for (const [width, height] of [
      [1440, 900],
      [360, 640],
    ] as const) {
      await adminPage.setViewportSize({ width, height });
      await end.click();
      for (const corner of ['Previous month', 'Next month'])
        await expect(adminPage.getByRole('button', { name: corner })).toBeInViewport({ ratio: 1 });
      await expect(adminPage.locator('[data-dates-dropdown]')).toBeInViewport({ ratio: 1 });
      await end.press('Escape');
      await expect(adminPage.locator('[data-dates-dropdown]')).toBeHidden();
    }
    await adminPage.setViewportSize({ width: 1440, height: 900 });
    const typed = await end.inputValue();
    await end.fill('in a while');
    await dialog.getByLabel(/^Reason/).fill('Time was lost');
    await dialog.getByRole('button', { name: 'Extend the auction' }).click();
    await expect(end).toBeFocused();
    await expect(dialog.getByText(/^Enter a date like/)).toBeVisible();
    await end.fill(typed);
    await dialog.getByRole('button', { name: 'Extend the auction' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(note(bidderPage)).toContainText('Time was lost');
    await expect(bidderPage.getByText('Paused', { exact: true }).first()).toBeVisible();
    await expect(timer).toHaveText(/^00h(09|10|11)m/);
  });

  await test.step('resuming gives the time back', async () => {
    await conduct(adminPage, 'Resume', 'Resume the auction', 'They are right');
    await expect(note(bidderPage)).toContainText(/^Auction resumed\. New end: \d\d:\d\d:\d\d\. Reason: They are right/);
    await expect(bidderPage.getByRole('button', { name: 'Review bid' })).toBeEnabled();
    await expect(price).toHaveValue('7.7');
  });

  await test.step('an annulled auction awards nothing and says why', async () => {
    await conduct(adminPage, 'Annul', 'Annul the auction', 'The seller withdrew');
    for (const page of [bidderPage, adminPage]) {
      await expect(page).toHaveURL(/auction-result/);
      await expect(page.getByText('This auction was annulled')).toBeVisible();
      await expect(page.getByText('Reason: The seller withdrew')).toBeVisible();
    }
    await adminPage.goto('/admin/past');
    await expect(adminPage.getByText('Annulled', { exact: true }).first()).toBeVisible();
  });
});
