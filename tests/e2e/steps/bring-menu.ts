import type { Page } from '@playwright/test';
import { expect } from '../world.ts';

/**
 * What the menu of the account is made of comes by itself, seconds after the page: from here on a page asks for no code but
 * what a story makes it ask for.
 */
export async function bringMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account of/ }).click();
  await expect(page.getByRole('menuitem').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
}
