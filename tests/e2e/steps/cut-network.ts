import type { Page } from '@playwright/test';
import { expect } from '../world.ts';

const isOut = (page: Page): Promise<boolean> =>
  page.evaluate(() =>
    fetch('/env', { cache: 'no-store' }).then(
      () => true,
      () => false,
    ),
  );

/** Blocks all requests of this page. `setOffline` alone may still let one through that follows at once. */
export async function cutNetwork(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await expect.poll(() => isOut(page)).toBe(false);
}

/** Lets requests through again. `setOffline` alone may still block one that follows at once. */
export async function restoreNetwork(page: Page): Promise<void> {
  await page.context().setOffline(false);
  await expect.poll(() => isOut(page)).toBe(true);
}
