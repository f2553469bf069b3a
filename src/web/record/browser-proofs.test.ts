import { hash } from 'node:crypto';
import { expect, it } from 'vitest';
import { BROWSER_PROOFS } from '#web/record/browser-proofs.ts';

it.each([
  ['an empty text', ''],
  ['a short text', 'line\nabc'],
  ['a short text after a longer one', 'x'],
  ['Chinese text', '可再生能源证书'.repeat(300)],
  ['half of a surrogate pair', 'a\ud83d'],
  ['a text of exactly the kept memory', 'a'.repeat(4_096)],
  ['a text that is longer than the kept memory', 'a'.repeat(4_097)],
  ['a text whose last character does not fit', `${'a'.repeat(4_095)}证`],
])('the browser hashes %s as Node does', (_, text) => {
  expect(BROWSER_PROOFS.sha256(text)).toBe(hash('sha256', text));
});
