import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { ImageType } from '#domain/auction/images.ts';
import type { FuelType } from '#domain/basics/fuel.ts';
import { drawScene } from '#server/demo/draw-scene.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { FileStore } from '#server/platform/files/files.ts';
import { IMAGE_SIZES, readImage, type ImageFiles } from '#server/platform/files/image-file.ts';
import { imageFileName } from '#server/platform/files/image-links.ts';
import type { Tables } from '#server/platform/database/tables.gen.ts';

/** Each scene is drawn once in a process. */
const drawn = new Map<string, Promise<ImageFiles>>();

export type DemoImages = {
  /** Draws a plant of this kind for an auction or a sell order; gives the id of the image. */
  keep(
    db: Db,
    of: Pick<Insertable<Tables['image']>, 'auction_id' | 'sell_order_id'>,
    wish: { type: ImageType; fuel: FuelType; number: number; by: string },
  ): Promise<string>;
};

export const demoImages = (files: FileStore): DemoImages => ({
  async keep(db, of, { type, fuel, number, by }) {
    const name = `${fuel} ${number}`;
    const scene = drawn.get(name) ?? drawScene(fuel, number).then(filesOf);
    drawn.set(name, scene);
    const [id, sizes] = [randomUUID(), await scene];
    await db
      .insertInto('image')
      .values({ id, type, ...of, uploaded_by: by })
      .execute();
    for (const size of IMAGE_SIZES) await files.write(imageFileName(id, size), sizes[size]);
    return id;
  },
});

async function filesOf(bytes: Uint8Array): Promise<ImageFiles> {
  const read = await readImage(bytes);
  if (!read.ok) throw new Error(`the demo draws no picture: ${read.refusal.code}`);
  return read.files;
}
