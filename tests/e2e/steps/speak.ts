import type { Page } from '@playwright/test';
import type { Language } from '#domain/basics/language.ts';

/** From its next load on, shows the page in this language, as if the reader's browser had requested it. */
export const speak = (page: Page, language: Language): Promise<void> =>
  page.setExtraHTTPHeaders({ 'accept-language': language });
