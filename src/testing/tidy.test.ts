import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ERRORS } from '#contract/errors/errors.ts';
import en from '#phrases/en.json' with { type: 'json' };
import zh from '#phrases/zh.json' with { type: 'json' };
import { fileBudget, functionBudget } from '#testing/tidy/budgets.ts';
import { clock, purity, storage } from '#testing/tidy/calls.ts';
import { anchorsOf, citations, wrongCitations } from '#testing/tidy/citations.ts';
import { keysOf, unsaidCodes, unusedPhrases } from '#testing/tidy/catalogues.ts';
import { decisionRows, indexRows, silentAboutChanges } from '#testing/tidy/decisions.ts';
import {
  foldersOf,
  mappedFolders,
  notShipped,
  readDecisions,
  readDependencies,
  readDocument,
  unexplained,
  unknownDecisions,
} from '#testing/tidy/documents.ts';
import { lazyFiles, unusedExports, unusedFiles } from '#testing/tidy/exports.ts';
import { readTerms, replacedInPhrases, replacedNames, unpairedPhrases, wrongTerms } from '#testing/tidy/glossary.ts';
import { goneFeatures, imports } from '#testing/tidy/imports.ts';
import { endsOfPaths, missingInComments, missingInDocument, readDocuments, readPaths } from '#testing/tidy/paths.ts';
import { circlesOf } from '#testing/tidy/circles.ts';
import { crowdedFolders } from '#testing/tidy/rooms.ts';
import { offScale, readStyles, rawColours } from '#testing/tidy/scales.ts';
import { offences, parseSource, readSources, ROOT } from '#testing/tidy/source.ts';
import { readTables, strangersToTables } from '#testing/tidy/tables.ts';
import { turns, turnsInDocument } from '#testing/tidy/turns.ts';
import { defaults, forbidden, handedOn, names, phraseNames, promises, silence, wordless } from '#testing/tidy/words.ts';

/**
 * All source files. Each test of a house rule lists the lines that break the rule. `tidy/rules.test.ts` and
 * `tidy/plain-words.test.ts` show that each rule finds what it forbids.
 */
const sources = readSources();
const paths = readPaths();
const existing = endsOfPaths(paths);

/** This file is generated, so no rule judges it. Some rules need it, because it imports other files. */
const tableTypes = 'src/server/platform/database/tables.gen.ts';
const withTableTypes = [...sources, parseSource(tableTypes, readFileSync(join(ROOT, tableTypes), 'utf8'))];

describe('every file', () => {
  test('imports only from allowed layers and features', () => expect(offences(sources, imports)).toEqual([]));
  test('in the domain is pure', () => expect(offences(sources, purity)).toEqual([]));
  test('gets time, random numbers and settings from the platform', () => expect(offences(sources, clock)).toEqual([]));
  test('stores in the browser only what the table in its house rule lists', () =>
    expect(offences(sources, storage)).toEqual([]));
  test('is within its length limit', () => expect(offences(sources, fileBudget)).toEqual([]));
  test('has only functions within their length limit', () => expect(offences(sources, functionBudget)).toEqual([]));
  test('has a name that says what it holds', () => expect(offences(sources, names)).toEqual([]));
  test('declares types instead of asserting them', () => expect(offences(sources, forbidden)).toEqual([]));
  test('uses named exports', () => expect(offences(sources, defaults(lazyFiles(sources)))).toEqual([]));
  test('re-exports nothing', () => expect(offences(sources, handedOn)).toEqual([]));
  test('suppresses no warning without a reason', () => expect(offences(sources, silence)).toEqual([]));
  test('contains no screen text outside the phrases', () => expect(offences(sources, wordless)).toEqual([]));
  test('names phrases in a form that the build finds', () => expect(offences(sources, phraseNames)).toEqual([]));
  test('names only existing files in its comments', () =>
    expect(offences(sources, missingInComments(existing))).toEqual([]));
  test('leaves no work for later', () => expect(offences(sources, promises)).toEqual([]));
});

test('no folder holds more than 30 files', () =>
  expect(crowdedFolders([...sources.map(({ path }) => path), ...globSync('decisions/**/*.md')])).toEqual([]));

test('only its owner and listed guests use a table', () =>
  expect(strangersToTables(sources, readTables())).toEqual([]));

test('files do not import each other in a circle', () => expect(circlesOf(withTableTypes)).toEqual([]));

describe('styles', () => {
  test('take sizes from the scales', () => expect(readStyles().flatMap(offScale)).toEqual([]));
  test('take colors from the theme', () =>
    expect([...readStyles().flatMap(rawColours), ...sources.flatMap(rawColours)]).toEqual([]));
});

describe('documents and lists', () => {
  test('the order of features names only existing features', () =>
    expect(goneFeatures(sources.map(({ path }) => path))).toEqual([]));
  test('ARCHITECTURE.md lists each feature in order with its subfolders, and nothing else', () => {
    const architecture = readDocument('ARCHITECTURE.md') ?? '';
    expect(mappedFolders(architecture), 'correct the tables of ARCHITECTURE.md').toEqual(
      foldersOf(sources.map(({ path }) => path)),
    );
  });
  const documents = readDocuments(paths);
  test('no document contains merge conflict markers', () =>
    expect(
      [...documents].flatMap(([path, text]) => (/<{7}|>{7}|(?:> ){7}/.test(text) ? [path] : [])),
      'resolve the merge conflicts in these documents',
    ).toEqual([]));
  test('documents name only existing files', () =>
    expect([...documents].flatMap(([path, text]) => missingInDocument(path, text, existing))).toEqual([]));
  test('comments and documents cite only existing sections of the rules', () => {
    const anchors = anchorsOf(readDocument('docs/rules.md') ?? '');
    // This document numbers its own statements, which look like citations.
    const cited = [...documents].filter(([path]) => path !== 'docs/specification.md');
    expect([
      ...cited.flatMap(([path, text]) => wrongCitations(path, text, anchors)),
      ...offences(sources, citations(anchors)),
    ]).toEqual([]);
  });
  const decisions = readDecisions();
  const { shipped, all } = readDependencies();
  test('a decision explains each dependency', () =>
    expect(unexplained(all, [...decisions.values()].join('\n'))).toEqual([]));
  test('package.json lists every package that the server imports as a dependency', () =>
    expect(notShipped(sources, shipped)).toEqual([]));
  test('comments cite only existing decisions', () =>
    expect(unknownDecisions(sources, [...decisions.keys()])).toEqual([]));
  test('decisions/README.md lists each decision with its title, date and later changes', () =>
    expect(indexRows(readDocument('decisions/README.md') ?? ''), 'correct decisions/README.md').toEqual(
      decisionRows(decisions),
    ));
  test('each decision names the newer ones that change it', () => expect(silentAboutChanges(decisions)).toEqual([]));
});

describe('the source has no', () => {
  test('unused files', () => expect(unusedFiles(sources)).toEqual([]));
  test('unused exports', () => expect(unusedExports(withTableTypes)).toEqual([]));
  const codes = Object.keys(ERRORS);
  test('error codes that nothing produces', () => expect(unsaidCodes(codes, sources)).toEqual([]));
  test('error codes without words in both languages', () => {
    const words = [en.error, zh.error].map((errors: Record<string, string>) => new Set(Object.keys(errors)));
    const missing = codes.filter((code) => words.some((known) => !known.has(code)));
    expect(missing.map((code) => `error.${code} is missing; add it to src/phrases/en.json and zh.json`)).toEqual([]);
  });
  test('unused phrases', () => expect(unusedPhrases(keysOf(en), codes, sources)).toEqual([]));
});

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
    const documents = [...readDocuments(paths)].filter(([path]) => path !== 'GLOSSARY.md');
    expect(documents.flatMap(([path, text]) => turnsInDocument(path, text))).toEqual([]);
  });
  test('in English phrases', () => {
    const path = 'src/phrases/en.json';
    expect(turnsInDocument(path, readFileSync(join(ROOT, path), 'utf8'))).toEqual([]);
  });
});
