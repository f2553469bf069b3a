import { MACHINE_FORMATS } from '#contract/basics/file.ts';
import type { Language } from '#domain/basics/language.ts';
import { languageOf } from '#server/platform/http/words.ts';

/** Returns the language of a reply. Files for programs are the same for callers of all languages (decision 119). */
export function languageFor(query: unknown, acceptLanguage: string | undefined): Language {
  const { format } = query as { readonly format?: unknown };
  return MACHINE_FORMATS.some((one) => one === format) ? 'en' : languageOf(acceptLanguage);
}
