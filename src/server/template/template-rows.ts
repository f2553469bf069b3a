import { sql, type Selectable } from 'kysely';
import type { Language } from '#domain/basics/language.ts';
import type { VersionFacts } from '#domain/template/in-force.ts';
import type { TemplateAudience } from '#domain/template/template.ts';
import type { TemplateType } from '#domain/template/template-type.ts';
import type { Db } from '#server/platform/database/database.ts';
import { Refused } from '#server/platform/http/refused.ts';
import type { StoredContents } from '#domain/template/template.ts';
import type { Tables } from '#server/platform/database/tables.gen.ts';

/** A version of a template, and who made the template. */
export type TemplateRow = {
  readonly id: string;
  readonly template_type: TemplateType;
  readonly version: number;
  readonly document_name: string;
  readonly audience: TemplateAudience;
  readonly is_in_use: boolean;
  readonly contents_since: number;
  readonly languages: readonly Language[];
  readonly creator: string;
  readonly created_at: Date;
  readonly updater: string;
  readonly updated_at: Date;
};
export type FullTemplateRow = TemplateRow & { readonly contents: StoredContents };
export type FileRow = Selectable<Tables['template_file']>;

const columns = sql`
  t.id, t.template_type, v.version, v.document_name, v.audience, v.is_in_use, v.contents_since,
  (select array_agg(key order by key) from jsonb_each(v.contents) where value <> 'null'::jsonb) as languages,
  maker.username as creator, t.created_at, updater.username as updater, v.updated_at`;
const people = sql`
  join app_user maker on maker.id = t.created_by
  join app_user updater on updater.id = v.updated_by`;
/** Templates as they are now. */
const current = sql`
  from template t join template_version v on v.template_id = t.id and v.version = t.version ${people}`;

export type Slice = { readonly limit: number; readonly offset: number };
export type ListWish = { readonly pattern: string; readonly templateType: TemplateType | undefined };

const matching = ({ pattern, templateType }: ListWish) => sql`
  where t.deleted_at is null and v.document_name ilike ${pattern} escape '\\'
    and (${templateType ?? null}::text is null or t.template_type = ${templateType ?? null})`;

export async function findTemplates(
  db: Db,
  wish: ListWish,
  { limit, offset }: Slice,
): Promise<{ rows: TemplateRow[]; total: number }> {
  const { rows } = await sql<TemplateRow>`
    select ${columns} ${current} ${matching(wish)}
    order by v.updated_at desc, t.id limit ${limit} offset ${offset}`.execute(db);
  const counted = await sql<{ total: number }>`
    select count(*)::int as total ${current} ${matching(wish)}`.execute(db);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

/** A template as it is now, or one of its versions. */
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

/** How many users accepted a version that says the same as this one. */
export async function countAccepted(db: Db, { id, contents_since }: TemplateRow): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct user_id)::int as count from template_acceptance
    where template_id = ${id} and version >= ${contents_since}`.execute(db);
  return rows[0]?.count ?? 0;
}

export type FactsRow = VersionFacts & { readonly audience: TemplateAudience; readonly documentName: string };

/** Every template in use, without what it says: few, and all that it takes to tell which are in force. */
export async function findFacts(db: Db): Promise<FactsRow[]> {
  const { rows } = await sql<TemplateRow>`
    select t.id, t.template_type, v.version, v.document_name, v.audience, v.is_in_use, v.contents_since, v.updated_at
    from template t join template_version v on v.template_id = t.id and v.version = t.version
    where v.is_in_use order by v.document_name, t.id`.execute(db);
  return rows.map((row) => ({
    templateId: row.id,
    templateType: row.template_type,
    audience: row.audience,
    documentName: row.document_name,
    isInUse: row.is_in_use,
    version: row.version,
    contentsSince: row.contents_since,
    updatedAtMs: row.updated_at.getTime(),
  }));
}

/** The files that contents name, by their ids. */
export async function filesOf(db: Db, all: readonly StoredContents[]): Promise<ReadonlyMap<string, FileRow>> {
  const ids = all.flatMap(fileIdsIn);
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('template_file').selectAll().where('id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, row]));
}

export const fileIdsIn = (contents: StoredContents): string[] =>
  Object.values(contents).flatMap((content) => (content?.kind === 'file' ? [content.fileId] : []));

/** What these versions say, by the ids of their templates. */
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

/** The versions of a template, the newest first. */
export async function findVersions(
  db: Db,
  id: string,
  { limit, offset }: Slice,
): Promise<{ rows: (TemplateRow & { readonly accepted_count: number })[]; total: number }> {
  const { rows } = await sql<TemplateRow & { accepted_count: number }>`
    select ${columns}, (
      select count(*)::int from template_acceptance a where a.template_id = t.id and a.version = v.version
    ) as accepted_count
    from template t join template_version v on v.template_id = t.id ${people}
    where t.id = ${id} order by v.version desc limit ${limit} offset ${offset}`.execute(db);
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from template_version where template_id = ${id}`.execute(db);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}
