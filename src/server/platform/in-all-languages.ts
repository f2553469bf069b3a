import { LANGUAGES, type Language } from '#domain/basics/language.ts';

type Said = { readonly subject: string; readonly body: string };

/** A mail to somebody whose language isn't known carries all. */
export function inAllLanguages(write: (language: Language) => Said): Said {
  const parts = LANGUAGES.map(write);
  return {
    subject: parts.map(({ subject }) => subject).join(' / '),
    body: parts.map(({ body }) => body).join('\n\n'),
  };
}
