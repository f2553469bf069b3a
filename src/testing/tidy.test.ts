import { globSync, readFileSync } from 'node:fs';
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
import { goneFeatures, imports } from '#testing/tidy/imports.ts';
import { endsOfPaths, missingInComments, missingInDocument, readDocuments, readPaths } from '#testing/tidy/paths.ts';
import { circlesOf } from '#testing/tidy/circles.ts';
import { crowdedFolders } from '#testing/tidy/rooms.ts';
import { offScale, readStyles, rawColours } from '#testing/tidy/scales.ts';
import { offences, parseSource, readSources, ROOT } from '#testing/tidy/source.ts';
import { readTables, strangersToTables } from '#testing/tidy/tables.ts';
import { defaults, forbidden, handedOn, names, phraseNames, promises, silence, wordless } from '#testing/tidy/words.ts';

/**
 * The house rules. Each test lists the offending lines. `tidy/rules.test.ts` shows that each rule finds what it
 * forbids.
 */
const sources = readSources();
const paths = readPaths();
const existing = endsOfPaths(paths);

/** This file is generated, so no rule judges it; but it imports others. */
const tableTypes = 'src/server/platform/database/tables.gen.ts';
const withTableTypes = [...sources, parseSource(tableTypes, readFileSync(join(ROOT, tableTypes), 'utf8'))];

describe('every file', () => {
  test('imports one way only', () => expect(offences(sources, imports)).toEqual([]));
  test('of the domain is pure', () => expect(offences(sources, purity)).toEqual([]));
  test('gets time, chance and settings from the platform', () => expect(offences(sources, clock)).toEqual([]));
  test('keeps in the browser only what the one table names', () => expect(offences(sources, storage)).toEqual([]));
  test('is short enough', () => expect(offences(sources, fileBudget)).toEqual([]));
  test('has short functions', () => expect(offences(sources, functionBudget)).toEqual([]));
  test('has a name that says something', () => expect(offences(sources, names)).toEqual([]));
  test('proves its types', () => expect(offences(sources, forbidden)).toEqual([]));
  test('names its exports', () => expect(offences(sources, defaults(lazyFiles(sources)))).toEqual([]));
  test('hands on nothing', () => expect(offences(sources, handedOn)).toEqual([]));
  test('silences nothing without a reason', () => expect(offences(sources, silence)).toEqual([]));
  test('leaves words to the phrases', () => expect(offences(sources, wordless)).toEqual([]));
  test('names phrases so that the build finds them', () => expect(offences(sources, phraseNames)).toEqual([]));
  test('names in comments only files that are there', () =>
    expect(offences(sources, missingInComments(existing))).toEqual([]));
  test('is finished', () => expect(offences(sources, promises)).toEqual([]));
});

test('no folder holds more files than somebody looks through', () =>
  expect(crowdedFolders([...sources.map(({ path }) => path), ...globSync('decisions/**/*.md')])).toEqual([]));

test('each table is named by its owner, and by guests with a reason', () =>
  expect(strangersToTables(sources, readTables())).toEqual([]));

test('no files import each other in a circle', () => expect(circlesOf(withTableTypes)).toEqual([]));

describe('the look', () => {
  test('every stylesheet takes its sizes from the scales', () => expect(readStyles().flatMap(offScale)).toEqual([]));
  test('colours have their names in the theme', () =>
    expect([...readStyles().flatMap(rawColours), ...sources.flatMap(rawColours)]).toEqual([]));
});

describe('what is written down is true', () => {
  test('the order of features', () => expect(goneFeatures(sources.map(({ path }) => path))).toEqual([]));
  test('the tables of ARCHITECTURE.md: each feature in order with its rooms, and nothing else', () => {
    const architecture = readDocument('ARCHITECTURE.md') ?? '';
    expect(mappedFolders(architecture)).toEqual(foldersOf(sources.map(({ path }) => path)));
  });
  const documents = readDocuments(paths);
  test('no document has the marks of an unfinished merge', () =>
    expect([...documents].flatMap(([path, text]) => (/<{7}|>{7}|(?:> ){7}/.test(text) ? [path] : []))).toEqual([]));
  test('documents name only files that are there', () =>
    expect([...documents].flatMap(([path, text]) => missingInDocument(path, text, existing))).toEqual([]));
  test('comments and documents cite the rules by sections that exist', () => {
    const anchors = anchorsOf(readDocument('docs/rules.md') ?? '');
    // The list of statements has its own numbers.
    const cited = [...documents].filter(([path]) => path !== 'docs/specification.md');
    expect([
      ...cited.flatMap(([path, text]) => wrongCitations(path, text, anchors)),
      ...offences(sources, citations(anchors)),
    ]).toEqual([]);
  });
  const decisions = readDecisions();
  const { shipped, all } = readDependencies();
  test('each dependency has its reason in a decision', () =>
    expect(unexplained(all, [...decisions.values()].join('\n'))).toEqual([]));
  test('what the product imports comes with it', () => expect(notShipped(sources, shipped)).toEqual([]));
  test('each decision that is cited was taken', () =>
    expect(unknownDecisions(sources, [...decisions.keys()])).toEqual([]));
  test('decisions/README.md lists each decision with its title, its date and what changed it since', () =>
    expect(indexRows(readDocument('decisions/README.md') ?? '')).toEqual(decisionRows(decisions)));
  test('each decision names the newer ones that change it', () => expect(silentAboutChanges(decisions)).toEqual([]));
});

describe('nothing is left over', () => {
  test('of files', () => expect(unusedFiles(sources)).toEqual([]));
  test('of exports', () => expect(unusedExports(withTableTypes)).toEqual([]));
  const codes = Object.keys(ERRORS);
  test('of codes: each is produced somewhere', () => expect(unsaidCodes(codes, sources)).toEqual([]));
  test('of codes: each has words in both languages', () => {
    const words = [en.error, zh.error].map((errors: Record<string, string>) => new Set(Object.keys(errors)));
    expect(codes.filter((code) => words.some((known) => !known.has(code)))).toEqual([]);
  });
  test('of phrases', () => expect(unusedPhrases(keysOf(en), codes, sources)).toEqual([]));
});
