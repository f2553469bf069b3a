import type { Page } from '@playwright/test';

/**
 * Returns the elements that a sticky bar covers, or that are out of view, while they have the focus (WCAG 2.4.11).
 * Every element gets the focus twice, as by Tab and by Shift+Tab, because a page scrolls only as far as it must. No
 * part of a field may be covered. Of every other element, some part must be visible.
 */
export const findCovered = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const STOPS = 'a[href], button, input, select, textarea, summary, [tabindex="0"], [contenteditable="true"]';
    const isSticky = (element: Element): boolean => /sticky|fixed/.test(getComputedStyle(element).position);
    /**
     * Returns the bar that covers a point of the focused element. Messages do not count, because they disappear
     * automatically or by a key.
     */
    const coverOf = (element: Element, x: number, y: number): Element | undefined => {
      for (let above = document.elementFromPoint(x, y); above; above = above.parentElement)
        if (isSticky(above) && !above.contains(element)) return above.matches('[popover]') ? undefined : above;
      return undefined;
    };
    const troubleOf = (element: HTMLElement): string | undefined => {
      element.focus();
      if (document.activeElement !== element) return undefined;
      const { left, right, top, bottom } = element.getBoundingClientRect();
      const x = (Math.max(left, 0) + Math.min(right, innerWidth)) / 2;
      const isField = element.matches('input, select, textarea') && bottom - top < 60;
      const inset = Math.min(4, (bottom - top) / 2);
      const middle = (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2;
      if (bottom < 0 || top > innerHeight || right < 0 || left > innerWidth) return 'is out of sight';
      const covers = [top + inset, middle, bottom - inset].map((y) => coverOf(element, x, y));
      const cover = covers.find((one) => one !== undefined);
      if (!cover || (!isField && covers.includes(undefined))) return undefined;
      return `lies under ${cover.tagName.toLowerCase()}.${cover.className}`;
    };
    const stops = [...document.querySelectorAll<HTMLElement>(STOPS)].filter(
      (one) => one.tabIndex >= 0 && !one.matches(':disabled') && one.checkVisibility({ visibilityProperty: true }),
    );
    const found = [...stops, ...stops.toReversed()].flatMap((one) => {
      const trouble = troubleOf(one);
      return trouble ? [`${one.outerHTML.slice(0, 120)} ${trouble}`] : [];
    });
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    window.scrollTo(0, 0);
    return [...new Set(found)];
  });
