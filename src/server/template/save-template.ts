import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { sql, type RawBuilder } from 'kysely';
import type { SavedTemplate } from '#contract/template.ts';
import { BASE_LANGUAGES, type BaseLanguage } from '#domain/basics/language.ts';
import type { Refusal } from '#domain/basics/result.ts';
import { tidyTexts } from '#domain/basics/text.ts';
import { judgeTemplate, type TemplateRefusal, type ProposedTemplate } from '#domain/template/template.ts';
import type { Db } from '#server/platform/database/database.ts';
import { Refused, refuseFields } from '#server/platform/http/refused.ts';
import type { StoredContents } from '#domain/template/template.ts';
import { cleanHtml } from '#server/template/clean-html.ts';
import { fileIdsIn, requireTemplate } from '#server/template/template-rows.ts';

/** The contents and settings requested for a version. */
export type NewVersion = ProposedTemplate & { readonly isInUse: boolean };

/**
 * A request with cleaned texts, the parts that were removed from the texts, and the files and images that the contents
 * name.
 */
type Prepared = Awaited<ReturnType<typeof prepare>>;

export type Saved = { readonly id: string; readonly cut: SavedTemplate['cut'] };

/** Creates a template. Returns its id and what was removed from its texts. */
export async function createTemplate(db: Db, userId: string, given: NewVersion): Promise<Saved> {
  const prepared = await prepare(db, given);
  const id = randomUUID();
  const made = { id, template_type: given.templateType, version: 1, created_by: userId };
  await db.insertInto('template').values(made).execute();
  await insertVersion(db, prepared, { id, version: 1, contentsSince: 1, userId });
  return { id, cut: prepared.cut };
}

type Edit = Omit<NewVersion, 'templateType'> & { readonly version: number };

/**
 * Adds a version after the one that was edited. Does nothing if there is no change.
 * @throws Refused template_changed if somebody else has saved a version meanwhile
 */
export async function updateTemplate(
  db: Db,
  { id, userId }: { readonly id: string; readonly userId: string },
  { version, ...edit }: Edit,
): Promise<Saved> {
  // Locks before reading. If two people edit the same version, the second call sees what the first one saved.
  await sql`select from template where id = ${id} for update`.execute(db);
  const present = await requireTemplate(db, id);
  const prepared = await prepare(db, { ...edit, templateType: present.templateType });
  const { wish, cut } = prepared;
  const isSame = isDeepStrictEqual(wish.contents, present.contents);
  const { documentName, audience, isInUse } = present;
  const settings = [wish.documentName, wish.audience, wish.isInUse];
  if (isSame && isDeepStrictEqual(settings, [documentName, audience, isInUse])) return { id, cut };
  if (present.version !== version)
    throw new Refused('template_changed', { updater: present.updater, version: present.version });
  const next = version + 1;
  const contentsSince = isSame ? present.contentsSince : next;
  await insertVersion(db, prepared, { id, version: next, contentsSince, userId });
  await db.updateTable('template').set({ version: next }).where('id', '=', id).execute();
  return { id, cut };
}

/**
 * Deletes a template for all readers and admins.
 * @throws Refused template_in_use if the template is in use, or if somebody accepted it
 */
export async function deleteTemplate(db: Db, id: string): Promise<void> {
  // Locks before reading, as `updateTemplate` does.
  await sql`select from template where id = ${id} for update`.execute(db);
  const { isInUse } = await requireTemplate(db, id);
  const accepted = db.selectFrom('template_acceptance').select('version').where('template_id', '=', id).limit(1);
  if (isInUse || (await accepted.executeTakeFirst())) throw new Refused('template_in_use');
  await sql`update template set deleted_at = now() where id = ${id}`.execute(db);
}

async function prepare(db: Db, given: NewVersion) {
  const cleaned = BASE_LANGUAGES.map((language) => cleanContent(language, given));
  const contents = Object.fromEntries(cleaned.map(({ language, content }) => [language, content])) as StoredContents;
  const wish = { ...given, ...tidyTexts({ documentName: given.documentName }), contents };
  refuseFields(judgeTemplate(wish));
  const fileIds = fileIdsIn(contents);
  const imageIds = [...new Set(cleaned.flatMap((one) => one.imageIds))];
  const files = sql`from template_file where id = any(${fileIds}::uuid[])`;
  const images = sql`from image where id = any(${imageIds}::uuid[]) and type = 'TemplateDetail'`;
  const missing = new Set([...(await missingFrom(db, fileIds, files)), ...(await missingFrom(db, imageIds, images))]);
  refuseFields(Object.fromEntries(cleaned.map((one) => [`contents.${one.language}`, judgeNamed(one, missing)])));
  return { wish, cut: cleaned.flatMap((one) => one.cut), fileIds: [...new Set(fileIds)], imageIds };
}

type Cleaned = ReturnType<typeof cleanContent>;

function cleanContent(language: BaseLanguage, { contents }: NewVersion) {
  const content = contents[language];
  if (content?.kind !== 'text') return { language, content, imageIds: [], cut: [] };
  const { html, cut, imageIds } = cleanHtml(content.html);
  return { language, content: { kind: 'text', html } as const, imageIds, cut: cut.map((what) => ({ language, what })) };
}

function judgeNamed(
  { content, imageIds }: Cleaned,
  missing: ReadonlySet<string>,
): Refusal<TemplateRefusal> | undefined {
  if (content?.kind === 'file') return missing.has(content.fileId) ? { code: 'file_unknown' } : undefined;
  return imageIds.some((id) => missing.has(id)) ? { code: 'image_unknown' } : undefined;
}

/**
 * Returns the ids that do not exist. Locks the rows of the other ids until the version is stored, so that the cleanup
 * does not delete these rows meanwhile.
 */
async function missingFrom(db: Db, ids: readonly string[], named: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id ${named} order by id for key share`.execute(db);
  const known = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => !known.has(id));
}

type Place = {
  readonly id: string;
  readonly version: number;
  readonly contentsSince: number;
  readonly userId: string;
};

async function insertVersion(db: Db, { wish, fileIds, imageIds }: Prepared, place: Place): Promise<void> {
  const key = { template_id: place.id, version: place.version };
  await db
    .insertInto('template_version')
    .values({
      ...key,
      document_name: wish.documentName,
      audience: wish.audience,
      is_in_use: wish.isInUse,
      contents: JSON.stringify(wish.contents),
      contents_since: place.contentsSince,
      updated_by: place.userId,
    })
    .execute();
  const files = fileIds.map((file_id) => ({ ...key, file_id }));
  if (files.length > 0) await db.insertInto('template_version_file').values(files).execute();
  const images = imageIds.map((image_id) => ({ ...key, image_id }));
  if (images.length > 0) await db.insertInto('template_version_image').values(images).execute();
}
