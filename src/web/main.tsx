import '#web/design/theme/mantine-css.ts';
import '#web/design/theme/base.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import type { Env } from '#contract/basics/env.ts';
import { baseLanguageOf } from '#domain/basics/language.ts';
import { toast } from '#web/design/feedback/toast.tsx';
import { createQueryClient } from '#web/platform/calls/query-client.ts';
import { reloadOnMissingChunk } from '#web/platform/chunks/reload-page.ts';
import { loadEnv } from '#web/platform/page/env.ts';
import { languageStore, rememberedLanguage } from '#web/platform/phrases/language.ts';
import { errorTextNow, loadWords, WordsProvider, type Words } from '#web/platform/phrases/words.tsx';
import { startSession } from '#web/platform/session/session.ts';
import { removeOtherVersions, onStoredElsewhere } from '#web/platform/storage/browser-storage.ts';
import { createAppRouter } from '#web/router.ts';
import { BrandTheme } from '#web/shell/brand-theme.tsx';
import { StartFailed } from '#web/shell/start-failed.tsx';

const root = createRoot(document.getElementById('root') ?? document.body);

/** Loads the settings and the phrases, then renders the application. Shows an error page if that fails. */
async function start(): Promise<void> {
  let env: Env;
  let words: Words;
  try {
    env = await loadEnv();
    languageStore.set(rememberedLanguage());
    words = await loadWords(languageStore.get());
  } catch {
    root.render(<StartFailed onRetry={start} />);
    return;
  }
  removeOtherVersions();
  startSession();
  // All tabs use the same language.
  onStoredElsewhere('language', () => languageStore.set(rememberedLanguage()));
  document.title = env.brand.title[baseLanguageOf(words.language)];
  const queryClient = createQueryClient((error) => toast('bad', errorTextNow(error)));
  // Responses contain company names in the reader's language, so they are fetched again in the new language.
  languageStore.subscribe(() => void queryClient.invalidateQueries());
  const router = createAppRouter({ queryClient });
  root.render(
    <StrictMode>
      <BrandTheme>
        <WordsProvider initial={words}>
          <QueryClientProvider client={queryClient}>
            <RouterProvider router={router} />
          </QueryClientProvider>
        </WordsProvider>
      </BrandTheme>
    </StrictMode>,
  );
}

reloadOnMissingChunk();
void start();
// Loaded later, because no one can press a key or print before the page is shown.
void import('#web/shell/watch-page.ts').then(({ watchPage }) => watchPage());
