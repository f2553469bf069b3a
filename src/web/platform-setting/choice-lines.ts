import type { NamedChoice } from '#domain/platform-setting/names.ts';
import { BASE_LANGUAGES } from '#domain/basics/language.ts';

/**
 * Reads choices from lines such as `TH-10 | Bangkok | 曼谷`: the code, then the names in the order of the languages.
 * Cells of a spreadsheet, which are separated by tabs, are read, too. An empty name is left out.
 */
export const readChoices = (text: string): NamedChoice[] =>
  text
    .split('\n')
    .map((line) => line.split(/[|\t]/).map((cell) => cell.trim()))
    .filter((cells) => cells.some((cell) => cell !== ''))
    .map(([code = '', ...names]) => ({
      code,
      names: Object.fromEntries(
        BASE_LANGUAGES.flatMap((language, at) => (names[at] ? [[language, names[at]] as const] : [])),
      ),
    }));

/** Writes choices as lines that `readChoices` reads. */
export const writeChoices = (choices: readonly NamedChoice[]): string =>
  choices.map(({ code, names }) => cellsOf(code, names).join(' | ')).join('\n');

/** Returns the code and the names, without the empty cells at the end. */
function cellsOf(code: string, names: NamedChoice['names']): string[] {
  const cells = [code, ...BASE_LANGUAGES.map((language) => names[language] ?? '')];
  while (cells.at(-1) === '') cells.pop();
  return cells;
}

/** Reads codes of countries, which are separated by commas, spaces or lines. */
export const readCodes = (text: string): string[] =>
  text
    .toUpperCase()
    .split(/[^A-Z0-9]+/)
    .filter(Boolean);
