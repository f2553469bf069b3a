import { TYPE } from '@formatjs/icu-messageformat-parser';
import { describe, expect, test } from 'vitest';
import en from '#phrases/en.json' with { type: 'json' };
import { argumentsOf, bare, elementsIn, isWellFormed } from '#phrases/icu.ts';
import { flatPhrases } from '#phrases/review-phrases.ts';
import zh from '#phrases/zh.json' with { type: 'json' };

const catalogues = { en: new Map(flatPhrases(en)), zh: new Map(flatPhrases(zh)) };
const CHINESE = /\p{Script=Han}/u;

/** Examples of values that are the same in every language, such as codes and addresses. */
const EXAMPLES = /^messageText\.exampleValue\./;

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
    expect(keysWhere('en', (phrase, key) => isAlike(phrase, key) && !EXAMPLES.test(key))).toEqual([]);
  });

  test('keep Chinese out of English', () => expect(keysWhere('en', (phrase) => CHINESE.test(phrase))).toEqual([]));
});
