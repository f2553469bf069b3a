import { sql, type Selectable } from 'kysely';
import type { BaseLanguage } from '#domain/basics/language.ts';
import type { VersionFacts } from '#domain/template/in-force.ts';
import type { TemplateAudience, ProposedContent } from '#domain/template/template.ts';
import type { TemplateType } from '#domain/template/template-type.ts';
import type { Db } from '#server/platform/database/database.ts';
import { isoTime } from '#server/platform/database/iso-time.ts';
import { countRows } from '#server/platform/database/page.ts';
import { Refused } from '#server/platform/http/refused.ts';
import type { StoredContents } from '#domain/template/template.ts';
import type { Tables } from '#server/platform/database/tables.gen.ts';
import type { FileStore } from '#server/platform/files/files.ts';
import type { ImageLinks } from '#server/platform/files/image-links.ts';
import type { SignedLinks } from '#server/platform/files/signed-links.ts';
import { TEMPLATE_MEDIA_TYPES, type TemplateFileType } from '#domain/template/template-file.ts';
import type {
  FileContent,
  Template,
  TemplateContent,
  TemplateSummary,
  TemplateVersionSummary,
} from '#contract/template.ts';
import { API_BASE } from '#server/platform/config/config.ts';
import { showHtml } from '#server/template/clean-html.ts';

/** The current or another version of a template, with the template's creator. */
type TemplateRow = Omit<TemplateSummary, 'isInForce'> & { readonly contentsSince: number };
type FullTemplateRow = TemplateRow & { readonly contents: StoredContents };
type FileRow = Selectable<Tables['template_file']>;

const languages = sql`(
  select array_agg(key order by key) from jsonb_each(v.contents) where value <> 'null'::jsonb)`;
const columns = sql`
  t.id, t.template_type as "templateType", v.version, v.document_name as "documentName", v.audience,
  v.is_in_use as "isInUse", v.contents_since as "contentsSince",
  ${languages} as languages, maker.username as creator, ${isoTime('t.created_at')} as "createdTime",
  updater.username as updater, ${isoTime('v.updated_at')} as "updatedTime"`;
const people = sql`
  join app_user maker on maker.id = t.created_by
  join app_user updater on updater.id = v.updated_by`;
/** The current version of each template. */
const current = sql`
  from template t join template_version v on v.template_id = t.id and v.version = t.version ${people}`;

type Slice = { readonly limit: number; readonly offset: number };
type TemplateFilter = { readonly pattern: string; readonly templateType: TemplateType | undefined };

const matching = ({ pattern, templateType }: TemplateFilter) => sql`
  where t.deleted_at is null and v.document_name ilike ${pattern} escape '\\'
    and (${templateType ?? null}::text is null or t.template_type = ${templateType ?? null})`;

/** Returns a page of templates, the last changed first, and the total number. */
export async function findTemplates(db: Db, wish: TemplateFilter, { limit, offset }: Slice) {
  const { rows } = await sql<TemplateRow>`
    select ${columns} ${current} ${matching(wish)}
    order by v.updated_at desc, t.id limit ${limit} offset ${offset}`.execute(db);
  return { rows, total: await countRows(db, sql`${current} ${matching(wish)}`) };
}

/** Returns a template in its current version, or in `version` if given. */
export async function requireTemplate(db: Db, id: string, version?: number): Promise<FullTemplateRow> {
  const { rows } = await sql<FullTemplateRow>`
    select ${columns}, v.contents
    from template t join template_version v on v.template_id = t.id ${people}
    where t.id = ${id} and t.deleted_at is null and v.version = coalesce(${version ?? null}::int, t.version)`.execute(
    db,
  );
  const [row] = rows;
  if (!row) throw new Refused('not_found');
  return row;
}

/** Returns how many users accepted a version with the same contents as this one. */
async function countAccepted(db: Db, { id, contentsSince }: TemplateRow): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct user_id)::int as count from template_acceptance
    where template_id = ${id} and version >= ${contentsSince}`.execute(db);
  return rows[0]?.count ?? 0;
}

type FactsRow = VersionFacts & { readonly audience: TemplateAudience; readonly documentName: string };

/** Returns every template in use, without its contents. `inForce` selects from these few the templates in force. */
export async function findFacts(db: Db): Promise<FactsRow[]> {
  const { rows } = await sql<Omit<FactsRow, 'updatedAtMs'> & { updated_at: Date }>`
    select t.id as "templateId", t.template_type as "templateType", v.audience, v.document_name as "documentName",
      v.is_in_use as "isInUse", v.version, v.contents_since as "contentsSince", v.updated_at
    from template t join template_version v on v.template_id = t.id and v.version = t.version
    where v.is_in_use order by v.document_name, t.id`.execute(db);
  return rows.map(({ updated_at, ...facts }) => ({ ...facts, updatedAtMs: updated_at.getTime() }));
}

/** Returns the files that contents name, by id. */
export async function filesOf(db: Db, all: readonly StoredContents[]): Promise<ReadonlyMap<string, FileRow>> {
  const ids = all.flatMap(fileIdsIn);
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('template_file').selectAll().where('id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Returns the ids of the files that contents name. */
export const fileIdsIn = (contents: StoredContents): string[] =>
  Object.values(contents).flatMap((content) => (content?.kind === 'file' ? [content.fileId] : []));

/** Returns the contents of these versions, by template id. */
export async function findContents(
  db: Db,
  versions: readonly { readonly templateId: string; readonly version: number }[],
): Promise<ReadonlyMap<string, StoredContents>> {
  const [ids, numbers] = [versions.map(({ templateId }) => templateId), versions.map(({ version }) => version)];
  const { rows } = await sql<{ template_id: string; contents: StoredContents }>`
    select template_id, contents from template_version
    where (template_id, version) in (select * from unnest(${ids}::uuid[], ${numbers}::int[]))`.execute(db);
  return new Map(rows.map(({ template_id, contents }) => [template_id, contents]));
}

/** Returns the versions of a template, newest first. */
export async function findVersions(db: Db, id: string, { limit, offset }: Slice) {
  const { rows } = await sql<TemplateVersionSummary>`
    select v.version, v.document_name as "documentName", v.is_in_use as "isInUse", ${languages} as languages,
      updater.username as updater, ${isoTime('v.updated_at')} as "updatedTime",
      (select count(*)::int from template_acceptance a where a.template_id = t.id and a.version = v.version
      ) as "acceptedCount"
    from template t join template_version v on v.template_id = t.id ${people}
    where t.id = ${id} order by v.version desc limit ${limit} offset ${offset}`.execute(db);
  return { rows, total: await countRows(db, sql`from template_version where template_id = ${id}`) };
}

/** Dependencies of the operations on templates, from the composition root. */
export type TemplateParts = {
  readonly files: FileStore;
  readonly images: ImageLinks;
  readonly documentLinks: SignedLinks;
};

/** Returns the name under which a file's bytes are stored. */
export const storedName = (id: string, fileType: TemplateFileType): string => `${id}.${fileType}`;

/** Returns the language of a document that does not exist in a language. */
export const otherThan = (language: BaseLanguage): BaseLanguage => (language === 'en' ? 'zh' : 'en');

type Links = Pick<TemplateParts, 'images' | 'documentLinks'>;

/** Returns a version without the fields that only the server needs. */
export const presentVersion = ({ contentsSince: _, ...row }: TemplateRow) => row;

export const presentTemplateSummary = (row: TemplateRow, inForce: ReadonlySet<string>): TemplateSummary => ({
  ...presentVersion(row),
  isInForce: inForce.has(row.id),
});

/** Returns a template with its contents. Links to files and images in the contents are valid now. */
export const presentTemplate = async (
  { db, parts, nowMs }: Showing,
  row: FullTemplateRow,
  inForce: ReadonlySet<string>,
): Promise<Template> => ({
  ...presentTemplateSummary(row, inForce),
  contents: await presentContents({ db, parts, nowMs }, row.contents),
  acceptedCount: await countAccepted(db, row),
});

type Showing = { readonly db: Db; readonly parts: Links; readonly nowMs: number };

export async function presentContents({ db, parts, nowMs }: Showing, contents: StoredContents) {
  const show = contentPresenter(parts, nowMs, await filesOf(db, [contents]));
  const { en, zh } = contents;
  return { en: en && show(en), zh: zh && show(zh) };
}

/** Returns a function that presents contents. Links to files and images in the contents are valid now. */
export function contentPresenter(
  { images, documentLinks }: Links,
  nowMs: number,
  files: ReadonlyMap<string, FileRow>,
): (content: ProposedContent) => TemplateContent {
  const imageOf = images.linksAt(nowMs);
  return (content) => {
    if (content.kind === 'text') return { kind: 'text', html: showHtml(content.html, (id) => imageOf(id).url) };
    const file = files.get(content.fileId);
    if (!file) throw new Error('a version refers to a missing file');
    return presentFile(documentLinks, nowMs, file);
  };
}

export const presentFile = (
  links: TemplateParts['documentLinks'],
  nowMs: number,
  { id, file_name, file_type, size }: Pick<FileRow, 'id' | 'file_name' | 'file_type' | 'size'>,
): FileContent => ({
  kind: 'file',
  fileId: id,
  fileName: file_name,
  fileType: file_type,
  mediaType: TEMPLATE_MEDIA_TYPES[file_type],
  size,
  url: `${API_BASE}/templates/files/${id}?${links.queryAt(nowMs)(id)}`,
});
