import type { Page } from '@playwright/test';
import { expect } from './world.ts';

/** No request of this page gets out any more; `setOffline` alone may let one pass that follows at once. */
export async function cutNetwork(page: Page): Promise<void> {
  await page.context().setOffline(true);
  const isOut = () =>
    page.evaluate(() =>
      fetch('/env', { cache: 'no-store' }).then(
        () => true,
        () => false,
      ),
    );
  await expect.poll(isOut).toBe(false);
}
