import '#web/shell/on-paper.css';
import { nowMs } from '#web/platform/clock/clock.ts';
import { formatDateTime, formatZone } from '#web/platform/format/format.ts';
import { env } from '#web/platform/page/env.ts';
import { languageStore } from '#web/platform/phrases/language.ts';

const SCHEME = 'data-mantine-color-scheme';

/** Whatever is printed is dark on white, also from the dark theme, and says whose page it is, of when, and where it stands. */
export function preparePaper(): void {
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
