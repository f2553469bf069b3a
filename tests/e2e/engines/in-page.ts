// These run in the page, each alone: none can call another one. What was found stays there, to be acted upon.
declare global {
  // Only an interface adds to those of the library.
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface Window {
    held?: HTMLElement | undefined;
    /** What the click hit that `place` was asked for. */
    hit?: 'none' | 'it' | 'another';
  }
}

/** Finds the first control in sight whose name fits: in the dialog where one is open. */
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

/** The middle of what was found, in the window, where nothing covers it. From now on `hit` tells what the next click hits. */
export function place(): { x: number; y: number } | null {
  const { held } = window;
  if (!held) return null;
  held.scrollIntoView({ block: 'center', behavior: 'instant' });
  const { left, top, width, height } = held.getBoundingClientRect();
  const [x, y] = [Math.round(left + width / 2), Math.round(top + height / 2)];
  // It may be drawn anew at that moment, as another element of the same words.
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

/** What the last click hit. A page that came by it knows nothing of it. */
export const hit = (): 'none' | 'it' | 'another' => window.hit ?? 'it';

/** Puts the focus into the field that was found, with all its text chosen. */
export function select(): boolean {
  const field = window.held as HTMLInputElement | undefined;
  field?.focus();
  field?.select();
  return document.activeElement === field;
}

/** Chooses in the list that was found. */
export function choose(label: string): boolean {
  const list = window.held as HTMLSelectElement | undefined;
  const option = [...(list?.options ?? [])].find((one) => one.label === label);
  if (!list || !option) return false;
  option.selected = true;
  for (const type of ['input', 'change']) list.dispatchEvent(new Event(type, { bubbles: true }));
  return true;
}

/** Returns a selector of the only place that takes files. */
export function placeForFiles(): string {
  const [inDialog, anywhere] = ['dialog[open] input[type="file"]', 'input[type="file"]'];
  return document.querySelector(inDialog) ? inDialog : anywhere;
}

export function isInSight(source: string, flags: string): boolean {
  const wanted = new RegExp(source, flags);
  return document.body.innerText.split('\n').some((line) => wanted.test(line.trim()));
}

export const shown = (): string => `${location.href}: ${document.body.innerText}`;
