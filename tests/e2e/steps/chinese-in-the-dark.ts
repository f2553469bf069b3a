import type { Page } from '@playwright/test';
import { speak } from './speak.ts';
import { expect } from '../world.ts';

/**
 * Chooses the dark theme and Chinese on the sign-in page. If the page has no language choice, the language of the
 * browser decides.
 */
export async function chooseChineseInTheDark(page: Page): Promise<void> {
  await speak(page, 'zh');
  await page.goto('/login');
  await expect(page.getByRole('switch')).toBeVisible();
  const { hasLanguageChoice } = (await (await page.request.get('/env')).json()) as { hasLanguageChoice: boolean };
  if (hasLanguageChoice) await page.getByText('中文').click();
  // The switch moves when the text beside it changes, so the test first waits for the new language.
  await expect(page.locator('html')).toHaveAttribute('lang', /^zh/);
  await page.getByRole('switch').click();
  await expect(page.getByRole('switch')).toBeChecked();
}
