import type { Download, Page } from '@playwright/test';

/** Chooses an item from the menu of a result's page. */
export async function chooseFromMenu(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name }).click();
}

/** Downloads a file with the menu on a result's page. `name` is the name of the menu item. */
export async function takeFile(page: Page, name: string): Promise<Download> {
  const [download] = await Promise.all([page.waitForEvent('download'), chooseFromMenu(page, name)]);
  return download;
}
