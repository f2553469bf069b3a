import type { Page } from '@playwright/test';
import { expect } from './world.ts';

/** As somebody chooses it on the sign-in page. */
export async function chooseChineseInTheDark(page: Page): Promise<void> {
  await page.goto('/login');
  await page.getByText('中文').click();
  // The switch moves with the words beside it: not before they have changed.
  await expect(page.locator('html')).toHaveAttribute('lang', /^zh/);
  await page.getByRole('switch').click();
  await expect(page.getByRole('switch')).toBeChecked();
}
