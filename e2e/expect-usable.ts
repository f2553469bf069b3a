import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './world.ts';

/** Nothing on the page is out of reach for anybody (WCAG 2.2 AA, as far as axe sees it). */
export async function expectAccessible(page: Page): Promise<void> {
  // Otherwise each look opens a page of its own to gather from frames of other origins: there are none.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  const { violations } = await axe.withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']).analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  expect(found).toEqual([]);
}

export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
}
