import type { Page } from '@playwright/test';

/** Collects the errors on a page. Equal errors are collected once. */
export function watchFaults(page: Page): { take(): string[] } {
  const found = new Set<string>();
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()))
      found.add(`console ${message.type()}: ${message.text().slice(0, 300)}`);
  });
  page.on('pageerror', (error) => found.add(`crash: ${error.message.slice(0, 300)}`));
  page.on('response', (response) => {
    if (response.status() >= 400) found.add(`${response.status()} ${response.request().method()} ${response.url()}`);
  });
  return {
    take() {
      const faults = [...found];
      found.clear();
      return faults;
    },
  };
}

/** Returns how far the page scrolls sideways and which elements cause this; undefined if it does not scroll. */
export const findOverflow = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => {
    const over = document.documentElement.scrollWidth - window.innerWidth;
    if (over <= 0) return undefined;
    const widest = [...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().right > window.innerWidth + 1)
      .map((element) => `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''}`);
    return `scrolls sideways by ${over}px: ${widest.slice(-2).join(', ')}`;
  });
