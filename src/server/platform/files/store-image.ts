import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { Db } from '#server/platform/database/database.ts';
import type { FileStore } from '#server/platform/files/files.ts';
import { IMAGE_SIZES, readImage } from '#server/platform/files/image-file.ts';
import { imageFileName } from '#server/platform/files/image-links.ts';
import type { InTransaction } from '#server/platform/http/operation.ts';
import { Refused, refuseFields } from '#server/platform/http/refused.ts';
import type { Tables } from '#server/platform/database/tables.gen.ts';

type Owned = Omit<Insertable<Tables['image']>, 'id'> & {
  /** Locks the owner of the image. Throws if the owner is gone or may not have another image. */
  readonly lock?: (db: Db) => Promise<void>;
};

/**
 * Stores an uploaded image and returns its id. The row is stored before the files, so that no file is ever without a
 * row. Decoding takes time. Meanwhile the image's owner (such as an auction) may be deleted, or may get its last
 * allowed image. So the transaction that stores the row first calls `lock`, which locks the owner's row and checks it
 * again.
 */
export async function storeImage(
  inTransaction: InTransaction,
  files: FileStore,
  file: Blob,
  { lock, ...owned }: Owned,
): Promise<string> {
  const read = await readImage(new Uint8Array(await file.arrayBuffer()));
  if (!read.ok) {
    refuseFields({ File: read.refusal });
    throw new Refused('internal');
  }
  const id = randomUUID();
  await inTransaction(async (db) => {
    await lock?.(db);
    await db
      .insertInto('image')
      .values({ id, ...owned })
      .execute();
  });
  for (const size of IMAGE_SIZES) await files.write(imageFileName(id, size), read.files[size]);
  return id;
}
