import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import en from '#phrases/en.json' with { type: 'json' };
import zh from '#phrases/zh.json' with { type: 'json' };
import { readTerms, replacedInPhrases, replacedNames, unpairedPhrases, wrongTerms } from '#testing/tidy/glossary.ts';
import { readDocuments, readPaths } from '#testing/tidy/paths.ts';
import { offences, readSources, ROOT } from '#testing/tidy/source.ts';
import { turns, turnsInDocument } from '#testing/tidy/turns.ts';

/**
 * All source files. The rules in this file require one word for each thing, and sentences that are easy to read.
 * `tidy/plain-words.test.ts` shows what each rule finds.
 */
const sources = readSources();

describe('GLOSSARY.md', () => {
  const terms = readTerms(readFileSync(join(ROOT, 'GLOSSARY.md'), 'utf8'));
  test('has each term once, with its Chinese word and an existing folder', () =>
    expect(wrongTerms(terms, (path) => existsSync(join(ROOT, path)))).toEqual([]));
  test('rules the phrases: none uses a word that it replaces', () =>
    expect(replacedInPhrases(terms, en, zh)).toEqual([]));
  test('rules the translation: the Chinese phrase has the Chinese word of each English term', () =>
    expect(unpairedPhrases(terms, en, zh)).toEqual([]));
  test('rules the code: no name is one that it replaces', () =>
    expect(offences(sources, replacedNames(terms))).toEqual([]));
});

describe('no sentence has a turn that readers have to read twice', () => {
  test('in comments', () => expect(offences(sources, turns)).toEqual([]));
  test('in documents', () => {
    // The glossary itself is left out, because it lists words to avoid.
    const documents = [...readDocuments(readPaths())].filter(([path]) => path !== 'GLOSSARY.md');
    expect(documents.flatMap(([path, text]) => turnsInDocument(path, text))).toEqual([]);
  });
  test('in English phrases', () => {
    const path = 'src/phrases/en.json';
    expect(turnsInDocument(path, readFileSync(join(ROOT, path), 'utf8'))).toEqual([]);
  });
});
