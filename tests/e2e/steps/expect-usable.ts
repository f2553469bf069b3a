import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type * as Axe from 'axe-core';
import { expect } from '../world.ts';

// Loads the version of axe on which its Playwright package depends.
const require = createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright'));
const { source } = require('axe-core') as typeof Axe;

declare global {
  /** Set by axe's own script. */
  var axe: typeof Axe | undefined;
}

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'];

/**
 * Returns what axe finds wrong with the present page (WCAG 2.2 AA, as far as axe can tell). The script of axe stays
 * loaded until the page reloads, because loading the script takes as long as the check itself.
 */
export async function axeFindings(page: Page, { withContrast = true } = {}): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source);
  const options: Axe.RunOptions = {
    runOnly: { type: 'tag', values: TAGS },
    rules: { 'color-contrast': { enabled: withContrast } },
    resultTypes: ['violations'],
    selectors: false,
    preload: false,
  };
  return page.evaluate(async (given) => {
    const found = await globalThis.axe?.run(given);
    return (found?.violations ?? []).flatMap(({ id, nodes }) =>
      nodes.map(({ html, any }) => `${id}: ${html} (${any.map(({ message }) => message).join('; ')})`),
    );
  }, options);
}

/** Waits until no row is dimmed, because dimmed rows will be replaced. Then checks the page with axe. */
export async function expectAccessible(page: Page): Promise<void> {
  await expect(page.locator('[data-stale="true"]')).toHaveCount(0);
  expect(await axeFindings(page)).toEqual([]);
}

/** Returns by how many pixels a page is wider than its window, and which elements stick out; empty if it fits. */
export const sidewaysScroll = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    // Charts follow their window's size a frame later.
    for (let i = 0; i < 3; i += 1) await new Promise(requestAnimationFrame);
    const over = document.documentElement.scrollWidth - window.innerWidth;
    if (over <= 0) return [];
    const widest = [...document.querySelectorAll('main *')]
      .filter((element) => element.getBoundingClientRect().right > window.innerWidth + 1)
      .map((element) => `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''}`);
    return [`${over} pixels too wide: ${widest.slice(-2).join(', ')}`];
  });

export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  expect(await sidewaysScroll(page)).toEqual([]);
}
