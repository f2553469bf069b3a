import type { Locator, Page } from '@playwright/test';
import { bidByKeyboard } from '../steps/auction-steps.ts';
import { expect, PASSWORD, test } from '../world.ts';

/** More Tab stops than any page has between two of its controls. */
const STOPS_MAX = 80;

const isFocused = (control: Locator): Promise<boolean> =>
  control.evaluate((element) => element === document.activeElement).catch(() => false);

/** Presses Tab until the control has the focus, like a user without a mouse. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible();
  for (let stop = 0; stop < STOPS_MAX; stop += 1) {
    if (await isFocused(control)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('Tab never reaches the element');
}

async function press(page: Page, name: string | RegExp, role: 'button' | 'link' = 'button'): Promise<void> {
  await tabTo(page, page.getByRole(role, { name }).first());
  await page.keyboard.press('Enter');
}

test('a bidder goes from sign-in to a revised live bid and signs out, without a mouse (ASVS 7.4.4)', async ({
  world,
  open,
}) => {
  const person = await world.person();
  await world.auction({ items: [{ quantity: 1_000 }], bidders: [{ person }] });
  const page = await open();
  await page.goto('/login');

  await test.step('sign in', async () => {
    await expect(page.getByLabel('Username')).toBeFocused();
    await page.keyboard.type(person.username);
    await tabTo(page, page.getByLabel(/^Password/));
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(page.locator('[autocomplete="one-time-code"]').first()).toBeFocused();
    await page.keyboard.type(await world.codeFor(person.username));
    await expect(page).toHaveURL(/\/user\/upcoming/);
  });

  await test.step('the skip link comes first and leads to the list', async () => {
    await press(page, 'Skip to content', 'link');
    await press(page, /^Place a bid to enter/, 'link');
    await expect(page).toHaveURL(/\/user\/auction\//);
  });

  await test.step('place the first bid, through its review', async () => {
    await tabTo(page, page.getByRole('textbox', { name: /^Price/ }));
    await page.keyboard.type('5');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('textbox', { name: /^Quantity/ })).toBeFocused();
    await page.keyboard.type('600');
    await press(page, 'Review 1 bid');
    await press(page, 'Confirm 1 bid');
    await expect(page.getByRole('heading', { name: 'Ranking' })).toBeVisible();
  });

  const price = page.getByRole('textbox', { name: /^Price/ });
  const review = async () => {
    // Bidding is paused if the page has received nothing from the server for a while.
    await expect(page.getByRole('button', { name: 'Review bid' })).toBeEnabled();
    await page.keyboard.press('Enter');
  };
  await test.step('in the room: B, ticks by arrows, an undo by Escape, Enter and Enter', async () => {
    await page.keyboard.press('b');
    await expect(price).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect(price).toHaveValue('5.10');
    await page.keyboard.press('Shift+ArrowUp');
    await expect(price).toHaveValue('6.10');
    await review();
    await expect(page.getByRole('button', { name: 'Place bid' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(price).toBeFocused();
    await review();
    await expect(page.getByRole('button', { name: 'Place bid' })).toBeEnabled();
    await expect(page.getByRole('button', { name: 'Place bid' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByText(/^Accepted at/).first()).toBeVisible();
    await expect(page.getByRole('region', { name: 'Ranking' })).toContainText('6.10');
  });

  await test.step('from B to the server’s answer in less than three seconds', async () => {
    const took: number[] = [];
    for (const figure of ['6.2', '6.3', '6.4']) {
      const sinceMs = performance.now();
      await bidByKeyboard(page, figure);
      await expect(page.getByText(`${figure}0 × 600`).first()).toBeVisible();
      took.push(Math.round(performance.now() - sinceMs));
    }
    test.info().annotations.push({ type: 'bids by keyboard', description: `${took.join(', ')} ms` });
    expect(Math.min(...took)).toBeLessThan(3_000);
  });

  await test.step('confirm an unusual price with a checkbox: Enter twice places nothing', async () => {
    const meant = page.getByRole('checkbox', { name: 'I’ve checked the price and want to bid it' });
    await page.keyboard.press('b');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('64');
    await review();
    await expect(meant).toBeFocused();
    await expect(page.getByRole('alert').first()).toHaveText('64.00 is 2033% above the opening price, 3.00.');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Bid this price anyway' })).toBeDisabled();
    await page.keyboard.press('Escape');
    await expect(price).toBeFocused();
    await expect(price).toHaveValue('64');
    await review();
    await expect(meant).toBeFocused();
    await page.keyboard.press('Space');
    await press(page, 'Bid this price anyway');
    await expect(page.getByRole('region', { name: 'Ranking' })).toContainText('64.00');
  });

  await test.step('? opens the list of keys, and closing it returns the focus', async () => {
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await page.keyboard.press('?');
    await expect(sheet).toContainText('Go to the price field');
    await expect(sheet).toContainText('Past auctions');
    // The shortcut letters can be turned off. They then do nothing.
    await sheet.getByRole('switch').press('Space');
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
    await page.keyboard.press('?');
    await page.keyboard.press('b');
    await expect(price).not.toBeFocused();
    await expect(sheet).toBeHidden();
    await press(page, 'Shortcuts');
    await sheet.getByRole('switch').press('Space');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Shortcuts' })).toBeFocused();
  });

  await test.step('G and a letter lead to a page, / to its search', async () => {
    await page.keyboard.press('g');
    await page.keyboard.press('p');
    await expect(page).toHaveURL(/\/user\/past/);
    await expect(page.getByRole('searchbox')).toBeVisible();
    await page.keyboard.press('/');
    await expect(page.getByRole('searchbox')).toBeFocused();
    await page.keyboard.press('?');
    await expect(page.getByRole('searchbox')).toHaveValue('?');
    await page.keyboard.press('Backspace');
  });

  await test.step('sign out with the account menu', async () => {
    await press(page, new RegExp(person.username));
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/login/);
  });
});
