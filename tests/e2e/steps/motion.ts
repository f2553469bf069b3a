import type { Page } from '@playwright/test';

declare global {
  /** The motions since this list was last emptied. */
  var motions: string[];
}

/** Makes a page record every animation, transition and smooth scrolling that starts in it, until it reloads. */
export const watchMotion = (page: Page): Promise<void> =>
  page.evaluate(() => {
    globalThis.motions = [];
    const note = (what: string, where: unknown): void => {
      const name =
        where instanceof Element ? `${where.tagName.toLowerCase()}.${where.getAttribute('class') ?? ''}` : '';
      globalThis.motions.push(`${what} on ${name}`);
    };
    document.addEventListener('transitionrun', ({ target, propertyName }) => note(propertyName, target), true);
    document.addEventListener('animationstart', ({ target, animationName }) => note(animationName, target), true);
    const { animate, scrollIntoView } = Element.prototype;
    Element.prototype.animate = function noted(this: Element, ...given) {
      note('animate', this);
      return animate.apply(this, given);
    };
    Element.prototype.scrollIntoView = function noted(this: Element, given) {
      if (typeof given === 'object' && given.behavior === 'smooth') note('smooth scrolling', this);
      scrollIntoView.call(this, given);
    };
  });

export const takeMotions = (page: Page): Promise<string[]> =>
  page.evaluate(() => globalThis.motions.splice(0).map((what) => `moves: ${what}`));
