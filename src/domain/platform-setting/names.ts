import { judgeName } from '#domain/basics/text.ts';

/** The names of a choice by language, such as `{ en: 'Bangkok', zh: '曼谷' }`. */
export type Names = Readonly<Record<string, string>>;

/** A choice that an owner can add to the settings: its code, and its names. */
export type NamedChoice = { readonly code: string; readonly names: Names };

/** Maximum number of characters of a name. */
export const CHOICE_NAME_MAX = 100;

/** Returns whether all names can be shown. */
export const areNamesValid = (names: Names): boolean =>
  Object.values(names).every((name) => judgeName(name, CHOICE_NAME_MAX) === undefined);

/** Returns the name of a choice in a language, else its English name, else undefined. */
export const nameIn = (choices: readonly NamedChoice[], code: string, language: string): string | undefined => {
  const names = choices.find((choice) => choice.code === code)?.names;
  return names?.[language] ?? names?.['en'];
};

/** Returns the first code that occurs twice; undefined if there is none. */
export const repeatedOf = (codes: readonly string[]): string | undefined =>
  codes.find((code, at) => codes.indexOf(code) !== at);
