import type { Page } from '@playwright/test';

type Compiled = string | readonly unknown[];
type Phrases = { readonly [key: string]: Compiled | Phrases };

export const [OPENS, CLOSES] = ['⟦', '⟧'];

/** Returns padding of about a third, by which German or Malay texts are longer than English ones. */
const padding = (phrase: Compiled): string => {
  const said = typeof phrase === 'string' ? phrase : phrase.filter((part) => typeof part === 'string').join('');
  return 'xi'.repeat(Math.min(4, Math.ceil(said.length / 6))) + ' xixi'.repeat(Math.floor(said.length / 15));
};

/**
 * Returns every phrase longer and between marks, in the compiled form of the bundle, with its arguments and plurals.
 */
const inMarks = (phrases: Phrases): object =>
  Object.fromEntries(
    Object.entries(phrases).map(([key, phrase]) => {
      if (typeof phrase === 'string') return [key, OPENS + phrase + padding(phrase) + CLOSES];
      if (Array.isArray(phrase)) return [key, [OPENS, ...(phrase as unknown[]), padding(phrase) + CLOSES]];
      return [key, inMarks(phrase as Phrases)];
    }),
  );

/** From its next load on, shows a page in a pseudo-language. Text without marks is not a phrase. */
export const speakPseudo = (page: Page) =>
  page.route('**/assets/words-*/en/*.json', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: inMarks((await response.json()) as Phrases) });
  });
