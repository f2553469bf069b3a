import type { Page } from '@playwright/test';
import { moveAuctionAndTell, type TestAuction } from '#testing/builders/records.ts';
import { expect, type World } from '../world.ts';

export function dayOfNextMonth(day: string): string {
  const now = new Date();
  const month = new Date(Date.UTC(now.getFullYear(), now.getMonth() + 1)).toISOString().slice(0, 7);
  return `${month}-${day}`;
}

/** Types a day of next month into a field for dates. The field adds its usual time. */
export async function typeDay(page: Page, label: string, day: string): Promise<void> {
  await page
    .getByRole('textbox', { name: new RegExp(`^${label}`) })
    .first()
    .fill(dayOfNextMonth(day));
}

export async function choose(page: Page, label: RegExp, option: string): Promise<void> {
  await page.getByRole('dialog').getByLabel(label).first().selectOption({ label: option });
}

/** Moves the auction's times, not the clock, and notifies the room as after any change of settings. */
export const move = (
  world: World,
  { auctionId }: Pick<TestAuction, 'auctionId'>,
  startsIn: number,
  endsIn: number,
): Promise<void> => moveAuctionAndTell(world.database.db, auctionId, { startsIn, endsIn });

export async function placeInitialBid(
  page: Page,
  auction: Pick<TestAuction, 'auctionId'>,
  price: string,
  quantity: string,
): Promise<void> {
  await page.goto(`/user/auction/${auction.auctionId}`);
  await fillInitialBid(page, price, quantity);
  await page.getByRole('button', { name: 'Review 1 bid' }).click();
  await page.getByRole('button', { name: 'Confirm 1 bid' }).click();
  await expect(page.getByText(/1 bid placed/).first()).toBeVisible();
}

/** Fills in the first bid of the entry page. */
export async function fillInitialBid(page: Page, price: string, quantity: string): Promise<void> {
  await page
    .getByRole('textbox', { name: /^Price/ })
    .first()
    .fill(price);
  await page
    .getByLabel(/^Quantity/)
    .first()
    .fill(quantity);
}

/** Bids without a mouse: B, the price, Enter to review, Enter to place. */
export async function bidByKeyboard(page: Page, price: string): Promise<void> {
  // Nobody can bid before the room has loaded.
  await expect(page.getByRole('heading', { name: 'Ranking' })).toBeVisible();
  await page.keyboard.press('b');
  await expect(page.getByRole('textbox', { name: /^Price/ })).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(price);
  // Bidding is paused if the page has received nothing from the server for a while.
  await expect(page.getByRole('button', { name: 'Review bid' })).toBeEnabled();
  await page.keyboard.press('Enter');
  const place = page.getByRole('button', { name: 'Place bid' });
  await expect(place).toBeEnabled();
  await expect(place).toBeFocused();
  await page.keyboard.press('Enter');
  // Waits for the answer to this bid, not for the answer to the previous bid.
  const placed = `: ${Number(price).toFixed(2)} ×`;
  await expect(page.getByText(/^Accepted at/).filter({ hasText: placed })).toBeVisible();
}

/** Accepts the terms, in either language. The terms must first be read to their end. */
export async function acceptTerms(page: Page): Promise<void> {
  const accept = page.getByRole('checkbox', { name: /^(I accept the auction terms|我同意本场拍卖的条款)/ });
  await expect(accept).toBeDisabled();
  await expect(page.getByText(/^(Please read the terms to the end first|请先将条款阅读至末尾)/)).toBeVisible();
  await page.getByRole('region', { name: /^(Auction terms|拍卖条款)$/ }).focus();
  await page.keyboard.press('End');
  await accept.check();
  await page.getByRole('button', { name: /^(Register|报名)$/ }).click();
}
