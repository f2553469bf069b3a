import type { Page } from '@playwright/test';
import { speak } from './speak.ts';
import { expect } from '../world.ts';

/**
 * On the sign-in page, chooses dark with its switch, and Chinese with its language choice; without one, the browser's
 * language decides.
 */
export async function chooseChineseInTheDark(page: Page): Promise<void> {
  await speak(page, 'zh');
  await page.goto('/login');
  await expect(page.getByRole('switch')).toBeVisible();
  const { hasLanguageChoice } = (await (await page.request.get('/env')).json()) as { hasLanguageChoice: boolean };
  if (hasLanguageChoice) await page.getByText('中文').click();
  // The switch moves when the text beside it changes, so wait for that.
  await expect(page.locator('html')).toHaveAttribute('lang', /^zh/);
  await page.getByRole('switch').click();
  await expect(page.getByRole('switch')).toBeChecked();
}
