import type { Page } from '@playwright/test';

declare global {
  /** The texts that appeared in the page's live regions since this list was last emptied. */
  var heard: string[];
}

/** Makes a page record what a screen reader would announce: everything that appears in its live regions. */
export const listen = (page: Page): Promise<void> =>
  page.evaluate(() => {
    globalThis.heard = [];
    const LIVE = '[aria-live], [role="status"], [role="alert"], [role="log"], output';
    const regionOf = (node: Node): Element | null => {
      const region = (node instanceof Element ? node : node.parentElement)?.closest(LIVE) ?? null;
      return region?.getAttribute('aria-live') === 'off' ? null : region;
    };
    new MutationObserver((changes) => {
      const said = new Set<string>();
      for (const { type, target, addedNodes } of changes)
        for (const node of type === 'characterData' ? [target] : addedNodes) {
          const region = regionOf(node);
          if (region && node.textContent) said.add(region.textContent);
        }
      globalThis.heard.push(...said);
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });

export const heardSince = (page: Page): Promise<string[]> => page.evaluate(() => globalThis.heard.splice(0));
