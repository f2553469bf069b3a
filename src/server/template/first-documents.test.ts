import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { BASE_LANGUAGES, type Language } from '#domain/basics/language.ts';
import {
  FIRST_DOCUMENTS,
  fillIn,
  pictureOf,
  picturesIn,
  sourceOf,
  type FirstDocument,
  type Platform,
} from '#server/template/first-documents.ts';
import en from '#phrases/en.json' with { type: 'json' };

const PICTURE_BYTES_MAX = 60_000;
const PICTURES_BYTES_MAX = 4_000_000;
const PICTURES = fileURLToPath(new URL('../../../guide/pictures', import.meta.url));
const PLATFORMS: readonly Platform[] = [
  { variant: 'TNBX', brand: { name: 'TNBX' }, currency: 'MYR' },
  { variant: 'GLOBAL', brand: { name: 'Lot & Sons' }, currency: 'USD' },
];

const filled = (file: FirstDocument, language: Language, platform: Platform): string =>
  fillIn(sourceOf(file, language), { language, platform, show: (name) => `src="${name}"` });

/** Returns what both languages must have in common: elements in their order, images, and elements for one variant. */
const shapeOf = (source: string): string[] =>
  source.match(/<[a-z]\w*|(?<=<img\s+)src="[\w-]+"|data-variant="\w+"/g) ?? [];
const screenWords = (source: string): string[] => [...source.matchAll(/\[\[([\w.-]+)\]\]/g)].map(([, key = '']) => key);

describe.each(FIRST_DOCUMENTS)('$file', ({ file }) => {
  test('says the same in both languages, element by element', () => {
    const [english, chinese] = BASE_LANGUAGES.map((language) => sourceOf(file, language));
    expect(shapeOf(chinese ?? '')).toEqual(shapeOf(english ?? ''));
    expect(screenWords(chinese ?? '').toSorted()).toEqual(screenWords(english ?? '').toSorted());
  });

  test.each(BASE_LANGUAGES)(
    'names screen words as the screen does, and has no unfilled placeholder: %s',
    (language) => {
      for (const platform of PLATFORMS) expect(filled(file, language, platform)).not.toMatch(/\[\[|[{}]|data-variant/);
      const withValues = screenWords(sourceOf(file, language)).filter((key) => textOf(key).includes('{'));
      expect(withValues).toEqual([]);
    },
  );

  test.each(BASE_LANGUAGES)('has every image: %s', (language) => {
    for (const name of picturesIn(sourceOf(file, language)))
      expect(pictureOf(name, language).length).toBeLessThanOrEqual(PICTURE_BYTES_MAX);
  });
});

test('a variant reads about its own functions: no sign-up where another provider does that', () => {
  const [tnbx, global] = PLATFORMS.map((platform) => filled('buyers', 'en', platform));
  expect(tnbx).toContain('sign-up');
  expect(global).not.toContain('sign-up');
  expect(global).toContain('Lot &amp; Sons');
});

test('no image is unused, and all images together stay small', () => {
  const named = FIRST_DOCUMENTS.flatMap(({ file }) => picturesIn(sourceOf(file, 'en')).map((name) => `${name}.webp`));
  const files = BASE_LANGUAGES.map((language) => readdirSync(join(PICTURES, language)));
  for (const kept of files) expect(kept.toSorted()).toEqual([...new Set(named)].toSorted());
  const sizes = BASE_LANGUAGES.flatMap((language, at) =>
    (files[at] ?? []).map((name) => statSync(join(PICTURES, language, name)).size),
  );
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(PICTURES_BYTES_MAX);
});

const textOf = (key: string): string =>
  String(key.split('.').reduce<unknown>((found, part) => (found as Record<string, unknown>)?.[part], en));
