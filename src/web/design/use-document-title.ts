import { useEffect } from 'react';
import { env } from '#web/platform/env.ts';
import { useLanguage } from '#web/platform/phrase.ts';

/** The browser tab's title: the page, then the brand. */
export function useDocumentTitle(page: string): void {
  const language = useLanguage();
  useEffect(() => {
    document.title = `${page} · ${env().brand.title[language]}`;
  }, [page, language]);
}
