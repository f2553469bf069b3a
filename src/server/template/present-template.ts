import type { FileContent, Template, TemplateContent, TemplateSummary } from '#contract/template.ts';
import { TEMPLATE_MEDIA_TYPES } from '#domain/template/template-file.ts';
import type { ContentWish } from '#domain/template/template.ts';
import { API_BASE } from '#server/platform/config/config.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { StoredContents } from '#domain/template/template.ts';
import { showHtml } from '#server/template/clean-html.ts';
import type { TemplateParts } from '#server/template/template-parts.ts';
import {
  countAccepted,
  filesOf,
  type FileRow,
  type FullTemplateRow,
  type TemplateRow,
} from '#server/template/template-rows.ts';

type Links = Pick<TemplateParts, 'images' | 'documentLinks'>;

export const presentVersion = (row: TemplateRow) => ({
  id: row.id,
  documentName: row.document_name,
  templateType: row.template_type,
  audience: row.audience,
  isInUse: row.is_in_use,
  languages: [...row.languages],
  version: row.version,
  creator: row.creator,
  createdTime: row.created_at.toISOString(),
  updater: row.updater,
  updatedTime: row.updated_at.toISOString(),
});

export const presentSummary = (row: TemplateRow, inForce: ReadonlySet<string>): TemplateSummary => ({
  ...presentVersion(row),
  isInForce: inForce.has(row.id),
});

export const presentTemplate = async (
  { db, parts, nowMs }: { readonly db: Db; readonly parts: Links; readonly nowMs: number },
  row: FullTemplateRow,
  inForce: ReadonlySet<string>,
): Promise<Template> => {
  const show = contentPresenter(parts, nowMs, await filesOf(db, [row.contents]));
  return {
    ...presentSummary(row, inForce),
    contents: presentContents(row.contents, show),
    acceptedCount: await countAccepted(db, row),
  };
};

type Show = (content: ContentWish) => TemplateContent;

export const presentContents = ({ en, zh }: StoredContents, show: Show) => ({
  en: en && show(en),
  zh: zh && show(zh),
});

/** How contents are shown now, with links to their files and pictures. */
export function contentPresenter(
  { images, documentLinks }: Links,
  nowMs: number,
  files: ReadonlyMap<string, FileRow>,
): Show {
  const imageOf = images.linksAt(nowMs);
  return (content) => {
    if (content.kind === 'text') return { kind: 'text', html: showHtml(content.html, (id) => imageOf(id).url) };
    const file = files.get(content.fileId);
    if (!file) throw new Error('a version names a file that is not there');
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
