import type { Page } from '@playwright/test';
import { expect } from '../world.ts';

/**
 * Opens the account's menu. Its code otherwise loads automatically some seconds after the page. After this, a page
 * loads only the code that a story makes it load.
 */
export async function bringMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: /’s account$/ }).click();
  await expect(page.getByRole('menuitem').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
}
