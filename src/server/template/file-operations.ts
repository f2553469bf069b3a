import { randomUUID } from 'node:crypto';
import { getTemplateFile, uploadTemplateFile, uploadTemplateImage } from '#contract/template.ts';
import { FILE_NAME_MAX, TEMPLATE_MEDIA_TYPES, type TemplateFileType } from '#domain/template/template-file.ts';
import type { FileStore } from '#server/platform/files/files.ts';
import { keepImage } from '#server/platform/files/keep-image.ts';
import { operation, type Call, type InTransaction, type Operation } from '#server/platform/http/operation.ts';
import { Refused } from '#server/platform/http/refused.ts';
import { presentFile } from '#server/template/present-template.ts';
import { readTemplateFile } from '#server/template/read-template-file.ts';
import { storedName, type TemplateParts } from '#server/template/template-parts.ts';

export const templateFileOperations = (parts: TemplateParts): Operation[] => [
  // A file can't be taken back with a transaction: what is left of a failed upload is forgotten later.
  operation(uploadTemplateFile, (call) => upload(parts, call), { ownTransactions: true }),
  operation(uploadTemplateImage, (call) => uploadImage(parts, call), { ownTransactions: true }),
  operation(getTemplateFile, (call) => download(parts, call)),
];

async function upload(
  { files, documentLinks }: TemplateParts,
  { inTransaction, body, caller, nowMs }: Call<typeof uploadTemplateFile>,
) {
  const bytes = Buffer.from(await body.File.arrayBuffer());
  const kept = await keepTemplateFile(inTransaction, files, { bytes, name: body.File.name, userId: caller.userId });
  return presentFile(documentLinks, nowMs, kept);
}

type GivenFile = { readonly bytes: Buffer; readonly name: string; readonly userId: string };

/** Keeps a file for templates to name; the row comes first, so that no file is ever without one. */
export async function keepTemplateFile(
  inTransaction: InTransaction,
  files: FileStore,
  { bytes, name, userId }: GivenFile,
) {
  const read = await readTemplateFile(bytes);
  if (typeof read !== 'string') throw new Refused(read.code, read.params, { File: read });
  const row = { id: randomUUID(), file_name: nameFor(name, read), file_type: read, size: bytes.length };
  await inTransaction((db) =>
    db
      .insertInto('template_file')
      .values({ ...row, uploaded_by: userId })
      .execute(),
  );
  await files.write(storedName(row.id, read), bytes);
  return row;
}

/** Folders, and what would make a name look like another one: control characters, changes of direction. */
const NOT_IN_NAMES = /^.*[/\\]|[\p{Cc}\p{Cf}\p{Zl}\p{Zp}"<>|:*?]/gsu;

/** As the file was called, by the ending of what it is. */
function nameFor(given: string, fileType: TemplateFileType): string {
  const name = given.replaceAll(NOT_IN_NAMES, '').trim();
  const ending = `.${fileType}`;
  const stem = name.toLowerCase().endsWith(ending) ? name.slice(0, -ending.length) : name;
  return (stem.trim() || 'document').slice(0, FILE_NAME_MAX - ending.length).toWellFormed() + ending;
}

/** Pictures in texts of templates belong to no auction. */
export const pictureBy = (userId: string) =>
  ({ type: 'TemplateDetail', auction_id: null, sell_order_id: null, uploaded_by: userId }) as const;

async function uploadImage(
  { files, images }: TemplateParts,
  { inTransaction, body, caller, nowMs }: Call<typeof uploadTemplateImage>,
) {
  return images.linksAt(nowMs)(await keepImage(inTransaction, files, body.File, pictureBy(caller.userId)));
}

async function download(
  { files, documentLinks }: TemplateParts,
  { db, params, query, nowMs }: Call<typeof getTemplateFile>,
) {
  const msLeft = documentLinks.msLeft({ ...query, ...params }, nowMs);
  const row = msLeft
    ? await db.selectFrom('template_file').selectAll().where('id', '=', params.id).executeTakeFirst()
    : undefined;
  const stream = row && (await files.stream(storedName(row.id, row.file_type)));
  if (!msLeft || !row || !stream) throw new Refused('not_found');
  const { file_name: name, file_type, size } = row;
  return { name, type: TEMPLATE_MEDIA_TYPES[file_type], size, keptForSeconds: Math.floor(msLeft / 1_000), stream };
}
