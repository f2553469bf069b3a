import { textsOf, type Phrases } from '#testing/tidy/catalogues.ts';
import { nodesOf, type Rule } from '#testing/tidy/source.ts';

/** A row of GLOSSARY.md: a term, its Chinese words, the words that it replaces, and its folder below `src`. */
export type Term = {
  readonly term: string;
  readonly chinese: readonly string[];
  readonly insteadOf: readonly string[];
  readonly place: string;
};

/** Terms that also have an everyday meaning in English. A phrase with such a word may have any Chinese translation. */
const EVERYDAY = new Set(
  `REC, auction, item, image, bid, room, rank, entry, version, holding, part, buyer, registration, document, contents,
  operation, watch, in use, terms, administrator, erase, delivery, member, company`.split(/,\s+/),
);
const CHINESE = /\p{Script=Han}/u;
const listOf = (cell: string, separator: RegExp): string[] =>
  cell
    .split(separator)
    .map((word) => word.trim())
    .filter((word) => word !== '');

/** Returns the rows of the tables of GLOSSARY.md, without the header rows. */
export function readTerms(glossary: string): Term[] {
  return [...glossary.matchAll(/^\|(.+)\|$/gm)]
    .map(([, row = '']) => row.split('|').map((cell) => cell.trim()))
    .filter(([term]) => term !== 'Term' && !term?.startsWith('---'))
    .map(([term = '', , chinese = '', insteadOf = '', place = '']) => ({
      term,
      chinese: listOf(chinese, /、/),
      insteadOf: listOf(insteadOf, /,/),
      place: place.replaceAll('`', ''),
    }));
}

/**
 * Returns the faults of the rows: a term with two rows or without a Chinese word, a folder that does not exist, and a
 * replaced word that is a term itself.
 */
export function wrongTerms(terms: readonly Term[], exists: (path: string) => boolean): string[] {
  const names = terms.map(({ term }) => term);
  return terms.flatMap(({ term, chinese, insteadOf, place }, index) => [
    ...(names.indexOf(term) === index ? [] : [`${term}: has two rows; merge them`]),
    ...(chinese.length > 0 ? [] : [`${term}: add its Chinese word`]),
    ...(place !== '' && exists(`src/${place}`)
      ? []
      : [`${term}: src/${place} does not exist; name the folder it is in`]),
    ...insteadOf.filter((word) => names.includes(word)).map((word) => `${term}: replaces ${word}, which is a term too`),
  ]);
}

/** Returns the phrases that use a replaced word, in the form `en auction.title: “lot”, say “item”`. */
export function replacedInPhrases(terms: readonly Term[], en: Phrases, zh: Phrases): string[] {
  return terms.flatMap(({ term, chinese, insteadOf }) =>
    insteadOf
      .filter((word) => !word.startsWith('`'))
      .flatMap((word) =>
        CHINESE.test(word)
          ? usesOf(zh, word, chinese).map((key) => `zh ${key}: “${word}”, say “${chinese.join('” or “')}”`)
          : usesOf(en, asWord(word), []).map((key) => `en ${key}: “${word}”, say “${term}”`),
      ),
  );
}

/** Returns the phrases with a term in English but without the term's word in Chinese. Everyday words do not count. */
export function unpairedPhrases(terms: readonly Term[], en: Phrases, zh: Phrases): string[] {
  const chineseOf = new Map(textsOf(zh));
  const englishOf = textsOf(en);
  return terms
    .filter(({ term }) => !EVERYDAY.has(term))
    .flatMap(({ term, chinese }) =>
      englishOf
        .filter(([key, text]) => asWord(term).test(text) && !chinese.some((word) => chineseOf.get(key)?.includes(word)))
        .map(([key]) => `${key}: says “${term}”, its Chinese lacks “${chinese.join('” or “')}”`),
    );
}

/** Returns a rule that finds names in code that the glossary replaces. */
export const replacedNames = (terms: readonly Term[]): Rule => {
  const wordFor = new Map(
    terms.flatMap(({ term, insteadOf }) =>
      insteadOf.filter((word) => word.startsWith('`')).map((word) => [word.replaceAll('`', ''), term] as const),
    ),
  );
  return ({ tree }) =>
    nodesOf(tree).flatMap(([{ type, name, start }]) => {
      const term = type === 'Identifier' ? wordFor.get(String(name)) : undefined;
      return term === undefined
        ? []
        : [{ at: start, says: `is named ${String(name)}: GLOSSARY.md calls it “${term}”` }];
    });
};

/**
 * Returns a pattern for English words, their plural and their genitive, in lower or upper case. Placeholders do not
 * match.
 */
const asWord = (word: string): RegExp =>
  new RegExp(`(?<![\\w{-])${word}(s|es|’s)?(?![\\w-]|, (?:select|plural|number))`, 'i');

/** Returns the keys of the phrases that use a word. Uses inside one of the words in `right` do not count. */
const usesOf = (phrases: Phrases, word: RegExp | string, right: readonly string[]): string[] =>
  textsOf(phrases)
    .filter(([, text]) => right.reduce((rest, term) => rest.replaceAll(term, ' '), text).search(word) >= 0)
    .map(([key]) => key);
