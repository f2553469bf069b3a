import '#web/shell/on-paper.css';
import { watchPresses } from '#web/design/forms/after-press.ts';
import { nowMs } from '#web/platform/clock/clock.ts';
import { formatDateTime, formatZone } from '#web/platform/format/format.ts';
import { env } from '#web/platform/page/env.ts';
import { languageStore } from '#web/platform/phrases/language.ts';

/** Starts the watchers that pages do not need for their first drawing. Called once. */
export function watchPage(): void {
  watchPresses();
  markWhileByKeys();
  preparePaper();
}

/**
 * Marks the page while its person uses the keyboard. WebKit draws no focus ring if a script moves the focus after a key
 * press and the previously focused field is gone. base.css draws the ring by this mark in every browser.
 */
function markWhileByKeys(): void {
  const mark = ({ type }: Event) => document.documentElement.toggleAttribute('data-by-keys', type === 'keydown');
  for (const type of ['keydown', 'pointerdown']) window.addEventListener(type, mark, true);
}

const SCHEME = 'data-mantine-color-scheme';

/** Prepares printing: dark on white also in the dark theme, with the brand, the time and the page's address. */
function preparePaper(): void {
  const { documentElement: root, body } = document;
  let scheme: string | null = null;
  addEventListener('beforeprint', () => {
    const language = languageStore.get();
    const now = nowMs();
    body.dataset['paper'] =
      `${env().brand.title[language]} · ${formatDateTime(now, language)} ${formatZone(now)} · ${location.href}`;
    scheme ??= root.getAttribute(SCHEME);
    root.setAttribute(SCHEME, 'light');
  });
  addEventListener('afterprint', () => {
    if (scheme) root.setAttribute(SCHEME, scheme);
    scheme = null;
  });
}
