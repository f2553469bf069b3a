import type { Page } from '@playwright/test';
import { expect } from '../world.ts';

/**
 * Opens the account's menu, so that its code is loaded. Otherwise, that code loads automatically some seconds after the
 * page. Afterwards, the page loads only the code that a story makes it load.
 */
export async function bringMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: /’s account$/ }).click();
  await expect(page.getByRole('menuitem').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
}
