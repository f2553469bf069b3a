import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { defaultLanguageOf, isBaseLanguage, isLanguage, type Language } from '#domain/basics/language.ts';
import type { Phrases } from '#phrases/review-phrases.ts';
import { onOff } from '#server/platform/config/config-values.ts';
import { addLanguage, firstOf, knownLanguages } from '#server/platform/http/words.ts';

/** Settings of an operator about languages (docs/languages.md). */
export const languageSettings = {
  /** Initial language of the screens. The default is the browser's language, or English with a language choice. */
  DEFAULT_LANGUAGE: z
    .custom<Language>((value) => typeof value === 'string' && isLanguage(value), 'not a language such as en')
    .optional(),
  /** Shows the language choice in variant TNBX as well; variant GLOBAL always has it (docs/rules.md#variants). */
  LANGUAGE_CHOICE: onOff.default(false),
  /** Folder with further files of phrases, such as `ms.json`. */
  PHRASES_FOLDER: z.string().optional(),
};
type LanguageSettings = z.output<z.ZodObject<typeof languageSettings>>;

/** The folder with the phrases of Greenlot. A further file here adds a language, too. */
const OWN_FOLDER = new URL('../../../phrases', import.meta.url).pathname;

/**
 * Adds every language that has a file such as `ms.json`, in the folder of Greenlot's phrases or in the operator's folder.
 *
 * @returns the faults of the files, and of the language of the screens
 */
export function languageFaults({ PHRASES_FOLDER: folder, DEFAULT_LANGUAGE: language }: LanguageSettings): string[] {
  const faults = [OWN_FOLDER, ...(folder === undefined ? [] : [folder])].flatMap((from) => {
    try {
      return readdirSync(from).flatMap((file) => readLanguage(from, file));
    } catch {
      return [`PHRASES_FOLDER: ${from} cannot be read`];
    }
  });
  if (language === undefined || knownLanguages().includes(language)) return faults;
  return [...faults, `DEFAULT_LANGUAGE: there is no file ${language}.json`];
}

function readLanguage(folder: string, file: string): string[] {
  const language = /^(\w+)\.json$/.exec(file)?.[1] ?? '';
  if (!isLanguage(language) || isBaseLanguage(language)) return [];
  try {
    const phrases: unknown = JSON.parse(readFileSync(join(folder, file), 'utf8'));
    if (typeof phrases !== 'object' || phrases === null) throw new Error('no object');
    addLanguage(language, phrases as Phrases);
    return [];
  } catch (error) {
    return [`PHRASES_FOLDER: ${join(folder, file)} is not a file of phrases: ${String(error)}`];
  }
}

type Offer = { readonly languagesOnOffer: () => readonly Language[] };

/**
 * Returns the languages on offer, whether screens offer a choice of them, and the first language of the screens. Without
 * a language of the deployment and without a choice, it is the language that the user's browser requests.
 */
export function firstLanguageOf(
  config: Offer & Pick<LanguageSettings, 'LANGUAGE_CHOICE' | 'DEFAULT_LANGUAGE'> & { readonly VARIANT: string },
  browserLanguage: Language,
) {
  const languages = config.languagesOnOffer();
  const mayChoose = config.VARIANT === 'GLOBAL' || config.LANGUAGE_CHOICE;
  const ofDeployment = languages.find((language) => language === config.DEFAULT_LANGUAGE);
  return {
    language: ofDeployment ?? (mayChoose ? defaultLanguageOf(languages) : browserLanguage),
    hasLanguageChoice: mayChoose && languages.length > 1,
    languages: [...languages],
  };
}

/**
 * Returns the language of an answer: the first language on offer that an `Accept-Language` header names, else the
 * default.
 */
export const answerLanguage = ({ languagesOnOffer }: Offer, header: string | undefined): Language =>
  firstOf(header, languagesOnOffer()) ?? defaultLanguageOf(languagesOnOffer());
