import type { Page } from '@playwright/test';
import { BASE_LANGUAGES, type BaseLanguage } from '#domain/basics/language.ts';
import type { Screen } from './screen.ts';

export const THEMES = ['light', 'dark'] as const;
export const WIDTHS = { wide: { width: 1_440, height: 900 }, phone: { width: 360, height: 740 } } as const;
export type Width = keyof typeof WIDTHS;
export type Look = { readonly theme: (typeof THEMES)[number]; readonly language: BaseLanguage; readonly width: Width };

/** Returns all looks of one width. A page is prepared once and then shown in each of them. */
export const looksOf = (width: Width): readonly Look[] =>
  BASE_LANGUAGES.flatMap((language) => THEMES.map((theme) => ({ theme, language, width })));

/** Changes theme and language as if another tab had changed them. So the rest of the page stays unchanged. */
export async function wear(page: Page, { variant }: Pick<Screen, 'variant'>, look: Omit<Look, 'width'>): Promise<void> {
  await page.evaluate(
    ({ prefix, theme, language }) => {
      for (const [name, value] of [
        ['theme', theme],
        ['language', JSON.stringify(language)],
      ] as const) {
        localStorage.setItem(prefix + name, value);
        window.dispatchEvent(
          new StorageEvent('storage', { key: prefix + name, newValue: value, storageArea: localStorage }),
        );
      }
    },
    { prefix: `${variant}.greenlot.v1.`, ...look },
  );
  await page.waitForFunction(
    ({ theme, language }) =>
      document.documentElement.lang.startsWith(language) &&
      document.documentElement.dataset['mantineColorScheme'] === theme,
    look,
  );
}

const SETTLED_MS = 30_000;

/** Waits until the page has finished loading. A page that does not finish in time is shown in its current state. */
export async function settle(page: Page): Promise<void> {
  await page.locator('h1, main h2, dialog[open]').first().waitFor();
  await page
    .waitForFunction(
      () =>
        document.querySelector('main [aria-busy="true"], main [data-stale="true"], main [class*="skeleton" i]') ===
        null,
      null,
      {
        timeout: SETTLED_MS,
      },
    )
    .catch(() => undefined);
  await page.evaluate(() => document.fonts.ready);
}
