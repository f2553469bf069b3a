import { MEGABYTE, type FileLimit } from '#domain/basics/file-limit.ts';
import type { Refusal } from '#domain/basics/result.ts';

/** Images of an auction: its thumbnail, and the images of its items. */
export const AUCTION_IMAGE_TYPES = ['AuctionThumbnail', 'AuctionDetail'] as const;
/**
 * Purposes of images (docs/rules.md#files): those of an auction, images of a sell order, and images in the text of a
 * template.
 */
export type ImageType = (typeof AUCTION_IMAGE_TYPES)[number] | 'SellOrderDetail' | 'TemplateDetail';

/** Maximum bytes of an image after the browser has compressed it (docs/rules.md#files). */
export const IMAGE_BYTES_MAX = MEGABYTE;
/** Maximum width and height of an image, in pixels. */
export const IMAGE_SIDE_MAX = 1_920;
/** Maximum bytes of the photo that a user selects. A phone would take too long to compress a larger one. */
const ORIGINAL_BYTES_MAX = 40 * MEGABYTE;
/** Maximum number of images of one item. */
export const ITEM_IMAGES_MAX = 4;
/** Maximum number of images of one sell order. */
export const SELL_ORDER_IMAGES_MAX = 8;
/**
 * Maximum number of stored images of an auction or a sell order, including images that are not shown anywhere yet. This
 * number is enough for the images of a hundred items and some replaced ones.
 */
export const AUCTION_IMAGES_MAX = 600;

/** File extensions, as shown to users. The server decides a file's real type by its content. */
export const IMAGE_ENDINGS = '.jpg, .jpeg, .png';
export const IMAGE_CONTENT_TYPES = ['image/jpeg', 'image/png'] as const;

export const IMAGE_REFUSALS = [
  'file_type_must_be',
  'file_too_large',
  'image_too_large',
  'image_unreadable',
  'maximum_files',
] as const;
/** All refusals of an image. `image_unknown` means that no image has this id, which only the database can tell. */
export type ImageRefusal = (typeof IMAGE_REFUSALS)[number] | 'image_unknown';

export const wrongType: Refusal<ImageRefusal> = { code: 'file_type_must_be', params: { types: IMAGE_ENDINGS } };
const tooLarge = (bytes: number): Refusal<'file_too_large'> => ({
  code: 'file_too_large',
  params: { megabytes: bytes / MEGABYTE },
});

/** Size limit of an uploaded image. The limit applies regardless of which program compressed the image. */
export const IMAGE_LIMIT: FileLimit<'file_too_large'> = { bytes: IMAGE_BYTES_MAX, tooLarge: tooLarge(IMAGE_BYTES_MAX) };

/** Judges a file that a user selected, before the browser compresses it. */
export function judgeChosenFile(file: { type: string; size: number }): Refusal<ImageRefusal> | undefined {
  if (!(IMAGE_CONTENT_TYPES as readonly string[]).includes(file.type)) return wrongType;
  return file.size > ORIGINAL_BYTES_MAX ? tooLarge(ORIGINAL_BYTES_MAX) : undefined;
}

/** Refuses an image with a side longer than `IMAGE_SIDE_MAX` pixels. */
export const judgeImageSides = (width: number, height: number): Refusal<ImageRefusal> | undefined =>
  Math.max(width, height) > IMAGE_SIDE_MAX
    ? { code: 'image_too_large', params: { pixels: IMAGE_SIDE_MAX } }
    : undefined;

/** Refuses more than `maximum` images. */
export const judgeImageCount = (count: number, maximum = ITEM_IMAGES_MAX): Refusal<'maximum_files'> | undefined =>
  count > maximum ? { code: 'maximum_files', params: { maximum } } : undefined;
