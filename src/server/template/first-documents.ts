import { readFileSync } from 'node:fs';
import type { Language } from '#domain/basics/language.ts';
import type en from '#phrases/en.json';
import { wordsIn } from '#server/platform/http/words.ts';
import { escapeHtml } from '#server/platform/pages/escape-html.ts';

const nameOf = (file: keyof (typeof en)['document']['first'], language: Language): string =>
  wordsIn(language)(`document.first.${file}`);

/**
 * What a platform begins with: guides, terms and a privacy notice, as files of `guide` (decision 35). A file is HTML with
 * screen words as `[[phrase.key]]`, `{brand}` and `{currency}`, pictures by their names, and elements that only one variant
 * has (`data-variant`).
 */
export const FIRST_DOCUMENTS = [
  { file: 'buyers', documentName: nameOf('buyers', 'en'), templateType: 'UserGuide', audience: 'Everyone' },
  { file: 'sellers', documentName: nameOf('sellers', 'en'), templateType: 'UserGuide', audience: 'Everyone' },
  { file: 'admins', documentName: nameOf('admins', 'en'), templateType: 'UserGuide', audience: 'Admins' },
  { file: 'terms', documentName: nameOf('terms', 'en'), templateType: 'TermsAndConditions', audience: 'Everyone' },
  { file: 'privacy', documentName: nameOf('privacy', 'en'), templateType: 'Privacy', audience: 'Everyone' },
] as const;

/** A first document that nobody renamed is called in its reader's language; every other name is its author's own. */
export function documentNameIn(language: Language, documentName: string): string {
  const first = FIRST_DOCUMENTS.find((document) => document.documentName === documentName);
  return first ? nameOf(first.file, language) : documentName;
}

export type FirstDocument = (typeof FIRST_DOCUMENTS)[number]['file'];

/** For whom a document is filled in. */
export type Platform = {
  readonly variant: string;
  readonly brand: { readonly name: string };
  readonly currency: string;
};

const FOLDER = new URL('../../../guide/', import.meta.url);

export const sourceOf = (file: FirstDocument, language: Language): string =>
  readFileSync(new URL(`${file}.${language}.html`, FOLDER), 'utf8');

export const pictureOf = (name: string, language: Language): Buffer =>
  readFileSync(new URL(`pictures/${language}/${name}.webp`, FOLDER));

const ONLY_IN = /<(\w+) data-variant="(\w+)">[\s\S]*?<\/\1>\s*/g;
const SCREEN_WORD = /\[\[([\w.-]+)\]\]/g;
const PICTURE = /<img\s+src="([\w-]+)"/g;

/** The text of a document for a platform; `show` says what becomes of a picture, as attributes of its element. */
export function fillIn(
  source: string,
  { language, platform, show }: { language: Language; platform: Platform; show: (picture: string) => string },
): string {
  const { variant, brand, currency } = platform;
  return source
    .replaceAll(ONLY_IN, (whole: string, _tag, only: string) => (only === variant ? whole : ''))
    .replaceAll(/ data-variant="\w+"/g, '')
    .replaceAll(SCREEN_WORD, (_, key: string) => `<strong>${escapeHtml(screenWord(language, key))}</strong>`)
    .replaceAll('{brand}', escapeHtml(brand.name))
    .replaceAll('{currency}', escapeHtml(currency))
    .replaceAll(PICTURE, (_, name: string) => `<img ${show(name)}`);
}

/** The names of the pictures that a text shows. */
export const picturesIn = (source: string): string[] => [...source.matchAll(PICTURE)].map(([, name = '']) => name);

function screenWord(language: Language, key: string): string {
  const words = wordsIn(language) as unknown as { (key: string): string; has(key: string): boolean };
  if (!words.has(key)) throw new Error(`a guide names ${key}, which is no phrase`);
  return words(key);
}
