import * as z from 'zod/mini';
import { route } from '#contract/basics/route.ts';
import { IMAGE_LIMIT } from '#domain/auction/images.ts';
import { BRAND_IMAGES, BRAND_REFUSALS } from '#domain/platform-setting/brand.ts';

const textSchema = z.string().check(z.maxLength(1_000));

/** The brand as an owner sets it. An empty text means the default. */
export const storedBrandSchema = z.strictObject({
  name: textSchema,
  titleEn: textSchema,
  titleZh: textSchema,
  /** A color such as `#0b7a5b`. */
  color: textSchema,
  /** The version of the brand. A change names the version that its author saw. */
  version: z.number().check(z.int()),
});

/** The addresses of the images that an owner uploaded. Null means the default image. */
export const brandImagesSchema = z.strictObject({
  logoUrl: z.nullable(z.string()),
  iconUrl: z.nullable(z.string()),
});

/** The values of the fields that are empty. */
export const brandDefaultsSchema = z.omit(storedBrandSchema, { version: true });

export const updateBrand = route('PUT /admin/platform-settings/brand', {
  summary: 'An owner changes the name, the titles and the color of the platform. An empty text means the default',
  body: storedBrandSchema,
  reply: storedBrandSchema,
  refuses: [...BRAND_REFUSALS, 'settings_changed'],
});

const imageParams = z.strictObject({ image: z.enum(BRAND_IMAGES) });

export const uploadBrandImage = route('PUT /admin/platform-settings/brand/images/{image}', {
  summary: 'An owner uploads the logo or the icon: SVG, PNG or WebP, at most 1 MB and 1920 pixels per side',
  params: imageParams,
  body: z.strictObject({ File: z.file() }),
  file: IMAGE_LIMIT,
  reply: brandImagesSchema,
  refuses: ['file_type_must_be', 'file_too_large', 'image_too_large', 'image_unreadable', 'files_unavailable'],
});

export const removeBrandImage = route('DELETE /admin/platform-settings/brand/images/{image}', {
  summary: 'An owner returns to the default logo or icon',
  params: imageParams,
  reply: brandImagesSchema,
  refuses: ['files_unavailable'],
});
