import { useEffect } from 'react';
import { baseLanguageOf } from '#domain/basics/language.ts';
import { env } from '#web/platform/page/env.ts';
import { titledWith, titleNewsStore } from '#web/platform/page/title-news.ts';
import { useLanguage } from '#web/platform/phrases/phrase.ts';
import { useStore } from '#web/platform/storage/store.ts';

/** Sets the browser tab's title: news, the page, then the brand. */
export function useDocumentTitle(page: string): void {
  const language = useLanguage();
  const news = useStore(titleNewsStore);
  useEffect(() => {
    document.title = titledWith(news, `${page} · ${env().brand.title[baseLanguageOf(language)]}`);
  }, [page, language, news]);
}
