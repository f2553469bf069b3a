// These functions run in the page, so none of them can call another one. `find` stores the found element in the page,
// for the functions that are called next.
declare global {
  // This must be an interface, because only interfaces can be merged with those of the library.
  interface Window {
    held?: HTMLElement | undefined;
    /** Tells what the first click after a call of `place` hit. */
    hit?: 'none' | 'it' | 'another';
  }
}

/** Finds the first visible control whose name matches. If a dialog is open, searches only in the dialog. */
export function find(css: string, source: string, flags: string): boolean {
  const wanted = new RegExp(source, flags);
  const inSight = (element: Element): boolean => element.checkVisibility({ visibilityProperty: true });
  const textOf = (elements: Iterable<Element | null>): string =>
    [...elements].map((element) => element?.textContent ?? '').join(' ');
  const nameOf = (element: Element): string => {
    const ids = element.getAttribute('aria-labelledby')?.split(' ') ?? [];
    const name =
      textOf(ids.map((id) => document.getElementById(id))) ||
      (element.getAttribute('aria-label') ?? '') ||
      ('labels' in element && element.labels ? textOf(element.labels as NodeListOf<Element>) : '') ||
      (element.textContent ?? '');
    return name.replaceAll(/\s+/g, ' ').trim();
  };
  const dialog = [...document.querySelectorAll('dialog[open], [role="dialog"]')].findLast(inSight);
  window.held = [...(dialog ?? document).querySelectorAll<HTMLElement>(css)].find(
    (one) => inSight(one) && !one.matches(':disabled, [aria-disabled="true"]') && wanted.test(nameOf(one)),
  );
  return window.held !== undefined;
}

/**
 * Returns the center of the found element in the window, if nothing covers it. From now on `hit` tells what the next
 * click hits.
 */
export function place(): { x: number; y: number } | null {
  const { held } = window;
  if (!held) return null;
  held.scrollIntoView({ block: 'center', behavior: 'instant' });
  const { left, top, width, height } = held.getBoundingClientRect();
  const [x, y] = [Math.round(left + width / 2), Math.round(top + height / 2)];
  // The element may have been redrawn meanwhile, as another element with the same text.
  const isIt = (element: Element | null): boolean =>
    element !== null &&
    (held.contains(element) ||
      element.closest('label')?.contains(held) === true ||
      (held.textContent !== '' && element.closest(held.tagName)?.textContent === held.textContent));
  if (!isIt(document.elementFromPoint(x, y))) return null;
  window.hit = 'none';
  const note = ({ target }: Event): void => {
    window.hit = isIt(target as Element) ? 'it' : 'another';
  };
  document.addEventListener('mousedown', note, { capture: true, once: true });
  return { x, y };
}

/**
 * Returns what the last click hit. If the click opened another page, `hit` is not set in that page, so the result is
 * `it`.
 */
export const hit = (): 'none' | 'it' | 'another' => window.hit ?? 'it';

/** Focuses the found field and selects all its text. */
export function select(): boolean {
  const field = window.held as HTMLInputElement | undefined;
  field?.focus();
  field?.select();
  return document.activeElement === field;
}

/** Chooses an option of the found list. */
export function choose(label: string): boolean {
  const list = window.held as HTMLSelectElement | undefined;
  const option = [...(list?.options ?? [])].find((one) => one.label === label);
  if (!list || !option) return false;
  option.selected = true;
  for (const type of ['input', 'change']) list.dispatchEvent(new Event(type, { bubbles: true }));
  return true;
}

/** Returns a selector of the only file input. */
export function placeForFiles(): string {
  const [inDialog, anywhere] = ['dialog[open] input[type="file"]', 'input[type="file"]'];
  return document.querySelector(inDialog) ? inDialog : anywhere;
}

export function isInSight(source: string, flags: string): boolean {
  const wanted = new RegExp(source, flags);
  return document.body.innerText.split('\n').some((line) => wanted.test(line.trim()));
}

export const shown = (): string => `${location.href}: ${document.body.innerText}`;
