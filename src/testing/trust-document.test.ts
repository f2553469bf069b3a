import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tableRows, wrongEvidence } from '#testing/readers/evidence.ts';
import { readDocument } from '#testing/tidy/documents.ts';
import { ROOT } from '#testing/tidy/source.ts';

const threats = tableRows(readDocument('docs/trust.md') ?? '').filter(
  (cells) => cells.length === 5 && !['threat', '---'].includes(cells[0]?.replaceAll(/-+/g, '---') ?? ''),
);

/** The texts that people read: of pages and `npm run verify`, and of the witness. */
const texts = ['src/phrases/en.json', 'scripts/verify/compare-log.ts', 'scripts/witness/watch-log.ts'].map((path) =>
  readFileSync(join(ROOT, path), 'utf8'),
);

test('each threat of docs/trust.md names tests that exist', () => {
  expect(threats.length).toBeGreaterThan(15);
  const wrong = threats.flatMap((cells) => wrongEvidence(cells.at(-1) ?? '').map((why) => `${cells[0]}: ${why}`));
  expect(wrong, 'correct these rows of docs/trust.md').toEqual([]);
});

test('each message of docs/trust.md is one that people get', () => {
  const unknown = threats.flatMap(([threat, , , message = '']) =>
    message === '–' || texts.some((text) => text.includes(message.replaceAll(/[“”]/g, '')))
      ? []
      : [`${threat}: ${message}`],
  );
  expect(unknown, 'quote the phrases that the programs use').toEqual([]);
});
