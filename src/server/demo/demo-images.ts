import { randomUUID } from 'node:crypto';
import type { ImageType } from '#domain/auction/images.ts';
import type { FuelType } from '#domain/basics/fuel.ts';
import { drawScene } from '#server/demo/draw-scene.ts';
import type { Db } from '#server/platform/database.ts';
import type { FileStore } from '#server/platform/files.ts';
import { IMAGE_SIZES, readImage, type ImageFiles } from '#server/platform/image-file.ts';
import { imageFileName } from '#server/platform/image-links.ts';

/** Each scene is drawn once in a process. */
const drawn = new Map<string, Promise<ImageFiles>>();

export type DemoImages = {
  /** Draws a plant of this kind for an auction; gives the id of the image. */
  keep(
    db: Db,
    auctionId: string,
    wish: { type: ImageType; fuel: FuelType; number: number; by: string },
  ): Promise<string>;
};

export const demoImages = (files: FileStore): DemoImages => ({
  async keep(db, auctionId, { type, fuel, number, by }) {
    const name = `${fuel} ${number}`;
    const scene = drawn.get(name) ?? drawScene(fuel, number).then(filesOf);
    drawn.set(name, scene);
    const [id, sizes] = [randomUUID(), await scene];
    await db.insertInto('image').values({ id, type, auction_id: auctionId, uploaded_by: by }).execute();
    for (const size of IMAGE_SIZES) await files.write(imageFileName(id, size), sizes[size]);
    return id;
  },
});

async function filesOf(bytes: Uint8Array): Promise<ImageFiles> {
  const read = await readImage(bytes);
  if (!read.ok) throw new Error(`the demo draws no picture: ${read.refusal.code}`);
  return read.files;
}
