import type { Page } from '@playwright/test';

/**
 * Returns the names of everything stored in the tab and in the browser: what the application stores, and the router's
 * scroll positions (`tsr-scroll`).
 */
export const keptBy = (page: Page): Promise<{ browser: string[]; tab: string[] }> =>
  page.evaluate(() => {
    const names = (storage: Storage) =>
      Object.keys(storage)
        .map((key) => key.replace(/^TNBX\.greenlot\.v1\.|(?<=^tsr-scroll)-.*/, ''))
        .toSorted();
    return { browser: names(localStorage), tab: names(sessionStorage) };
  });
