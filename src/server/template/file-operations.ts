import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { getTemplateFile, uploadTemplateFile, uploadTemplateImage } from '#contract/template.ts';
import { TEMPLATE_MEDIA_TYPES, type TemplateFileType } from '#domain/template/template-file.ts';
import { nameFor } from '#server/platform/files/file-name.ts';
import type { FileStore } from '#server/platform/files/files.ts';
import { storeImage } from '#server/platform/files/store-image.ts';
import { operation, operationWithoutTransaction, type Call, type Operation } from '#server/platform/http/operation.ts';
import { Refused } from '#server/platform/http/refused.ts';
import { presentFile, storedName, type TemplateParts } from '#server/template/template-rows.ts';
import { readTemplateFile } from '#server/template/read-template-file.ts';
import type { Db } from '#server/platform/database/database.ts';
import { imageFileNames } from '#server/platform/files/image-links.ts';
import type { CleanupJob } from '#server/platform/runtime/cleanup.ts';

export const templateFileOperations = (parts: TemplateParts): Operation[] => [
  // A rollback cannot undo a stored file. The cleanup deletes what a failed upload leaves.
  operationWithoutTransaction(uploadTemplateFile, (call) => upload(parts, call)),
  operationWithoutTransaction(uploadTemplateImage, (call) => uploadImage(parts, call)),
  operation(getTemplateFile, (call) => download(parts, call)),
];

async function upload(
  { files, documentLinks }: TemplateParts,
  { inTransaction, body, caller, nowMs }: Call<typeof uploadTemplateFile>,
) {
  const bytes = Buffer.from(await body.File.arrayBuffer());
  const read = await readTemplateFile(bytes);
  if (typeof read !== 'string') throw new Refused(read.code, read.params, { File: read });
  const file = { id: randomUUID(), file_name: nameFor(body.File.name, read), file_type: read, size: bytes.length };
  const row = { ...file, uploaded_by: caller.userId };
  // Stores the row before the file, so that no file exists without a row.
  await inTransaction((db) => db.insertInto('template_file').values(row).execute());
  await files.write(storedName(row.id, read), bytes);
  return presentFile(documentLinks, nowMs, row);
}

/** Returns the columns of an image in a template's text. Such an image belongs to no auction and no sell order. */
export const pictureBy = (userId: string) =>
  ({ type: 'TemplateDetail', auction_id: null, sell_order_id: null, uploaded_by: userId }) as const;

async function uploadImage(
  { files, images }: TemplateParts,
  { inTransaction, body, caller, nowMs }: Call<typeof uploadTemplateImage>,
) {
  return images.linksAt(nowMs)(await storeImage(inTransaction, files, body.File, pictureBy(caller.userId)));
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

/** How long an unused file is kept, in milliseconds. Somebody may be about to save a version that names the file. */
export const UNUSED_KEPT_MS = 24 * 60 * 60_000;
/** The maximum number of files, and also of images, that one run deletes. The next run deletes the others. */
const MOST_AT_ONCE = 100;

/**
 * Deletes files and images that were uploaded for templates and that no version names. A save locks the rows that it
 * names, and the cleanup skips locked rows. If the cleanup runs before the save, the save does not find the row and is
 * refused.
 */
export const deleteUnusedTemplateFiles =
  (files: Pick<FileStore, 'remove'>): CleanupJob =>
  async (db, nowMs) => {
    const before = new Date(nowMs - UNUSED_KEPT_MS);
    await db.transaction().execute((transaction) => deleteUnusedFiles(transaction, files, before));
    await db.transaction().execute((transaction) => deleteUnusedPictures(transaction, files, before));
  };

async function deleteUnusedFiles(db: Db, files: Pick<FileStore, 'remove'>, before: Date): Promise<void> {
  const { rows } = await sql<{ id: string; file_type: TemplateFileType }>`
    select id, file_type from template_file f
    where created_at < ${before} and not exists (select 1 from template_version_file v where v.file_id = f.id)
    limit ${MOST_AT_ONCE} for update skip locked`.execute(db);
  for (const { id, file_type } of rows) {
    await files.remove(storedName(id, file_type));
    await db.deleteFrom('template_file').where('id', '=', id).execute();
  }
}

async function deleteUnusedPictures(db: Db, files: Pick<FileStore, 'remove'>, before: Date): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from image i
    where type = 'TemplateDetail' and created_at < ${before}
      and not exists (select 1 from template_version_image v where v.image_id = i.id)
    limit ${MOST_AT_ONCE} for update skip locked`.execute(db);
  for (const { id } of rows) {
    for (const name of imageFileNames(id)) await files.remove(name);
    await db.deleteFrom('image').where('id', '=', id).execute();
  }
}
