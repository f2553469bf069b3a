import type { Page } from '@playwright/test';
import { expect } from '../world.ts';

const isOut = (page: Page): Promise<boolean> =>
  page.evaluate(() =>
    fetch('/env', { cache: 'no-store' }).then(
      () => true,
      () => false,
    ),
  );

/** Blocks all requests of this page. After `setOffline` alone, a request that follows immediately may still succeed. */
export async function cutNetwork(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await expect.poll(() => isOut(page)).toBe(false);
}

/** Lets requests through again. After `setOffline` alone, a request that follows immediately may still fail. */
export async function restoreNetwork(page: Page): Promise<void> {
  await page.context().setOffline(false);
  await expect.poll(() => isOut(page)).toBe(true);
}
