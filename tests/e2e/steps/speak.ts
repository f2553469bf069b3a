import type { Page } from '@playwright/test';
import type { Language } from '#domain/basics/language.ts';

/** From its next load on the page is in this language, as for a reader whose browser asks for it. */
export const speak = (page: Page, language: Language): Promise<void> =>
  page.setExtraHTTPHeaders({ 'accept-language': language });
