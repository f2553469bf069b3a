import { BASE_LANGUAGES } from '#domain/basics/language.ts';
import { withoutEmpty, type FieldRefusals } from '#domain/basics/result.ts';

/** The languages that the platform offers (docs/rules.md#platform-settings). */
export type Languages = { readonly offered: readonly string[] };

/** The languages of a platform that has not changed them. */
export const LANGUAGES: Languages = { offered: BASE_LANGUAGES };

export const LANGUAGES_REFUSALS = ['field_required', 'choice_unknown'] as const;
export type LanguagesRefusal = (typeof LANGUAGES_REFUSALS)[number];

/**
 * Judges the languages that a platform offers.
 *
 * @param known the languages that have phrases
 */
export const judgeLanguages = (
  { offered }: Languages,
  known: readonly string[],
): FieldRefusals<keyof Languages, LanguagesRefusal> =>
  withoutEmpty<keyof Languages, LanguagesRefusal>({
    offered:
      offered.length === 0
        ? { code: 'field_required' }
        : offered.some((language) => !known.includes(language))
          ? { code: 'choice_unknown' }
          : undefined,
  });

/**
 * Returns the languages that can be used now: those on offer that have phrases, in the order of the known ones. If the
 * files of all of them were removed, these are the standard ones.
 */
export function usableLanguages<Language extends string>(
  { offered }: Languages,
  known: readonly Language[],
): Language[] {
  const usable = known.filter((language) => offered.includes(language));
  return usable.length > 0 ? usable : known.filter((language) => LANGUAGES.offered.includes(language));
}
