import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { LANGUAGES, type Language } from '#domain/basics/language.ts';
import { isPolicy } from '#domain/template/template.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { FileStore } from '#server/platform/files/files.ts';
import { imageFileNames } from '#server/platform/files/image-links.ts';
import { pictureBy } from '#server/template/file-operations.ts';
import {
  FIRST_DOCUMENTS,
  fillIn,
  pictureOf,
  picturesIn,
  sourceOf,
  type FirstDocument,
  type Platform,
} from '#server/template/first-documents.ts';
import { createTemplate } from '#server/template/save-template.ts';

type Surroundings = { readonly files: FileStore; readonly platform: Platform; readonly userId: string };

/** Makes those first documents that a platform does not have yet, in an admin's name; gives what they are called. In one transaction. */
export async function insertFirstDocuments(db: Db, surroundings: Surroundings): Promise<string[]> {
  const made: string[] = [];
  for (const { file, ...document } of FIRST_DOCUMENTS) {
    if (await isThere(db, document)) continue;
    const [en, zh] = await Promise.all(LANGUAGES.map((language) => contentOf(db, file, language, surroundings)));
    if (!en || !zh) continue;
    const wish = { ...document, isInUse: true, contents: { en, zh } };
    const { cut } = await createTemplate(db, surroundings.userId, wish);
    if (cut.length > 0) throw new Error(`${file} has what no text may have: ${cut.map(({ what }) => what).join(', ')}`);
    made.push(document.documentName);
  }
  return made;
}

/** A guide by its name, a policy by its kind: an operator that has terms of its own wants no others. */
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

async function contentOf(db: Db, file: FirstDocument, language: Language, { files, platform, userId }: Surroundings) {
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
 * Keeps pictures of our own as they are. They were made small by the script that took them: making them anew, as is done
 * with what people upload, would hold up the first start by seconds.
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
