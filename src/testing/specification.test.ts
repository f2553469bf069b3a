import { describe, expect, test } from 'vitest';
import { missingPaths, pathsIn, tableRows, wrongEvidence } from '#testing/readers/evidence.ts';
import { readDocument } from '#testing/tidy/documents.ts';

const TABLE = readDocument('docs/specification.md') ?? '';

/**
 * Number of statements in each section. If a statement is removed from the table, the number here must be reduced too.
 */
const STATEMENTS = { 1: 28, 2: 50, 3: 25, 4: 27, 5: 51, 6: 19, 7: 97, 8: 39, 9: 33 };

const rows = tableRows(TABLE)
  .map(([number = '', statement = '', shownBy = '', ...more]) => ({ number, statement, shownBy, more }))
  .filter(({ number }) => /^\d/.test(number));

test('the table has every statement of sections 1 to 9, in order', () => {
  const numbers = Object.entries(STATEMENTS).flatMap(([section, count]) =>
    Array.from({ length: count }, (_, at) => `${section}.${at + 1}`),
  );
  expect(rows.map(({ number }) => number)).toEqual(numbers);
  expect(rows.filter(({ statement, more }) => statement.length < 10 || more.length > 0)).toEqual([]);
});

test('each statement names existing tests, by file and title', () => {
  expect(rows.flatMap(({ number, shownBy }) => wrongEvidence(shownBy).map((says) => `${number}: ${says}`))).toEqual([]);
});

test('each deviation names its decision, and only existing files', () => {
  const deviations = rows.filter(({ statement }) => statement.includes('**deviates**'));
  const unexplained = deviations.filter(
    ({ statement }) => !pathsIn(statement).some((path) => path.startsWith('decisions/')),
  );
  expect(unexplained.map(({ number }) => number)).toEqual([]);
  expect(missingPaths(TABLE)).toEqual([]);
});

describe('rejects a row', () => {
  const HERE = 'src/testing/specification.test.ts';
  const GONE = ['a case', 'of nothing'].join(' ');
  test.each([
    ['without a test', '', 'names no test'],
    ['with text only', 'a story shows it', 'names no test'],
    ['with a missing file', '`src/nowhere.test.ts` “a title”', 'has no test “a title”'],
    ['with an unknown title', `\`${HERE}\` “no such title”`, 'has no test “no such title”'],
    ['with a title of several tests without a case', `\`${HERE}\` “%s”`, 'needs a case'],
    ['with a missing case', `\`${HERE}\` “%s” of \`${GONE}\``, `has no case ${GONE}`],
    ['with text after its tests', `\`${HERE}\` “%s” of \`without a test\`, and more`, 'names no test'],
  ])('%s', (_, shownBy, says) => expect(wrongEvidence(shownBy)).toEqual([expect.stringContaining(says)]));
});
