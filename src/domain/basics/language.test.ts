import { expect, test } from 'vitest';
import { baseLanguageOf, defaultLanguageOf, isLanguage, languageTag, type Language } from '#domain/basics/language.ts';

const MALAY = 'ms' as Language;

test('a language is an ISO 639 code', () => {
  expect(['ms', 'fil', 'EN', 'english', 'zh-CN', ''].filter(isLanguage)).toEqual(['ms', 'fil']);
});

test('readers of an added language get its tag, and English where texts exist only in the languages of Greenlot', () => {
  expect([languageTag(MALAY), languageTag('zh')]).toEqual(['ms', 'zh-CN']);
  expect([baseLanguageOf(MALAY), baseLanguageOf('zh')]).toEqual(['en', 'zh']);
});

test('the default is English, or the first language if English is not on offer', () => {
  expect(defaultLanguageOf([MALAY, 'en'])).toBe('en');
  expect(defaultLanguageOf([MALAY, 'zh'])).toBe('ms');
});
