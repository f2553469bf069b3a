import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { describe, expect, test } from 'vitest';
import en from '#phrases/en.json' with { type: 'json' };
import zh from '#phrases/zh.json' with { type: 'json' };

type Phrases = { readonly [key: string]: string | Phrases };

const flat = (phrases: Phrases, path = ''): [string, string][] =>
  Object.entries(phrases).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[path + key, value]] : flat(value, `${path + key}.`),
  );

const catalogues = { en: new Map(flat(en)), zh: new Map(flat(zh)) };
const CHINESE = /\p{Script=Han}/u;

/** The name of a language is always written in that language, so it is the same in both catalogs of phrases. */
const NAMES_ITSELF = new Set(['shell.english', 'shell.chinese']);
/** Examples of values that are the same in every language, such as codes and addresses. */
const EXAMPLES = /^messageText\.exampleValue\./;

type Argument = { readonly name: string; readonly kind: string };

/** The kind of argument that each element takes. `{x, number}` and `{x, plural, …}` both take a number. */
const KINDS: Partial<Record<TYPE, string>> = {
  [TYPE.argument]: 'any',
  [TYPE.number]: 'number',
  [TYPE.plural]: 'number',
  [TYPE.select]: 'choice',
  [TYPE.date]: 'date',
  [TYPE.time]: 'date',
  [TYPE.tag]: 'tag',
};

const isWellFormed = (phrase: string): boolean => {
  try {
    parse(phrase);
    return true;
  } catch {
    return false;
  }
};

function elementsIn(phrase: string): MessageFormatElement[] {
  const inside = (elements: MessageFormatElement[]): MessageFormatElement[] =>
    elements.flatMap((element) => [element, ...childrenOf(element).flatMap(inside)]);
  // Another test reports the ill-formed phrases.
  return isWellFormed(phrase) ? inside(parse(phrase)) : [];
}

function childrenOf(element: MessageFormatElement): MessageFormatElement[][] {
  if (element.type === TYPE.tag) return [element.children];
  if (element.type === TYPE.plural || element.type === TYPE.select)
    return Object.values(element.options).map((option) => option.value);
  return [];
}

function argumentsOf(phrase: string): Argument[] {
  const found = new Map<string, string>();
  for (const element of elementsIn(phrase)) {
    const kind = KINDS[element.type];
    // A phrase may show an argument plainly and also select a plural by it. Then the argument is a number.
    if (kind && 'value' in element && found.get(element.value) !== 'number') found.set(element.value, kind);
  }
  return [...found].map(([name, kind]) => ({ name, kind })).toSorted((a, b) => a.name.localeCompare(b.name));
}

const casesOf = (phrase: string): string[][] =>
  elementsIn(phrase).flatMap((element) => (element.type === TYPE.plural ? [Object.keys(element.options)] : []));

const keysWhere = (language: keyof typeof catalogues, isWrong: (phrase: string, key: string) => boolean): string[] =>
  [...catalogues[language]]
    .filter(([key, phrase]) => isWrong(phrase, key))
    .map(([key]) => `src/phrases/${language}.json: ${key}`);

describe.each(['en', 'zh'] as const)('the catalog %s', (language) => {
  const cases = { en: ['one', 'other'], zh: ['other'] }[language];

  test('is well-formed ICU', () => expect(keysWhere(language, (phrase) => !isWellFormed(phrase))).toEqual([]));

  test('has no empty phrase', () => expect(keysWhere(language, (phrase) => phrase.trim() === '')).toEqual([]));

  test('has the plural cases of its language, and exact numbers', () => {
    const isWrong = (found: string[]) => {
      const named = found.filter((one) => !one.startsWith('='));
      return named.length !== cases.length || !cases.every((one) => named.includes(one));
    };
    expect(keysWhere(language, (phrase) => casesOf(phrase).some(isWrong))).toEqual([]);
  });
});

/** Phrases with shortened figures, such as 1.2K. They cannot select a plural. */
const SHORTENED = new Set(['sellOrder.remainingOf']);

test('English says 1 REC and 2 RECs', () =>
  expect(keysWhere('en', (phrase, key) => /\{\w+(, number)?\} RECs\b/.test(phrase) && !SHORTENED.has(key))).toEqual(
    [],
  ));

describe('both catalogs', () => {
  test('have the same phrases in the same order', () =>
    expect([...catalogues.zh.keys()], 'bring src/phrases/zh.json into the order of en.json').toEqual([
      ...catalogues.en.keys(),
    ]));

  test('take the same arguments', () => {
    const differs = (phrase: string, key: string) => {
      const chinese = argumentsOf(catalogues.zh.get(key) ?? '');
      return JSON.stringify(argumentsOf(phrase)) !== JSON.stringify(chinese);
    };
    expect(keysWhere('en', differs)).toEqual([]);
  });

  test('differ in their texts', () => {
    const isAlike = (phrase: string, key: string) =>
      /\p{L}{2}/u.test(bare(phrase)) && catalogues.zh.get(key) === phrase;
    const isAllowed = (key: string) => NAMES_ITSELF.has(key) || EXAMPLES.test(key);
    expect(keysWhere('en', (phrase, key) => isAlike(phrase, key) && !isAllowed(key))).toEqual([]);
  });

  test('keep Chinese out of English', () =>
    expect(keysWhere('en', (phrase, key) => CHINESE.test(phrase) && !NAMES_ITSELF.has(key))).toEqual([]));
});

/** Returns a phrase without its arguments. `{name} ({count})` has no words to translate. */
function bare(phrase: string): string {
  return elementsIn(phrase)
    .map((element) => (element.type === TYPE.literal ? element.value : ''))
    .join(' ');
}
