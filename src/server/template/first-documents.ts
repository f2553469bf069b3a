import { readFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { BASE_LANGUAGES, type Language } from '#domain/basics/language.ts';
import type en from '#phrases/en.json';
import { wordsIn } from '#server/platform/http/words.ts';
import { escapeHtml } from '#server/platform/pages/escape-html.ts';
import { isPolicy } from '#domain/template/template.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { FileStore } from '#server/platform/files/files.ts';
import { imageFileNames } from '#server/platform/files/image-links.ts';
import { pictureBy } from '#server/template/file-operations.ts';
import { createTemplate } from '#server/template/save-template.ts';

const nameOf = (file: keyof (typeof en)['document']['first'], language: Language): string =>
  wordsIn(language)(`document.first.${file}`);

/**
 * The documents of a new platform: guides, terms and a privacy policy, as files of `guide` (decision 35). Each file is
 * HTML. It has screen words as `[[phrase.key]]`, `{brand}` and `{currency}`, images by their names, and elements for
 * only one variant (`data-variant`).
 */
export const FIRST_DOCUMENTS = [
  { file: 'buyers', documentName: nameOf('buyers', 'en'), templateType: 'UserGuide', audience: 'Everyone' },
  { file: 'sellers', documentName: nameOf('sellers', 'en'), templateType: 'UserGuide', audience: 'Everyone' },
  { file: 'admins', documentName: nameOf('admins', 'en'), templateType: 'UserGuide', audience: 'Admins' },
  { file: 'terms', documentName: nameOf('terms', 'en'), templateType: 'TermsAndConditions', audience: 'Everyone' },
  { file: 'privacy', documentName: nameOf('privacy', 'en'), templateType: 'Privacy', audience: 'Everyone' },
] as const;

/**
 * Returns a document's name in the reader's language, if it is a first document that nobody renamed. Other names stay
 * as their author wrote them.
 */
export function documentNameIn(language: Language, documentName: string): string {
  const first = FIRST_DOCUMENTS.find((document) => document.documentName === documentName);
  return first ? nameOf(first.file, language) : documentName;
}

export type FirstDocument = (typeof FIRST_DOCUMENTS)[number]['file'];

/** The deployment for which a document is filled in. */
export type Platform = {
  readonly variant: string;
  readonly brand: { readonly name: string };
  readonly currency: string;
};

const FOLDER = new URL('../../../guide/', import.meta.url);

/** Returns the HTML source of a first document. */
export const sourceOf = (file: FirstDocument, language: Language): string =>
  readFileSync(new URL(`${file}.${language}.html`, FOLDER), 'utf8');

/** Returns the bytes of an image of the first documents. */
export const pictureOf = (name: string, language: Language): Buffer =>
  readFileSync(new URL(`pictures/${language}/${name}.webp`, FOLDER));

const ONLY_IN = /<(\w+) data-variant="(\w+)">[\s\S]*?<\/\1>\s*/g;
const SCREEN_WORD = /\[\[([\w.-]+)\]\]/g;
const PICTURE = /<img\s+src="([\w-]+)"/g;

/** Returns the text of a document for a platform. `show` returns the attributes of an image's element. */
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

/** Returns the names of the images that a text shows. */
export const picturesIn = (source: string): string[] => [...source.matchAll(PICTURE)].map(([, name = '']) => name);

function screenWord(language: Language, key: string): string {
  const words = wordsIn(language) as unknown as { (key: string): string; has(key: string): boolean };
  if (!words.has(key)) throw new Error(`a guide uses the phrase ${key}, which does not exist`);
  return words(key);
}

type DocumentDeps = {
  readonly files: FileStore;
  readonly platform: Platform;
  readonly userId: string;
  /** Whether terms and privacy policy are drafts, which nobody but administrators sees. */
  readonly hasDraftPolicies?: boolean;
};

/**
 * Creates the first documents that a platform does not have yet, on behalf of an admin, in one transaction. Returns
 * their names.
 */
export async function insertFirstDocuments(db: Db, surroundings: DocumentDeps): Promise<string[]> {
  const made: string[] = [];
  for (const { file, ...document } of FIRST_DOCUMENTS) {
    if (await isThere(db, document)) continue;
    const [en, zh] = await Promise.all(BASE_LANGUAGES.map((language) => contentOf(db, file, language, surroundings)));
    if (!en || !zh) continue;
    const wish = {
      ...document,
      isInUse: !(surroundings.hasDraftPolicies && isPolicy(document.templateType)),
      contents: { en, zh },
    };
    const { cut } = await createTemplate(db, surroundings.userId, wish);
    if (cut.length > 0)
      throw new Error(`${file} contains elements that are not allowed: ${cut.map(({ what }) => what).join(', ')}`);
    made.push(document.documentName);
  }
  return made;
}

/**
 * Returns whether the platform has a document. A guide is found by its name. A policy is found by its type, because an
 * operator with terms of its own wants no other terms.
 */
async function isThere(
  db: Db,
  { documentName, templateType }: Omit<(typeof FIRST_DOCUMENTS)[number], 'file'>,
): Promise<boolean> {
  const named = db
    .selectFrom('template')
    .innerJoin('template_version', 'template_version.template_id', 'template.id')
    .select('template.id')
    .where('template_type', '=', templateType);
  const asked = isPolicy(templateType) ? named : named.where('document_name', '=', documentName);
  return (await asked.limit(1).execute()).length > 0;
}

type Picture = { readonly id: string; readonly bytes: Buffer; readonly attributes: string };

async function contentOf(db: Db, file: FirstDocument, language: Language, { files, platform, userId }: DocumentDeps) {
  const source = sourceOf(file, language);
  const fill = (show: (name: string) => string) => fillIn(source, { language, platform, show });
  const names = [...new Set(picturesIn(fill((name) => `src="${name}"`)))];
  const pictures = new Map(
    await Promise.all(names.map(async (name) => [name, await readPicture(name, language)] as const)),
  );
  await keepPictures(db, files, { pictures: [...pictures.values()], userId });
  return { kind: 'text', html: fill((name) => pictures.get(name)?.attributes ?? '') } as const;
}

async function readPicture(name: string, language: Language): Promise<Picture> {
  const [id, bytes] = [randomUUID(), pictureOf(name, language)];
  const { width, height } = await sharp(bytes).metadata();
  return { id, bytes, attributes: `src="image:${id}" width="${width}" height="${height}"` };
}

/**
 * Stores our own images unchanged. They are small already, and converting them like uploaded ones would delay the first
 * start by seconds.
 */
async function keepPictures(
  db: Db,
  files: FileStore,
  { pictures, userId }: { readonly pictures: readonly Picture[]; readonly userId: string },
): Promise<void> {
  if (pictures.length === 0) return;
  await db
    .insertInto('image')
    .values(pictures.map(({ id }) => ({ id, ...pictureBy(userId) })))
    .execute();
  const written = pictures.flatMap(({ id, bytes }) => imageFileNames(id).map((name) => files.write(name, bytes)));
  await Promise.all(written);
}
