import '#web/shell/on-paper.css';
import { baseLanguageOf } from '#domain/basics/language.ts';
import { watchPresses } from '#web/design/forms/after-press.ts';
import { nowMs } from '#web/platform/clock/clock.ts';
import { formatDateTime, formatZone } from '#web/platform/format/format.ts';
import { env } from '#web/platform/page/env.ts';
import { languageStore } from '#web/platform/phrases/language.ts';

/** Starts the functions that watch the page but are not needed to draw it. Called once. */
export function watchPage(): void {
  watchPresses();
  markWhileByKeys();
  preparePaper();
}

/**
 * Marks the page while the person uses the keyboard. WebKit draws no focus ring if a script moves the focus after a key
 * press and the field that had the focus is gone. With this mark, base.css draws the ring in every browser.
 */
function markWhileByKeys(): void {
  const mark = ({ type }: Event) => document.documentElement.toggleAttribute('data-by-keys', type === 'keydown');
  for (const type of ['keydown', 'pointerdown']) window.addEventListener(type, mark, true);
}

const SCHEME = 'data-mantine-color-scheme';

/**
 * Prepares the page for printing. The text is printed dark on white even in the dark theme. The brand, the time and the
 * page's address are printed too.
 */
function preparePaper(): void {
  const { documentElement: root, body } = document;
  let scheme: string | null = null;
  addEventListener('beforeprint', () => {
    const language = languageStore.get();
    const now = nowMs();
    body.dataset['paper'] =
      `${env().brand.title[baseLanguageOf(language)]} · ${formatDateTime(now, language)} ${formatZone(now)} · ${location.href}`;
    scheme ??= root.getAttribute(SCHEME);
    root.setAttribute(SCHEME, 'light');
  });
  addEventListener('afterprint', () => {
    if (scheme) root.setAttribute(SCHEME, scheme);
    scheme = null;
  });
}
