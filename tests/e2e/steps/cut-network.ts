import type { Page } from '@playwright/test';
import { expect } from '../world.ts';

const isOut = (page: Page): Promise<boolean> =>
  page.evaluate(() =>
    fetch('/env', { cache: 'no-store' }).then(
      () => true,
      () => false,
    ),
  );

/** No request of this page gets out any more; `setOffline` alone may let one pass that follows at once. */
export async function cutNetwork(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await expect.poll(() => isOut(page)).toBe(false);
}

/** Requests get out again; `setOffline` alone may still hold one back that follows at once. */
export async function restoreNetwork(page: Page): Promise<void> {
  await page.context().setOffline(false);
  await expect.poll(() => isOut(page)).toBe(true);
}
