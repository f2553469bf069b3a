import type { StepName } from '#web/tour/tour-steps.ts';

/** The first place of that name that is visible: cards and tables have the same ones. */
export const findPlace = (name: StepName): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>(`[data-tour~="${name}"]`)].find(
    (element) => element.getClientRects().length > 0,
  );

/** Room for the words above or below a place. */
const WORDS_PX = 230;

/** Brings a place into the middle where a bar covers it, or the words beside it wouldn't fit. */
export function bringIntoView(place: HTMLElement): void {
  const { top, bottom } = place.getBoundingClientRect();
  const hasRoom = Math.max(top, window.innerHeight - bottom) >= WORDS_PX;
  if (hasRoom && isBare(place, top + 1) && isBare(place, bottom - 1)) return;
  place.scrollIntoView({ block: 'center', behavior: 'instant' });
}

/** Nothing of the page lies over it at that height; the tour itself does, in a portal. */
function isBare(place: HTMLElement, y: number): boolean {
  const { left, width } = place.getBoundingClientRect();
  const over = document.elementsFromPoint(left + width / 2, y).find((one) => !one.closest('[data-portal]'));
  return place.contains(over ?? null);
}
