import type { Page } from '@playwright/test';
import type { Language } from '#domain/basics/language.ts';

/** Shows the page in this language, from its next load on, as if the user's browser had requested the language. */
export const speak = (page: Page, language: Language): Promise<void> =>
  page.setExtraHTTPHeaders({ 'accept-language': language });
