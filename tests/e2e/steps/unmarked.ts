import type { Page } from '@playwright/test';
import { CLOSES, OPENS } from './pseudo-phrases.ts';

/** Text of a page outside of marks, and text that does not fit. */
export type Findings = { readonly words: readonly string[]; readonly misfits: readonly string[] };

/**
 * Reads everything on a page that a user sees or a screen reader reads. Marks may span elements, because a phrase may
 * have parts. Code is the same in all languages.
 */
export const readUnmarked = (page: Page): Promise<Findings> =>
  page.evaluate(
    ({ opens, closes }) => {
      const SPOKEN = ['aria-label', 'aria-description', 'aria-valuetext', 'title', 'placeholder', 'alt'];
      const words = new Set<string>();
      let depth = 0;
      const take = (text: string, isShown: boolean): void => {
        let outside = '';
        for (const sign of text) {
          if (sign === opens) depth += 1;
          else if (sign === closes) depth -= 1;
          else if (depth === 0) outside += sign;
        }
        if (isShown && /\p{L}/u.test(outside)) words.add(outside.trim());
      };
      const isShown = (element: Element | null): boolean =>
        element?.checkVisibility({ visibilityProperty: true }) === true &&
        !element.closest('script, style, noscript, code');
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) take(texts.currentNode.nodeValue ?? '', isShown(texts.currentNode.parentElement));
      for (const element of document.querySelectorAll(SPOKEN.map((name) => `[${name}]`).join()))
        for (const name of SPOKEN) {
          depth = 0;
          take(element.getAttribute(name) ?? '', isShown(element));
        }
      depth = 0;
      take(document.title, true);
      const misfits = [
        ...document.querySelectorAll('h1, h2, h3, button, a, label, th, dt, [role="tab"], [role="status"]'),
      ]
        .filter((element) => isShown(element) && element.textContent.includes(opens))
        .filter((element) => {
          const { overflowX, position } = getComputedStyle(element);
          // Finds text that is cut off or overlaps others. Text only for screen readers is one pixel wide on purpose.
          const isPoint = element.clientWidth <= 1 || position === 'absolute';
          return (
            !isPoint && overflowX !== 'auto' && element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0
          );
        })
        .map((element) => `${element.tagName.toLowerCase()} ${element.textContent.slice(0, 50)}`);
      const beyond = document.documentElement.scrollWidth - window.innerWidth;
      const widest = [...document.querySelectorAll('main *')]
        .filter((element) => element.getBoundingClientRect().right > window.innerWidth + 1)
        .slice(0, 3)
        .map((element) => `${element.tagName.toLowerCase()}.${element.className}`);
      if (beyond > 0) misfits.push(`the page itself, by ${beyond} pixels: ${widest.join(', ')}`);
      return { words: [...words], misfits };
    },
    { opens: OPENS, closes: CLOSES },
  );
