import { randomUUID } from 'node:crypto';
import type { ReplyOf } from '#contract/basics/route.ts';
import { removeBrandImage, updateBrand, uploadBrandImage } from '#contract/platform-setting/brand.ts';
import { judgeBrand, NO_BRAND, NO_IMAGES, type BrandImages } from '#domain/platform-setting/brand.ts';
import { tidyTexts } from '#domain/basics/text.ts';
import { brandOf, UPLOADED_BASE } from '#server/platform/config/brand.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { Db } from '#server/platform/database/database.ts';
import { readBrandImage } from '#server/platform/files/brand-image-file.ts';
import type { FileStore } from '#server/platform/files/files.ts';
import { operation, operationWithoutTransaction, type Call, type Operation } from '#server/platform/http/operation.ts';
import { Refused, refuseFields } from '#server/platform/http/refused.ts';
import { settingIn, storedSetting, storeSetting } from '#server/platform-setting/stored-settings.ts';

export type BrandParts = { readonly config: Config; readonly files: FileStore };

/** Returns the brand as the page shows it: what an owner has set, and the defaults of the empty fields. */
export async function presentBrand(db: Db, config: Config) {
  const brand = await storedSetting(db, 'brand');
  const images = await settingIn(db, 'brandImages');
  const standard = brandOf(config, { brand: NO_BRAND, images: NO_IMAGES });
  const titles = brandOf(config, { brand: { ...NO_BRAND, name: brand.name }, images: NO_IMAGES }).title;
  return {
    brand,
    brandImages: presentImages(images),
    brandDefaults: { name: standard.name, titleEn: titles.en, titleZh: titles.zh, color: standard.primaryColor },
  };
}

const presentImages = ({ logo, icon }: BrandImages): ReplyOf<typeof removeBrandImage> => ({
  logoUrl: logo && UPLOADED_BASE + logo,
  iconUrl: icon && UPLOADED_BASE + icon,
});

type ImageCall = Pick<Call<typeof removeBrandImage>, 'inTransaction' | 'params'>;

/** Stores which file is an image of the brand, and deletes the file that it replaces. */
async function setImage(
  { files }: BrandParts,
  { inTransaction, params: { image } }: ImageCall,
  file: string | null,
): Promise<ReplyOf<typeof removeBrandImage>> {
  const { before, after } = await inTransaction(async (db) => {
    const { version, ...images } = await storedSetting(db, 'brandImages', { isLocked: true });
    const changed = { ...images, [image]: file };
    await storeSetting(db, 'brandImages', { ...changed, version });
    return { before: images[image], after: changed };
  });
  if (before !== null) await files.remove(before);
  return presentImages(after);
}

async function upload(parts: BrandParts, call: Call<typeof uploadBrandImage>) {
  const { body, params } = call;
  const read = await readBrandImage(new Uint8Array(await body.File.arrayBuffer()), params.image);
  if (!read.ok) throw new Refused(read.refusal.code, read.refusal.params, { File: read.refusal });
  const file = `brand-${randomUUID()}.png`;
  // The file comes first, so that no page ever shows an address without a file.
  await parts.files.write(file, read.bytes);
  try {
    return await setImage(parts, call, file);
  } catch (error) {
    await parts.files.remove(file);
    throw error;
  }
}

/** Operations by which owners change the brand of the platform (decision 127). */
export const brandOperations = (parts: BrandParts): Operation[] => [
  operation(updateBrand, async ({ db, body: { version, ...brand } }) => {
    refuseFields(judgeBrand(brand));
    return await storeSetting(db, 'brand', { ...tidyTexts(brand), version });
  }),
  operationWithoutTransaction(uploadBrandImage, (call) => upload(parts, call)),
  operationWithoutTransaction(removeBrandImage, (call) => setImage(parts, call, null)),
];
