import type { Page } from '@playwright/test';

/** The names of all that a browser keeps in the tab, and beyond it: ours, and the router's positions of pages (`tsr-scroll`). */
export const keptBy = (page: Page): Promise<{ browser: string[]; tab: string[] }> =>
  page.evaluate(() => {
    const names = (storage: Storage) =>
      Object.keys(storage)
        .map((key) => key.replace(/^TNBX\.greenlot\.v1\.|(?<=^tsr-scroll)-.*/, ''))
        .toSorted();
    return { browser: names(localStorage), tab: names(sessionStorage) };
  });
