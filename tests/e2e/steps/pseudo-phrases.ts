import type { Page } from '@playwright/test';

type Compiled = string | readonly unknown[];
type Phrases = { readonly [key: string]: Compiled | Phrases };

export const [OPENS, CLOSES] = ['⟦', '⟧'];

/**
 * Returns padding of about a third of the phrase, because German or Malay texts are about a third longer than English
 * ones.
 */
const padding = (phrase: Compiled): string => {
  const said = typeof phrase === 'string' ? phrase : phrase.filter((part) => typeof part === 'string').join('');
  return 'xi'.repeat(Math.min(4, Math.ceil(said.length / 6))) + ' xixi'.repeat(Math.floor(said.length / 15));
};

/**
 * Returns every phrase with padding and between marks. The compiled form of the bundle, the arguments and the plurals
 * are not changed.
 */
const inMarks = (phrases: Phrases): object =>
  Object.fromEntries(
    Object.entries(phrases).map(([key, phrase]) => {
      if (typeof phrase === 'string') return [key, OPENS + phrase + padding(phrase) + CLOSES];
      if (Array.isArray(phrase)) return [key, [OPENS, ...(phrase as unknown[]), padding(phrase) + CLOSES]];
      return [key, inMarks(phrase as Phrases)];
    }),
  );

/** Shows a page in a pseudo-language, from its next load on. Any text without marks is then not a phrase. */
export const speakPseudo = (page: Page) =>
  page.route('**/assets/words-*/en/*.json', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: inMarks((await response.json()) as Phrases) });
  });
