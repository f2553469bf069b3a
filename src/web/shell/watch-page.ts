import '#web/shell/on-paper.css';
import { watchPresses } from '#web/design/forms/after-press.ts';
import { nowMs } from '#web/platform/clock/clock.ts';
import { formatDateTime, formatZone } from '#web/platform/format/format.ts';
import { env } from '#web/platform/page/env.ts';
import { languageStore } from '#web/platform/phrases/language.ts';

/** Starts what no page needs before it stands; called once. */
export function watchPage(): void {
  watchPresses();
  markWhileByKeys();
  preparePaper();
}

/**
 * Marks the page while its person uses the keyboard. WebKit draws no ring where a script moves the focus after a key press
 * and the field that had it is gone; base.css draws that ring by this mark, in every browser alike.
 */
function markWhileByKeys(): void {
  const mark = ({ type }: Event) => document.documentElement.toggleAttribute('data-by-keys', type === 'keydown');
  for (const type of ['keydown', 'pointerdown']) window.addEventListener(type, mark, true);
}

const SCHEME = 'data-mantine-color-scheme';

/** Whatever is printed is dark on white, also from the dark theme, and says whose page it is, of when, and where it stands. */
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
