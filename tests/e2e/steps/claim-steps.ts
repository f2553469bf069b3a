import type { Page } from '@playwright/test';

/** Fills in where electricity was consumed, the reporting period and the purpose of a retirement. */
export async function fillClaim(page: Page): Promise<void> {
  await page.getByLabel(/^Place of consumption/).fill('Perai');
  await page.getByLabel(/^Reporting period from/).fill('2020-01-01');
  await page.getByLabel(/^Reporting period to/).fill('2020-12-31');
  await page.getByRole('combobox', { name: 'Purpose' }).selectOption('scope2');
}
