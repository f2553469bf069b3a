import '#web/design/mantine-css.ts';
import '#web/design/base.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import type { Env } from '#contract/env.ts';
import { themeOf, variablesOf } from '#web/design/theme.ts';
import { toast } from '#web/design/toast.tsx';
import { forgetOtherVersions, onStoredElsewhere, storageKey } from '#web/platform/browser-storage.ts';
import { loadEnv } from '#web/platform/env.ts';
import { languageStore, rememberedLanguage } from '#web/platform/language.ts';
import { loadAnewWhereMissing } from '#web/platform/load-anew.ts';
import { createQueryClient } from '#web/platform/query-client.ts';
import { startSession } from '#web/platform/session.ts';
import { colorSchemeManager } from '#web/platform/theme-choice.ts';
import { errorTextNow, loadWords, WordsProvider, type Words } from '#web/platform/words.tsx';
import { createAppRouter } from '#web/router.ts';
import { StartFailed } from '#web/shell/start-failed.tsx';

const root = createRoot(document.getElementById('root') ?? document.body);

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
  forgetOtherVersions();
  startSession();
  // Tabs speak one language, as they have one theme.
  onStoredElsewhere('language', () => languageStore.set(rememberedLanguage()));
  document.title = env.brand.title[words.language];
  const queryClient = createQueryClient((error) => toast('bad', errorTextNow(error)));
  // Answers name companies in the reader's language.
  languageStore.subscribe(() => void queryClient.invalidateQueries());
  const router = createAppRouter({ queryClient });
  root.render(
    <StrictMode>
      <MantineProvider
        theme={themeOf(env.brand.primaryColor)}
        cssVariablesResolver={variablesOf(env.brand.primaryColor)}
        colorSchemeManager={colorSchemeManager(storageKey('theme'))}
        defaultColorScheme="auto"
      >
        <WordsProvider initial={words}>
          <QueryClientProvider client={queryClient}>
            <RouterProvider router={router} />
          </QueryClientProvider>
        </WordsProvider>
      </MantineProvider>
    </StrictMode>,
  );
}

loadAnewWhereMissing();
void start();
// Nobody presses or prints anything before the page stands: it doesn't wait for this.
void import('#web/shell/watch-page.ts').then(({ watchPage }) => watchPage());
