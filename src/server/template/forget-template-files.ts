import { sql } from 'kysely';
import type { Db } from '#server/platform/database/database.ts';
import type { FileStore } from '#server/platform/files/files.ts';
import { imageFileNames } from '#server/platform/files/image-links.ts';
import type { Forget } from '#server/platform/runtime/keep-tidy.ts';
import type { TemplateFileType } from '#domain/template/template-file.ts';
import { storedName } from '#server/template/template-parts.ts';

/** Somebody may be about to save what names them. */
export const UNUSED_KEPT_MS = 24 * 60 * 60_000;
/** In one turn; the next one comes soon. */
const MOST_AT_ONCE = 100;

/**
 * Files and pictures that were uploaded for templates and that no version names. Whoever saves a version holds what it
 * names: such a row is passed over here, and what is deleted here isn't there for who saves.
 */
export const forgetTemplateFiles =
  (files: Pick<FileStore, 'remove'>): Forget =>
  async (db, nowMs) => {
    const before = new Date(nowMs - UNUSED_KEPT_MS);
    await db.transaction().execute((transaction) => forgetFiles(transaction, files, before));
    await db.transaction().execute((transaction) => forgetPictures(transaction, files, before));
  };

async function forgetFiles(db: Db, files: Pick<FileStore, 'remove'>, before: Date): Promise<void> {
  const { rows } = await sql<{ id: string; file_type: TemplateFileType }>`
    select id, file_type from template_file f
    where created_at < ${before} and not exists (select 1 from template_version_file v where v.file_id = f.id)
    limit ${MOST_AT_ONCE} for update skip locked`.execute(db);
  for (const { id, file_type } of rows) {
    await files.remove(storedName(id, file_type));
    await db.deleteFrom('template_file').where('id', '=', id).execute();
  }
}

async function forgetPictures(db: Db, files: Pick<FileStore, 'remove'>, before: Date): Promise<void> {
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
